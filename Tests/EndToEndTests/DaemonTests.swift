import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// `almanacd run` as a process: signals, the network and systemd's protocol.
@Suite(.throttled) struct DaemonTests {
  @Test func `it fetches at once, then waits, and TERM ends it cleanly`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 2)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    #expect(output.stderr.contains("stopping on TERM"))
    #expect(server.received.count == 2)
    #expect(try installation.count("SELECT count(*) FROM observations") == 2)
    // A clean stop leaves an empty write-ahead log for readers without write permission.
    #expect(try installation.bytes("almanac.db-wal").isEmpty)
  }

  // Two seconds on an idle machine; what is tested is that it does not wait for the reply.
  @Test func `TERM while a request hangs ends it at once`() async throws {
    let server = try LoopbackServer { _ in .silent }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 5, extra: "timeout = 60")
    let daemon = try installation.daemon()
    await server.waitForRequests(2)
    let begun = ContinuousClock.now
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    #expect(ContinuousClock.now - begun < .seconds(20))
  }

  @Test func `HUP with a good file takes it, with a broken one keeps the old`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 1)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("1 of 1 city"))
    try installation.write("provider = 7\n")
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("reload failed"))
    #expect(daemon.stderr.contains("almanac.toml:2"))
    // The store is told once the service manager was.
    let deadline = ContinuousClock.now + .seconds(60)
    var text = ""
    while !text.contains("Reload failed"), ContinuousClock.now < deadline {
      text = try await installation.almanac("status", "--db", installation.database).stdout
    }
    #expect(text.contains(", the old configuration stays in force"))
    #expect(text.contains("almanac.toml:2"))
    try installation.write(Installation.text(server: server, cities: 3))
    daemon.signal(SIGHUP)
    #expect(await daemon.waitForOutput("configuration reloaded: 3 cities"))
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    #expect(
      try await installation.almanac("status", "--json").stdout.contains("\"reload_error\":null"))
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
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
    #expect(await daemon.wait().status == 0)
  }

  @Test(arguments: [429, 503])
  func `Retry-After holds the whole service, over a restart too`(status: Int) async throws {
    let server = try LoopbackServer { _ in
      .json("{}", status: status, headers: [("retry-after", "3600")])
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("next try in"))
    daemon.signal(SIGTERM)
    _ = await daemon.wait()
    let asked = server.received.count
    #expect(asked <= 2)
    #expect(try await installation.almanac("status").stdout.contains("stub is paused for"))
    let output = try await installation.almanacd("sync")
    #expect(output.status == 75)
    #expect(output.stderr.contains("left alone until"))
    #expect(server.received.count == asked)
  }

  @Test func `a second run or sync names the daemon`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("1 of 1 city"))
    let begun = ContinuousClock.now
    let second = try await installation.almanacd("sync", "--due", "--quiet")
    #expect(second.status == 75)
    #expect(second.stderr.contains("\(daemon.pid)"))
    #expect(ContinuousClock.now - begun < .seconds(20))
  }

  @Test func `nothing is written to standard output, and the start line comes at once`()
    async throws
  {
    let installation = try Installation("")
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("idle"))
    daemon.signal(SIGKILL)
    let output = await daemon.wait()
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains("starting"))
  }
}
