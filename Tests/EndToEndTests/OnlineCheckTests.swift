import AlmanacTestKit
import Testing

/// `almanacd check --online` asks, books what that costs, and changes nothing else.
@Suite(.throttled) struct OnlineCheckTests {
  /// All that a check must leave alone.
  private static let kept = [
    "SELECT * FROM city", "SELECT * FROM city_offset", "SELECT * FROM city_provider",
    "SELECT * FROM quota", "SELECT * FROM service", "SELECT * FROM asked", "SELECT * FROM sync_run",
    "SELECT * FROM fetch", "SELECT * FROM observations", "SELECT * FROM forecasts",
  ]

  private static func rows(_ installation: Installation) throws -> [[String]] {
    try kept.map { try Database.texts($0, in: installation.database) }
  }

  private static let limit = "max_requests_per_day = 500"

  @Test func `what a check costs is booked, and nothing else is written`() async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3, extra: Self.limit)
    #expect(try await installation.almanacd("sync").status == 0)
    let rows = try Self.rows(installation)
    let spent = try installation.count("SELECT total(cost) FROM ledger")
    // Another list, a moved city, another limit: what a check is there to look at.
    try installation.write(
      Installation.text(
        server: server, cities: 1, extra: "max_requests_per_day = 400"
      ).replacing("schedule = \"365d\"", with: "schedule = \"1h\"")
        + "[[city]]\nname = \"Elsewhere\"\nlatitude = 50\nlongitude = 50\n")
    let check = try await installation.almanacd("check", "--online")
    #expect(check.status == 0, "\(check.stderr)")
    #expect(check.stdout.contains("service stub, asked about city-1: answers"))
    #expect(server.received.count == 4)
    #expect(try installation.count("SELECT total(cost) FROM ledger") == spent + 1)
    #expect(try Self.rows(installation) == rows)
  }

  @Test func `a check takes no zone over from a service`() async throws {
    let reply = Reply.body().replacing("\"UTC\"", with: "\"Asia/Tokyo\"")
    let counter = Counter()
    let server = try LoopbackServer { _ in
      counter.next() == 1 ? Reply.good() : .json(reply)
    }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    // As a city is that was found by its name: its zone is the gazetteer's.
    try Database.execute(
      "UPDATE city SET timezone = 'Europe/Paris', zone_is_guess = 1; DELETE FROM city_offset",
      in: installation.database)
    #expect(try await installation.almanacd("check", "--online").status == 0)
    #expect(server.received.count == 2)
    let zones = "SELECT timezone FROM city"
    #expect(try Database.text(zones, in: installation.database) == ["Europe/Paris"])
    #expect(try installation.count("SELECT count(*) FROM city_offset") == 0)
  }

  @Test func `without a database none is made, and it is said that nothing is booked`()
    async throws
  {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let names = try Fixture.names(in: installation.folder.path)
    let check = try await installation.almanacd("check", "--online")
    #expect(check.status == 0)
    #expect(check.stderr.contains("not booked"), "\(check.stderr)")
    #expect(try Fixture.names(in: installation.folder.path) == names)
  }

  @Test func `what a service says is in the words and in the status`() async throws {
    let server = try LoopbackServer { _ in .json("{}", status: 401) }
    let other = try LoopbackServer { _ in Reply.good() }
    defer {
      server.stop()
      other.stop()
    }
    let text = Installation.text(server: server, cities: 1)
    let installation = try Installation(text)
    let refused = try await installation.almanacd("check", "--online")
    #expect(refused.status == 77)
    #expect(refused.stderr.contains("service stub, asked about city-1: key"))
    try installation.write(
      """
      \(text)providers = ["stub", "second"]
      [providers.second]
      kind = "dark-sky"
      base_url = "\(other.base)"
      api_key = "K2"

      """)
    let partly = try await installation.almanacd("check", "--online")
    #expect(partly.status == 1)
    #expect(partly.stdout.contains("service second, asked about city-1: answers"))
  }

  @Test func `a quota that is used up is kept by a check, too`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(
      "schedule = \"12h\"\n"
        + Installation.text(server: server, cities: 1, extra: "max_requests_per_day = 2")
        .replacing("schedule = \"365d\"\n", with: ""))
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(try await installation.almanacd("check", "--online").status == 0)
    let third = try await installation.almanacd("check", "--online")
    #expect(third.status == 75, "\(third.stderr)")
    #expect(third.stderr.contains("quota"))
    #expect(server.received.count == 2)
  }
}
