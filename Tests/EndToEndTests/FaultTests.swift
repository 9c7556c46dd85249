import AlmanacTestKit
import FoundationEssentials
import Testing

/// Each fault is made for real; message, exit status and store are checked.
@Suite(.throttled) struct FaultTests {
  @Test func `without a configuration it says what to do`() async throws {
    let installation = try Installation("")
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["sync", "--config", installation.folder.file("no.toml")],
      environment: installation.environment)
    #expect(output.status == 78)
    #expect(output.stderr.contains("no.toml"))
    #expect(output.stdout.isEmpty)
  }

  @Test func `without cities sync does nothing and is content`() async throws {
    let installation = try Installation("units = \"metric\"\n")
    let output = try await installation.almanacd("sync")
    #expect(output.status == 0)
    #expect(output.stdout.hasPrefix("no city is configured: add a [[city]] table to "))
    #expect(output.stdout.contains(installation.configuration))
  }

  /// A reply that is no weather: the status, a word of the message, and the class in the log.
  struct BadReply: Sendable, CustomTestStringConvertible {
    let name: String
    let reply: ScriptedReply
    let status: Int32
    let errorClass: String
    let word: String
    var testDescription: String { name }
  }

  static let badReplies: [BadReply] = [
    .init(
      name: "empty body", reply: .text(""), status: 69, errorClass: "undecodable", word: "empty"),
    .init(
      name: "login page", reply: .text("<html><body>Log in</body></html>", type: "text/html"),
      status: 75, errorClass: "captive", word: "log"),
    .init(
      name: "prose as JSON", reply: .json("Sorry, this place is unknown, use ~1,2"), status: 69,
      errorClass: "undecodable", word: "Sorry, this place is unknown"),
    .init(
      name: "truncated JSON", reply: .json(String(Reply.body().prefix(200))), status: 69,
      errorClass: "undecodable", word: "JSON"),
    .init(
      name: "short against its length",
      reply: .raw("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n\(Reply.body())"), status: 69,
      errorClass: "connection", word: "127.0.0.1"),
    .init(
      name: "half a header", reply: .raw("HTTP/1.1 200 OK\r\nContent-Ty"), status: 69,
      errorClass: "connection", word: "127.0.0.1"),
    .init(
      name: "nested beyond reason",
      reply: .json(String(repeating: "[", count: 100_000)), status: 69,
      errorClass: "undecodable", word: "JSON"),
    .init(
      name: "forty megabytes",
      reply: .reply(body: [UInt8](repeating: 0x20, count: 40 << 20)), status: 69,
      errorClass: "too_large", word: "8"),
    .init(
      name: "404", reply: .json(#"{"code":404,"error":"Not Found"}"#, status: 404), status: 69,
      errorClass: "place", word: "Not Found"),
    .init(
      name: "401", reply: .json(#"{"code":401,"error":"bad key"}"#, status: 401), status: 77,
      errorClass: "key", word: "key"),
    .init(
      name: "429", reply: .json("{}", status: 429, headers: [("retry-after", "40")]), status: 75,
      errorClass: "quota", word: "429"),
    .init(
      name: "500", reply: .json(#"{"message":"Internal Server Error"}"#, status: 500), status: 69,
      errorClass: "service", word: "500"),
  ]

  @Test(arguments: badReplies)
  func `a reply that is no weather is told and stores nothing`(bad: BadReply) async throws {
    let server = try LoopbackServer { _ in bad.reply }
    defer { server.stop() }
    let installation = try Installation(server: server, key: "SECRET123")
    let output = try await installation.almanacd("sync")
    #expect(output.status == bad.status)
    #expect(output.stderr.contains(bad.word))
    #expect(output.stderr.contains("city-1"))
    #expect(try installation.count("SELECT count(*) FROM observations") == 0)
    let classes = "SELECT count(*) FROM sync_log WHERE error_class = '\(bad.errorClass)'"
    #expect(try installation.count(classes) > 0)
    #expect(!(output.stderr + output.stdout).contains("SECRET123"))
    let stored = try installation.bytes("almanac.db") + installation.bytes("almanac.db-wal")
    #expect(!String(decoding: stored, as: UTF8.self).contains("SECRET123"))
  }

  @Test func `a refused connection is a failure of the service`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    server.stop()
    let output = try await installation.almanacd("sync")
    #expect(output.status == 69)
    #expect(output.stderr.contains("connection refused"))
  }

  @Test func `a name that does not resolve is a matter of the network`() async throws {
    let installation = try Installation(
      """
      provider = "stub"
      [providers.stub]
      kind = "dark-sky"
      base_url = "https://weather.invalid"
      api_key = "K1"
      [[city]]
      name = "Oslo"
      latitude = 59.9
      longitude = 10.7
      """)
    let output = try await installation.almanacd("sync")
    #expect(output.status == 75)
    #expect(output.stderr.contains("weather.invalid"))
  }

  @Test func `some bad cities cost the others nothing`() async throws {
    let server = try LoopbackServer { request in
      switch Reply.city(request) {
      case 2: .json("{}", status: 500)
      case 4: .json("garbage")
      default: Reply.good()
      }
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 5)
    let output = try await installation.almanacd("sync")
    #expect(output.status == 1)
    #expect(output.stdout.hasPrefix("synced 3 of 5 "))
    #expect(try installation.count("SELECT count(*) FROM observations") == 3)
    let failing = "SELECT count(DISTINCT city) FROM sync_log WHERE error_class IS NOT NULL"
    #expect(try installation.count(failing) == 2)
  }

  @Test func `running again adds nothing`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    #expect(try await installation.almanacd("sync").stdout.contains("9 new rows"))
    #expect(try await installation.almanacd("sync").stdout.contains("0 new rows, 9 unchanged"))
    #expect(try installation.count("SELECT count(*) FROM observations") == 3)
    #expect(try installation.count("SELECT count(*) FROM forecasts") == 6)
  }

  @Test func `a refused key stops the service at once`() async throws {
    let server = try LoopbackServer { _ in .json(#"{"error":"permission denied"}"#, status: 403) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 20)
    let output = try await installation.almanacd("sync")
    #expect(output.status == 77)
    #expect(server.received.count <= 2)
  }

  @Test func `a second sync names the first and leaves it alone`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply.good().after(gate) }
    defer { server.stop() }
    let installation = try Installation(server: server)
    async let first = installation.almanacd("sync")
    await server.waitForRequests(1)
    let second = try await installation.almanacd("sync")
    #expect(second.status == 75)
    #expect(second.stderr.contains("sync"))
    #expect(!second.stderr.contains("database is locked"))
    gate.open()
    #expect(try await first.status == 0)
    #expect(server.received.count == 1)
  }

  @Test func `a foreign database is left as it is`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    try Database.execute(
      "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)", in: installation.database)
    let before = try installation.bytes("almanac.db")
    let output = try await installation.almanacd("sync")
    #expect(output.status == 65)
    #expect(output.stderr.contains("almanac.db"))
    #expect(try installation.bytes("almanac.db") == before)
  }
}
