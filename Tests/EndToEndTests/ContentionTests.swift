import AlmanacTestKit
import Glibc
import SQLite
import Testing

/// Another process writes to the same database.
@Suite(.throttled) struct ContentionTests {
  // B71. A few seconds are waited for, a long time is said once; `nil` is until it is said.
  @Test(arguments: Installation.isSoaking ? [3, nil, 20] : [3, nil])
  func `a database that is locked for a while gets its rows later`(seconds: Int?) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("1 of 1 city"))
    let other = try Connection(path: installation.database, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    daemon.signal(SIGUSR1)
    await server.waitForRequests(2)
    #expect(try await installation.almanac("now").status == 0)
    if let seconds {
      // The time that the lock is held is the fault itself.
      try await Task.sleep(for: .seconds(seconds))
    } else {
      #expect(await daemon.waitForOutput("another process"))
    }
    try other.execute("ROLLBACK")
    if seconds == nil { #expect(await daemon.waitForOutput("can be written again")) }
    #expect(await daemon.waitForOutput("1 of 1 city", times: 2))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    #expect(try installation.count("SELECT count(*) FROM observations") == 2)
    #expect(output.stderr.ranges(of: "another process").count <= 1)
    #expect(!output.stderr.contains("database is locked"))
  }

  // B65.
  @Test func `sync beside a daemon that waits for a reply ends at once`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply.good().after(gate) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 2, extra: "timeout = 60")
    let daemon = try installation.daemon()
    await server.waitForRequests(2)
    let second = try await installation.almanacd("sync")
    #expect(second.status == 75)
    #expect(second.stderr.contains("\(daemon.pid)"))
    #expect(second.stderr.split(separator: "\n").count == 1)
    gate.open()
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    #expect(server.received.count == 2)
  }
}
