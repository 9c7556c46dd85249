import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing
import Weather

/// Services with manners of their own, and replies that lie on the disk, through the programs.
@Suite(.throttled) struct ServiceTests {
  private static let stamp = "Wed, 01 Jul 2026 10:00:00 GMT"

  private static func configuration(_ kind: String, _ server: LoopbackServer) -> String {
    """
    provider = "\(kind)"
    contact = "you@example.org"
    [providers.\(kind)]
    base_url = "\(server.base)"
    [[city]]
    name = "Berlin"
    latitude = 52.52
    longitude = 13.41

    """
  }

  /// A forecast of MET Norway from this hour on.
  private static func metNorway() -> String {
    let hour = Date().unixSeconds / 3600 * 3600
    let steps = (0..<3).map { step in
      let time = LocalTime(
        Date(unixSeconds: hour + Int64(step) * 3600), utcOffsetSeconds: 0
      ).rfc3339
      return #"{"time":"\#(time)","data":{"instant":{"details":{"air_temperature":\#(step)}},"#
        + #""next_1_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":1}}}}"#
    }
    return #"{"properties":{"timeseries":[\#(steps.joined(separator: ","))]}}"#
  }

  @Test func `MET Norway is asked again only after Expires, and then whether anything changed`()
    async throws
  {
    let server = try LoopbackServer { request in
      let until = request.header("If-Modified-Since") == nil ? "10:00:00" : "11:00:00"
      let headers = [
        ("Date", Self.stamp), ("Expires", "Wed, 01 Jul 2026 \(until) GMT"),
        ("Last-Modified", "Tue, 30 Jun 2026 09:59:59 GMT"),
      ]
      return request.header("If-Modified-Since") == nil
        ? .json(Self.metNorway(), headers: headers) : .reply(status: 304, headers: headers)
    }
    defer { server.stop() }
    let installation = try Installation(
      Self.configuration("met-norway", server) + "timezone = \"Europe/Berlin\"\n")
    #expect(try await installation.almanacd("sync").status == 0)
    let rows = try installation.count("SELECT count(*) FROM forecasts")
    #expect(rows > 0)
    try Database.execute(
      "UPDATE forecast_day SET fetched_at = fetched_at - 50, confirmed_at = confirmed_at - 50",
      in: installation.database)
    // It had expired at once: the second pass asks, and hears that all still holds.
    let second = try await installation.almanacd("sync")
    #expect(second.status == 0 && second.stdout.contains("0 new rows, \(rows) unchanged"))
    #expect(server.received.count == 2)
    #expect(
      server.received.last?.header("If-Modified-Since") == "Tue, 30 Jun 2026 09:59:59 GMT")
    #expect(server.received.last?.header("User-Agent")?.contains("you@example.org") == true)
    #expect(
      try installation.count("SELECT count(*) FROM forecasts WHERE confirmed_at > fetched_at")
        == rows)
    // That answer holds for an hour: nobody is asked.
    let third = try await installation.almanacd("sync")
    #expect(third.status == 0 && third.stdout.contains("nothing is due"))
    #expect(server.received.count == 2)
  }

  @Test func `MET Norway without a zone is refused, unless another service names one`()
    async throws
  {
    let server = try LoopbackServer { request in
      request.path.hasPrefix("/weatherapi") ? .json(Self.metNorway()) : Reply.good()
    }
    defer { server.stop() }
    let text = Self.configuration("met-norway", server)
    let installation = try Installation(text)
    let refused = try await installation.almanacd("sync")
    #expect(refused.status == 78)
    #expect(refused.stderr.contains("berlin") && refused.stderr.contains("timezone ="))
    try installation.write(
      text + "providers = [\"met-norway\", \"stub\"]\n[providers.stub]\nkind = \"dark-sky\"\n"
        + "base_url = \"\(server.base)\"\n")
    let output = try await installation.almanacd("sync")
    #expect(output.status == 0, "\(output.stderr)")
    let count = "SELECT count(*) FROM observations WHERE provider = 'met-norway'"
    #expect(try installation.count(count) == 1)
    // Remembered, it holds without that service too.
    try installation.write(text)
    #expect(try await installation.almanacd("check").status == 0)
  }

  @Test func `the steps of NWS are remembered, and a place abroad is said to be one`() async throws
  {
    let server = try LoopbackServer { request in
      let name: String
      switch request.path {
      case "/points/30,-85": name = "points"
      case "/gridpoints/TAE/58,65/stations": name = "stations"
      case "/gridpoints/TAE/58,65/forecast": name = "forecast_days"
      case "/stations/KAAF/observations/latest": name = "observation_latest"
      default: return .json((try? Fixture.text("nws/error_404.json")) ?? "", status: 404)
      }
      return .json((try? Fixture.text("nws/\(name).json")) ?? "")
    }
    defer { server.stop() }
    let text = Self.configuration("nws", server)
    let abroad = try Installation(text)
    let refused = try await abroad.almanacd("sync")
    #expect(refused.status == 69 && refused.stderr.contains("place unknown (404)"))
    let home = text.replacing("52.52", with: "30.0").replacing("13.41", with: "-85.0")
    let installation = try Installation(home)
    let asked = server.received.count
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(server.received.count == asked + 4)
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(server.received.count == asked + 6)
    #expect(
      try installation.count("SELECT count(*) FROM observations WHERE basis = 'station'") == 1)
    #expect(try installation.count("SELECT count(*) FROM daily_forecast") == 3)
    #expect(
      try installation.count("SELECT count(*) FROM cities WHERE timezone = 'America/New_York'")
        == 1)
    // A recorded pass has the whole chain in it, whatever is remembered.
    let folder = installation.folder.file("replies")
    #expect(try await installation.almanacd("sync", "--record", folder).status == 0)
    #expect(server.received.count == asked + 10)
    let replayed = try Installation(
      home.replacing("base_url = \"\(server.base)\"", with: "kind = \"file\"\npath = \"\(folder)\"")
    )
    let output = try await replayed.almanacd("sync")
    #expect(output.status == 0, "\(output.stderr)")
    let rows = "SELECT * FROM observations"
    #expect(
      try Database.texts(rows, in: replayed.database)
        == Database.texts(rows, in: installation.database))
    #expect(try replayed.count("SELECT count(*) FROM daily_forecast") == 3)
  }

  @Test func `a recorded pass replays to the same rows, without the key`() async throws {
    let server = try LoopbackServer { request in
      Reply.good(temperature: 10 + Double(Reply.city(request)))
    }
    let installation = try Installation(server: server, cities: 3, key: "canary-5512")
    let folder = installation.folder.file("replies")
    #expect(try await installation.almanacd("sync", "--record", folder).status == 0)
    server.stop()
    let names = try Fixture.names(in: "\(folder)/stub")
    #expect(names.count == 6 && names.contains("city-2-forecast.json"))
    for name in names {
      #expect(!(try Fixture.text(at: "\(folder)/stub/\(name)")).contains("canary"))
    }
    let text = Installation.text(server: server, cities: 3)
      .replacing("kind = \"dark-sky\"", with: "kind = \"file\"\npath = \"\(folder)\"")
      .replacing("base_url = \"\(server.base)\"", with: "")
      .replacing("api_key = \"K1\"", with: "")
    let replayed = try Installation(text)
    let output = try await replayed.almanacd("sync")
    #expect(output.status == 0, "\(output.stderr)")
    for view in ["observations", "forecasts"] {
      let rows = "SELECT * FROM \(view)"
      #expect(try Database.texts(rows, in: replayed.database).count > 2)
      #expect(
        try Database.texts(rows, in: replayed.database)
          == Database.texts(rows, in: installation.database))
    }
  }

  @Test func `files that others fetched are read by city, and a missing one is named`()
    async throws
  {
    let text = """
      provider = "kept"
      [providers.kept]
      kind = "file"
      format = "dark-sky"
      path = "replies"
      [[city]]
      name = "One"
      latitude = 1
      longitude = 1
      [[city]]
      name = "Two"
      latitude = 2
      longitude = 2

      """
    let installation = try Installation(text)
    mkdir(installation.folder.file("replies"), 0o755)
    try installation.folder.write("replies/one.json", Reply.body(temperature: 7.5))
    let output = try await installation.almanacd("sync")
    #expect(output.status == 1)
    #expect(output.stderr.contains("two-forecast.json"))
    let right = "SELECT count(*) FROM observations WHERE city = 'one' AND temperature_c = 7.5"
    #expect(try installation.count(right) == 1)
    // One file is the reply for all.
    try installation.write(text.replacing("\"replies\"", with: "\"replies/one.json\""))
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(try installation.count("SELECT count(*) FROM observations") == 2)
  }

  @Test func `a file service that can't be read is said at the start`() async throws {
    let installation = try Installation(
      "provider = \"kept\"\n[providers.kept]\nkind = \"file\"\npath = \"nowhere\"\n"
        + "[[city]]\nname = \"One\"\nlatitude = 1\nlongitude = 1\n")
    let output = try await installation.almanacd("sync")
    #expect(output.status == 78 && output.stderr.contains("`format`"))
  }
}

extension Fixture {
  /// The text of any file.
  fileprivate static func text(at path: String) throws -> String {
    String(decoding: try read(path), as: UTF8.self)
  }
}
