import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// `almanacd run` as a process: signals, the network and systemd's protocol.
@Suite struct DaemonTests {
  @Test func `it fetches at once, then waits, and TERM ends it cleanly`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 2)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait(timeout: .seconds(5))
    #expect(output.status == 0)
    #expect(output.stderr.contains("stopping on TERM"))
    #expect(server.received.count == 2)
    #expect(try installation.count("SELECT count(*) FROM observations") == 2)
    // A clean stop leaves an empty write-ahead log for readers without write permission.
    #expect(try installation.bytes("almanac.db-wal").isEmpty)
  }

  @Test func `TERM while a request hangs ends it within two seconds`() async throws {
    let server = try LoopbackServer { _ in .silent }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 5)
    let daemon = try installation.daemon()
    await server.waitForRequests(2)
    let begun = ContinuousClock.now
    daemon.signal(SIGTERM)
    let output = await daemon.wait(timeout: .seconds(10))
    #expect(output.status == 0)
    #expect(ContinuousClock.now - begun < .seconds(2))
  }

  @Test func `HUP with a good file takes it, with a broken one keeps the old`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 1)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("1 of 1 cities"))
    try installation.write("provider = 7\n")
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("reload failed"))
    #expect(daemon.stderr.contains("almanac.toml:2"))
    try installation.write(Installation.text(server: server, cities: 3))
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("configuration reloaded: 3 cities"))
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    daemon.signal(SIGTERM)
    #expect(await daemon.wait(timeout: .seconds(5)).status == 0)
  }

  @Test func `USR1 fetches everything now`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 2)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    daemon.signal(SIGUSR1)
    await server.waitForRequests(4)
    daemon.signal(SIGINT)
    #expect(await daemon.wait(timeout: .seconds(5)).status == 0)
  }

  @Test func `Retry-After holds the whole service, over a restart too`() async throws {
    let server = try LoopbackServer { _ in
      .json("{}", status: 429, headers: [("retry-after", "3600")])
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("next try in"))
    daemon.signal(SIGTERM)
    _ = await daemon.wait(timeout: .seconds(5))
    let asked = server.received.count
    #expect(asked <= 2)
    let output = try await installation.almanacd("sync")
    #expect(output.status == 75)
    #expect(output.stderr.contains("left alone until"))
    #expect(server.received.count == asked)
  }

  @Test func `it starts without a network and fetches when there is one`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    let port = server.port
    server.stop()
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("next try in"))
    let back = try LoopbackServer(port: port) { _ in Reply.good() }
    defer { back.stop() }
    #expect(await daemon.waitForOutput("works again", timeout: .seconds(30)))
    daemon.signal(SIGTERM)
    #expect(await daemon.wait(timeout: .seconds(5)).status == 0)
  }

  @Test func `a second run or sync names the daemon`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("1 of 1 cities"))
    let begun = ContinuousClock.now
    let second = try await installation.almanacd("sync", "--due", "--quiet")
    #expect(second.status == 75)
    #expect(second.stderr.contains("\(daemon.pid)"))
    #expect(ContinuousClock.now - begun < .seconds(2))
  }

  @Test func `nothing is written to standard output, and the start line comes at once`()
    async throws
  {
    let installation = try Installation("")
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("idle", timeout: .seconds(5)))
    daemon.signal(SIGKILL)
    let output = await daemon.wait(timeout: .seconds(5))
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains("starting"))
  }
}
