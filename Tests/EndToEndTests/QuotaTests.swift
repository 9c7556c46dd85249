import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// Limits hold across passes, restarts and programs.
@Suite(.throttled) struct QuotaTests {
  @Test func `a limit of the day stops every further request`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(
      server: server, cities: 5, extra: "max_requests_per_day = 8")
    #expect(try await installation.almanacd("sync").status == 0)
    let second = try await installation.almanacd("sync")
    #expect(second.status == 1)
    #expect(second.stderr.contains("the limit of 8 requests a day is used up"))
    let third = try await installation.almanacd("sync")
    #expect(third.status == 75)
    #expect(server.received.count == 8)
    #expect(server.peakConnections <= 2)
  }

  @Test func `failures count, so that a failing service is not hammered`() async throws {
    let server = try LoopbackServer { _ in .json("{}", status: 500) }
    defer { server.stop() }
    let installation = try Installation(
      server: server, cities: 50, extra: "max_requests_per_hour = 6")
    for _ in 0..<3 { _ = try await installation.almanacd("sync") }
    #expect(server.received.count <= 6)
  }

  /// The ends come at any time: before the first request, while one is under way, after the last.
  @Test func `fifty restarts send no more requests than running through`() async throws {
    let cities = 40
    let server = try LoopbackServer { _ in Reply.good().after(.milliseconds(20)) }
    defer { server.stop() }
    // Its next time is far away, and so is the time when a lost answer is asked for again.
    let installation = try Installation(
      Installation.text(server: server, cities: cities)
        .replacing("schedule = \"365d\"", with: "schedule = \"20y\""))
    let ends = [(["run"], SIGKILL), (["run"], SIGTERM), (["sync", "--due"], SIGKILL)]
    for restart in 0..<50 {
      let (command, signal) = ends[restart % ends.count]
      let program = try ChildProcess(
        Fixture.product("almanacd"), command + ["--config", installation.configuration],
        environment: installation.environment)
      if restart == 0 {
        await server.waitForRequests(1)
      } else {
        try await Task.sleep(for: .milliseconds(restart % 10 * 40))
      }
      program.signal(signal)
      _ = await program.wait()
    }
    _ = try await installation.almanacd("sync", "--due")
    let asked = server.received.count
    #expect(asked > 0)
    #expect(asked <= cities)
    #expect(Set(server.received.map(Reply.city)).count == asked)
    try installation.expectSound()
  }

  @Test func `a limit holds over kills in the middle of everything`() async throws {
    let server = try LoopbackServer { _ in Reply.good().after(.milliseconds(5)) }
    defer { server.stop() }
    let installation = try Installation(
      server: server, cities: 30, extra: "max_requests_per_hour = 70")
    for restart in 0..<16 {
      let program = try ChildProcess(
        Fixture.product("almanacd"), ["sync", "--config", installation.configuration],
        environment: installation.environment)
      // However busy the machine is, one comes to its requests.
      if restart == 0 {
        await server.waitForRequests(6)
      } else {
        try await Task.sleep(for: .milliseconds(restart % 8 * 50))
      }
      program.signal(SIGKILL)
      _ = await program.wait()
    }
    #expect(server.received.count > 5)
    #expect(server.received.count <= 70)
  }

  @Test func `a daemon and look-ups beside it share one limit`() async throws {
    let place = try Fixture.text("open-meteo/geocoding_places.json")
    let server = try LoopbackServer { request in
      request.path == "/v1/search" ? .json(place) : .json("{}", status: 403)
    }
    defer { server.stop() }
    let installation = try Installation(
      """
      schedule = "1d"
      [providers.open-meteo]
      base_url = "\(server.base)"
      max_requests_per_hour = 12
      """ + "\n" + Installation.list(1..<2))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("refused"))
    let results = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<12 { group.addTask { try await installation.almanacd("lookup", "X").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // The city costs 3.2 with all its variables.
    #expect(results.count { $0 == 0 } == 8)
    #expect(results.count { $0 == 75 } == 4)
    #expect(server.received.count { $0.path == "/v1/search" } == 8)
    #expect(
      try installation.count("SELECT total(cost) * 10 FROM ledger WHERE purpose = 'lookup'") == 80)
  }

  @Test func `what the service says is left binds, also after a restart`() async throws {
    let server = try LoopbackServer { _ in
      .json(
        Reply.body(),
        headers: [("Ratelimit-Remaining", "2"), ("Ratelimit-Reset", "5000")])
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 1)
    #expect(try await installation.almanacd("sync").status == 0)
    // Each reply says 2 again, from the time of its own request on.
    for _ in 0..<4 { _ = try await installation.almanacd("sync") }
    #expect(server.received.count >= 3)
    let none = try LoopbackServer { _ in
      .json(
        Reply.body(),
        headers: [("RateLimit-remaining", "0"), ("ratelimit-reset", "5000")])
    }
    defer { none.stop() }
    let other = try Installation(server: none, cities: 1)
    #expect(try await other.almanacd("sync").status == 0)
    let second = try await other.almanacd("sync")
    #expect(second.status == 75)
    #expect(second.stderr.contains("the service says that its quota is used up"))
    #expect(none.received.count <= 2)
  }
}
