import AlmanacTestKit
import FoundationEssentials
import Glibc
import SQLite
import Testing

/// TERM ends the daemon within two seconds, whatever stands in the way.
///
/// Half a second is allowed for a machine that runs many tests at once.
@Suite(.throttled) struct StoppingTests {
  static let limit = Duration.milliseconds(2500)

  /// Sends TERM and expects the end in time.
  static func stop(_ daemon: ChildProcess) async -> Subprocess.Output {
    let begun = ContinuousClock.now
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    let taken = ContinuousClock.now - begun
    #expect(output.status == 0, "\(output.stderr)")
    #expect(taken < limit, "\(taken)")
    return output
  }

  @Test func `while another process holds the write lock`() async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("3 of 3 cities"))
    let other = try Connection(path: installation.database, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    daemon.signal(SIGUSR1)
    await server.waitForRequests(5)
    let output = await Self.stop(daemon)
    #expect(output.stderr.contains("is asked for again after the next start"))
    try other.execute("ROLLBACK")
    let sync = try await installation.almanacd("sync")
    #expect(sync.status == 0)
    try installation.expectSound()
  }

  @Test func `while it starts, and another process holds the write lock`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let other = try Connection(path: installation.database, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("starting"))
    let begun = ContinuousClock.now
    daemon.signal(SIGTERM)
    _ = await daemon.wait()
    #expect(ContinuousClock.now - begun < Self.limit)
  }

  @Test func `while requests hang, with results that wait`() async throws {
    let server = try LoopbackServer { request in
      Reply.city(request) < 3 ? Reply.good() : .silent
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 6, extra: "timeout = 60")
    let daemon = try installation.daemon()
    await server.waitForRequests(4)
    _ = await Self.stop(daemon)
    #expect(try installation.count("SELECT count(*) FROM observations") == 2)
  }
}
