import FoundationEssentials
import Testing
import Weather

@testable import Sync

/// A service that failed as a whole is tried with one city before all are asked about again.
@Suite struct CircuitTests {
  typealias Kit = SchedulerKit
  let start = Kit.start

  func broken(_ error: FetchError) throws -> Scheduler {
    var scheduler = Kit.scheduler(try ["a", "b", "c"].map { try Kit.source($0) })
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("a", error), at: start)
    return scheduler
  }

  @Test(
    arguments: [
      (Kit.timeout, 2.5), (Kit.fault, 2.5), (FetchError(.key, "401", status: 401), 3600),
      (FetchError(.quota, "429", status: 429, retryAfterSeconds: 40), 40),
    ] as [(FetchError, Double)])
  func `after the pause one city is asked about, and its answer lets all the others go`(
    error: FetchError, pause: Double
  ) throws {
    var scheduler = try broken(error)
    #expect(scheduler.takeSlugs(at: start + pause - 0.1).isEmpty)
    let now = start + pause
    #expect(scheduler.takeSlugs(at: now) == ["om": ["a"]])
    scheduler.finish(Kit.success("a"), at: now)
    #expect(scheduler.services["om"] == Scheduler.Service())
    #expect(scheduler.takeSlugs(at: now) == ["om": ["b", "c"]])
  }

  @Test func `a trial in vain doubles the pause, and the next one is with another city`() throws {
    var scheduler = try broken(Kit.fault)
    var now = start
    var pauses: [Double] = []
    var asked: [String] = []
    for _ in 0..<4 {
      let next = try #require(scheduler.nextWake())
      pauses.append(next.timeIntervalSince(now))
      now = next
      let slugs = try #require(scheduler.takeSlugs(at: now)["om"])
      asked += slugs
      scheduler.finish(Kit.failure(slugs[0], Kit.fault), at: now)
    }
    #expect(pauses == [2.5, 5, 10, 20])
    #expect(asked == ["a", "b", "c", "a"])
  }

  @Test func `a city that the service does not know closes the circuit as well`() throws {
    var scheduler = try broken(Kit.timeout)
    #expect(scheduler.takeSlugs(at: start + 3) == ["om": ["a"]])
    var result = Kit.failure("a", FetchError(.place, "404", status: 404))
    result.stopped = nil
    scheduler.finish(result, at: start + 3)
    #expect(scheduler.takeSlugs(at: start + 3) == ["om": ["b", "c"]])
  }

  @Test func `a service that always says at once is asked less and less often`() throws {
    var scheduler = try broken(FetchError(.quota, "429", status: 429, retryAfterSeconds: 0))
    var now = start
    var pauses: [Double] = []
    for _ in 0..<4 {
      let next = try #require(scheduler.nextWake())
      pauses.append(max(0, next.timeIntervalSince(now)))
      now = max(now, next)
      let slugs = try #require(scheduler.takeSlugs(at: now)["om"])
      scheduler.finish(
        Kit.failure(slugs[0], FetchError(.quota, "429", status: 429, retryAfterSeconds: 0)),
        at: now)
    }
    #expect(pauses == [0, 2.5, 5, 10])
  }

  @Test func `one service's pause holds no other`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a"), try Kit.source("c", at: "owm")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(
      Kit.failure("a", FetchError(.quota, "429", status: 429, retryAfterSeconds: 5000)), at: start)
    scheduler.finish(Kit.success("c", at: "owm"), at: start)
    #expect(scheduler.takeSlugs(at: start + 900) == ["owm": ["c"]])
  }
}
