import AlmanacTestKit
import FoundationEssentials
import Testing

/// The same thing twice, a changed one, and one that is gone: over real HTTP, pass after pass.
@Suite(.throttled) struct RepetitionTests {
  /// Runs `sync` once for each reply.
  private func passes(of replies: [ScriptedReply]) async throws -> Installation {
    let counter = Counter()
    let server = try LoopbackServer { _ in
      replies[min(counter.next(), replies.count) - 1]
    }
    defer { server.stop() }
    let installation = try Installation(server: server)
    for place in replies.indices {
      // Revisions are told apart by the second in which they came.
      if place > 0 { try await Task.sleep(for: .seconds(1)) }
      let output = try await installation.almanacd("sync")
      #expect(output.status == 0)
      #expect(output.stderr.isEmpty)
    }
    return installation
  }

  // B75.
  @Test func `a reading that comes again is no new row and no error`() async throws {
    let start = Reply.recent
    let times = [start, start, start, start + 600, start, start - 600]
    let installation = try await passes(of: times.map { Reply.good(at: $0) })
    #expect(
      try installation.integers("SELECT observed_at FROM observations ORDER BY 1")
        == [start - 600, start, start + 600])
  }

  // B76.
  @Test func `forecasts keep their revisions and show the newest`() async throws {
    let day = Int(Date().timeIntervalSince1970) / 86_400 * 86_400 + 36_000
    let installation = try await passes(
      of: [20.0, 22, 22].map { Reply.good(at: day, high: $0) })
    let revisions = """
      SELECT temperature_high_c FROM forecasts
      WHERE date = (SELECT min(date) FROM forecasts) ORDER BY 1
      """
    #expect(try installation.integers(revisions) == [20, 22])
    let current = """
      SELECT temperature_high_c FROM daily_forecast
      WHERE date = (SELECT min(date) FROM daily_forecast)
      """
    #expect(try installation.integers(current) == [22])
    let shown = try await installation.almanac("forecast", "--json")
    #expect(shown.status == 0)
    #expect(shown.stdout.contains("\"temperature_high_c\":22"))
    #expect(!shown.stdout.contains("\"temperature_high_c\":20"))
  }

  // B01.
  @Test func `yesterday's rain does not stay when the key is gone`() async throws {
    let counter = Counter(), start = Reply.recent
    let server = try LoopbackServer { request in
      guard request.path.hasSuffix("weather") else {
        return .json(#"{"cod":"200","list":[],"city":{"timezone":0}}"#)
      }
      let isFirst = counter.next() == 1
      let rain = isFirst ? #","rain":{"1h":2.4}"# : ""
      return .json(
        """
        {"coord":{"lon":1,"lat":1},"weather":[{"id":500,"main":"Rain","icon":"10d"}],
         "main":{"temp":20.5,"pressure":1015,"humidity":50},"dt":\(start + (isFirst ? 0 : 600)),
         "timezone":0\(rain),"cod":200}
        """)
    }
    defer { server.stop() }
    let installation = try Installation(
      """
      provider = "openweathermap"
      [providers.openweathermap]
      base_url = "\(server.base)"
      api_key = "K1"

      """ + Installation.list(1..<2))
    for _ in 0..<2 { _ = try await installation.almanacd("sync") }
    let rain = "SELECT precipitation_mm * 10 FROM observations ORDER BY observed_at"
    #expect(try installation.integers(rain) == [24, 0])
  }

  // B50.
  @Test func `numbers have a dot in every locale`() async throws {
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent, temperature: 1.5) }
    defer { server.stop() }
    var installation = try Installation(
      Installation.text(server: server, cities: 0)
        + "[[city]]\nname = \"Köln\"\nlatitude = 52.52\nlongitude = -0.05\n")
    let locales = installation.folder.file("locales")
    let made = try await Subprocess.run(
      "sh", ["-c", "mkdir \"$0\" && localedef -i de_DE -f UTF-8 \"$0/de_DE.UTF-8\"", locales])
    installation.environment["LC_ALL"] = "de_DE.UTF-8"
    // Without the sources of locales (Debian's package locales) the name alone is tested.
    if made.status == 0 { installation.environment["LOCPATH"] = locales }
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(server.received.first?.path.hasSuffix("/52.52,-0.05") == true)
    let now = try await installation.almanac("now", "--json")
    #expect(now.stdout.contains("\"temperature_c\":1.5"))
    let text = Installation.text(server: server, cities: 1)
    try installation.write(text.replacing("latitude = 1", with: "latitude = \"52,52\""))
    let comma = try await installation.almanacd("check")
    #expect(comma.status == 78)
    #expect(comma.stderr.contains("latitude"))
    #expect(comma.stderr.contains("almanac.toml:"))
  }

  @Test func `times that a wrong clock left in the future hold nothing up`() async throws {
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent) }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    try Database.execute(
      """
      UPDATE city_provider SET current_at = 2082758400, forecast_at = 2082758400,
        expires_at = 2082758400;
      UPDATE asked SET asked_at = 2082758400;
      """, in: installation.database)
    #expect(try await installation.almanacd("sync", "--due").status == 0)
    #expect(server.received.count == 2)
    #expect(
      try installation.count(
        """
        SELECT count(*) FROM city_provider
        WHERE current_at < 2082758400 AND forecast_at < 2082758400
        """) == 1)
  }
}
