import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// The database is removed or replaced under the running daemon.
@Suite(.throttled) struct DisplacedDatabaseTests {
  let counter = Counter()

  /// A daemon that has stored its first reading of two cities.
  func started() async throws -> (LoopbackServer, Installation, ChildProcess) {
    let counter = counter
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    let installation = try Installation(server: server, cities: 2)
    let daemon = try installation.daemon()
    try #require(await daemon.waitForOutput("2 of 2 cities"))
    return (server, installation, daemon)
  }

  func expectOnce(_ words: String, _ daemon: ChildProcess) {
    #expect(daemon.stderr.ranges(of: words).count == 1, "\(daemon.stderr)")
  }

  @Test func `a removed one is begun anew, once said, and locked again`() async throws {
    let (server, installation, daemon) = try await started()
    defer { server.stop() }
    for name in try Fixture.names(in: installation.folder.path) where name.hasPrefix("almanac.db") {
      unlink(installation.folder.file(name))
    }
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("2 of 2 cities", times: 2))
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("2 of 2 cities", times: 3))
    expectOnce("was removed while it was in use; a new one was begun", daemon)
    #expect(try await installation.almanacd("sync").status == 75)
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(try installation.count("SELECT count(*) FROM observations") == 4)
    #expect(try installation.count("SELECT count(*) FROM forecasts") > 0)
    #expect(try await installation.almanac("now").status == 0)
    try installation.expectSound()
  }

  @Test func `one that is replaced by its backup is gone on with`() async throws {
    let (server, installation, daemon) = try await started()
    defer { server.stop() }
    let copy = installation.folder.file("copy.db")
    #expect(try await installation.almanacd("backup", copy).status == 0)
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("2 of 2 cities", times: 2))
    #expect(try installation.count("SELECT count(*) FROM observations") == 4)
    rename(copy, installation.database)
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("2 of 2 cities", times: 3))
    expectOnce("was replaced by another file, which is used from now on", daemon)
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    // Two of the backup and two that came after it.
    #expect(try installation.count("SELECT count(*) FROM observations") == 4)
    try installation.expectSound()
  }

  @Test func `something else in its place is left alone, and no row is lost meanwhile`()
    async throws
  {
    let (server, installation, daemon) = try await started()
    defer { server.stop() }
    let kept = installation.folder.file("kept.db"), mine = installation.folder.file("mine.db")
    try Database.execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)", in: mine)
    // In one step: a file that is empty for a moment would be taken for a new database.
    link(installation.database, kept)
    rename(mine, installation.database)
    let before = try installation.bytes("almanac.db")
    daemon.signal(SIGUSR1)
    try #require(await daemon.waitForOutput("is no database of Almanac"), "\(daemon.stderr)")
    #expect(try installation.bytes("almanac.db") == before)
    rename(kept, installation.database)
    #expect(await daemon.waitForOutput("can be written again"))
    expectOnce("is no database of Almanac", daemon)
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(try installation.count("SELECT count(*) FROM observations") == 4)
    try installation.expectSound()
  }

  @Test func `another one in the configuration is said to need a restart`() async throws {
    let (server, installation, daemon) = try await started()
    defer { server.stop() }
    let other = installation.folder.file("other.db")
    let text = Installation.text(server: server, cities: 2)
    let path = try installation.folder.write("almanac.toml", "database = \"\(other)\"\n" + text)
    chmod(path, 0o600)
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("names another database, \(other)"))
    #expect(daemon.stderr.contains("stays in use until almanacd is restarted"))
    #expect(!Fixture.exists(other))
    try installation.write(text)
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("configuration reloaded", times: 2))
    expectOnce("names another database", daemon)
  }
}
