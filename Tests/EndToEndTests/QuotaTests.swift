import AlmanacTestKit
import FoundationEssentials
import Testing

/// Limits hold across passes and restarts.
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
}
