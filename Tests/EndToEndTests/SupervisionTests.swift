import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// The daemon under a supervisor: ready, alive, stopped, asleep.
@Suite(.throttled) struct SupervisionTests {
  // B95.
  @Test func `it is ready without a network, and fetches when there is one`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    let port = server.port
    server.stop()
    let systemd = try NotifySocket()
    let daemon = try installation.daemon(variables: ["NOTIFY_SOCKET": systemd.path])
    #expect(await daemon.waitForOutput("next try in"))
    #expect(systemd.count("READY=1\nSTATUS=1 city") == 1)
    #expect(daemon.stderr.contains("connection refused"))
    let back = try LoopbackServer(port: port) { _ in Reply.good() }
    defer { back.stop() }
    #expect(await daemon.waitForOutput("works again", timeout: .seconds(60)))
    #expect(try installation.count("SELECT count(*) FROM observations") == 1)
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(systemd.count("READY=1") == 1)
    #expect(systemd.count("STOPPING=1") == 1)
  }

  // B96.
  @Test func `the watchdog is served while a request hangs`() async throws {
    let server = try LoopbackServer { _ in .silent }
    defer { server.stop() }
    let installation = try Installation(server: server, extra: "timeout = 60")
    let systemd = try NotifySocket()
    let daemon = try installation.daemon(
      variables: ["NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "4000000"])
    await server.waitForRequests(1)
    let before = systemd.count("WATCHDOG=1"), begun = ContinuousClock.now
    // Three half periods and a little: what is tested is that time alone brings signs of life.
    try await Task.sleep(for: .seconds(6.8))
    let periods = Int((ContinuousClock.now - begun) / .seconds(2))
    #expect((2...periods + 1).contains(systemd.count("WATCHDOG=1") - before))
    #expect(systemd.count("READY=1") == 1)
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
  }

  // B97.
  @Test func `TERM at any moment, and twice, ends it in order`() async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    for round in 0..<5 {
      var expected = counter.value + 3
      let daemon = try installation.daemon()
      if round > 0 {
        #expect(await daemon.waitForOutput("running for 3 cities"))
        expected = counter.value + 3
        daemon.signal(SIGUSR1)
      }
      await server.waitForRequests(expected)
      daemon.signal(SIGTERM)
      daemon.signal(SIGTERM)
      let output = await daemon.wait()
      #expect(output.status == 0)
      #expect(!output.timedOut)
      #expect(output.stderr.hasSuffix("stopped\n"))
      try KillTests.expectWhole(installation)
    }
  }

  @Test func `signals that come while it starts are not lost and do not kill it`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    for _ in 0..<5 {
      let daemon = try installation.daemon()
      #expect(await daemon.waitForOutput("starting"))
      daemon.signal(SIGUSR1)
      daemon.signal(SIGHUP)
      daemon.signal(SIGTERM)
      let output = await daemon.wait()
      #expect(output.status == 0)
      #expect(output.stderr.contains("stopping on TERM"))
      #expect(output.stderr.hasSuffix("stopped\n"))
    }
  }

  // B99.
  @Test func `what is written is there at once, and a kill loses none of it`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("starting"))
    #expect(await daemon.waitForOutput("1 of 1 city, 3 new rows"))
    daemon.signal(SIGKILL)
    let output = await daemon.wait()
    #expect(output.stderr.split(separator: "\n").count == 3)
    #expect(output.stdout.isEmpty)
  }

  // B62.
  @Test func `after a sleep one round is made up for, not all of them`() async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let text = Installation.text(server: server, cities: 2)
    let installation = try Installation(
      "spread = 0\n" + text.replacing("schedule = \"365d\"", with: "schedule = \"1s\""))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    daemon.signal(SIGSTOP)
    // Longer than the rounds that are then waited for.
    try await Task.sleep(for: .seconds(6))
    let before = server.received.count
    let woken = ContinuousClock.now
    daemon.signal(SIGCONT)
    await server.waitForRequests(before + 10)
    let made = server.received.map(\.arrivedAt).filter { $0 >= woken }
    #expect(made.count >= 8)
    // Had the missed rounds been made up for, all would have come in one moment.
    #expect(made[7] - made[0] > .seconds(1.5))
  }
}
