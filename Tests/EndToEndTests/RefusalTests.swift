import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// What `almanacd` won't do, and how it says so.
@Suite(.throttled) struct RefusalTests {
  @Test func `an unknown city is named with the nearest known one`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    let output = try await installation.almanacd("sync", "--city", "city-22")
    #expect(output.status == 64)
    #expect(output.stderr.contains("did you mean city-2?"))
    #expect(server.received.isEmpty)
    #expect(!Fixture.exists(installation.database))
  }

  @Test func `a folder in the configuration's place is told as one`() async throws {
    let installation = try Installation("")
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["sync", "--config", installation.folder.path],
      environment: installation.environment)
    #expect(output.status == 77)
    #expect(output.stderr.contains(installation.folder.path))
    #expect(output.stderr.contains("directory") || output.stderr.contains("folder"))
  }

  @Test(.enabled(if: Installation.isRoot, "only root can become another user"))
  func `a key file that may not be read is named`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let text = Installation.text(server: server, cities: 1)
    let installation = try Installation(
      text.replacing("api_key = \"K1\"", with: "api_key_file = \"stub.key\""))
    let key = try installation.folder.write("stub.key", "SECRET123")
    chmod(key, 0o600)
    chmod(installation.folder.path, 0o777)
    chmod(installation.configuration, 0o644)
    let program = installation.folder.file("almanacd")
    let script = """
      cp "\(Fixture.product("almanacd"))" "\(program)" && exec setpriv --reuid=65534 \
        --regid=65534 --clear-groups "\(program)" sync --config "\(installation.configuration)"
      """
    let output = try await Subprocess.run(
      "sh", ["-c", script], environment: installation.environment)
    #expect(output.status == 78)
    #expect(output.stderr.contains(key))
    #expect(server.received.isEmpty)
  }

  @Test func `an empty file becomes a database`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    try installation.folder.write("almanac.db", "")
    #expect(try await installation.almanac("now").status == 1)
    let output = try await installation.almanacd("sync")
    #expect(output.status == 0)
    #expect(try installation.count("SELECT count(*) FROM observations") == 1)
    #expect(try installation.setAside().isEmpty)
  }

  @Test func `a file that was never a database is left as it is`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let notes = try installation.folder.write("notes.txt", "milk, eggs\n")
    let before = try Fixture.names(in: installation.folder.path)
    for command in ["sync", "run", "sync"] {
      let output = try await installation.almanacd(command, "--db", notes)
      #expect(output.status == 65)
      #expect(output.stderr.contains("\(notes) is no database of Almanac; it is left as it is."))
    }
    #expect(try await installation.almanac("now", "--db", notes).status == 65)
    #expect(try installation.bytes("notes.txt") == Array("milk, eggs\n".utf8))
    #expect(try Fixture.names(in: installation.folder.path) == before)
    #expect(server.received.isEmpty)
  }

  @Test func `a newer database is left as it is`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    try Database.execute(
      """
      INSERT INTO migration (name, sha256, applied_at) VALUES ('9999_later.sql', 'x', 1);
      PRAGMA wal_checkpoint(TRUNCATE)
      """, in: installation.database)
    let before = try installation.bytes("almanac.db")
    for command in ["sync", "run"] {
      let output = try await installation.almanacd(command)
      #expect(output.status == 65)
      #expect(output.stderr.contains(installation.database))
      #expect(output.stderr.contains("newer"))
    }
    #expect(try installation.bytes("almanac.db") == before)
    #expect(server.received.count == 1)
  }

  @Test func `plain http beyond this machine is refused with the setting that allows it`()
    async throws
  {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let text = Installation.text(server: server, cities: 1)
    let installation = try Installation(
      text.replacing(server.base, with: "http://weather.example.org"))
    let output = try await installation.almanacd("sync")
    #expect(output.status == 78)
    #expect(output.stderr.contains("allow_insecure = true"))
  }

  @Test(arguments: ["path", "query:appid", "header"])
  func `a redirect to another host is never followed with a key`(place: String) async throws {
    let other = try LoopbackServer { _ in Reply.good() }
    let server = try LoopbackServer { request in
      .redirect(to: "http://127.0.0.1:\(other.port)\(request.target)")
    }
    defer {
      server.stop()
      other.stop()
    }
    let installation = try Installation(server: server, extra: "key_in = \"\(place)\"")
    let output = try await installation.almanacd("sync")
    #expect(output.status == 75)
    #expect(other.received.isEmpty)
    #expect(output.stderr.contains("redirect"))
  }

  @Test func `a configuration beyond its quota is refused by check and warned of by run`()
    async throws
  {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(
      Installation.text(
        server: server, cities: 2, extra: "max_requests_per_hour = 7", schedule: "15m"))
    let words = "8 requests an hour are more than the 7 that are allowed"
    let check = try await installation.almanacd("check")
    #expect(check.status == 78)
    #expect(check.stderr.contains(words))
    #expect(check.stdout.contains("2 cities, 192 requests a day"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    try installation.write(
      Installation.text(
        server: server, cities: 1, extra: "max_requests_per_hour = 3", schedule: "15m"))
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("configuration reloaded: 1 city\n"))
    #expect(await daemon.waitForOutput("4 requests an hour are more than the 3"))
    let first = try #require(daemon.stderr.split(separator: "\n").first { $0.contains(words) })
    #expect(first.contains(" warning "))
  }
}
