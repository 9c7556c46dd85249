import FoundationEssentials
import Testing
import Weather

@testable import Sync

/// A clock that is set while the program runs.
@Suite struct ClockStepTests {
  typealias Kit = SchedulerKit
  let start = Kit.start

  @Test(arguments: [-40_000_000.0, -86_400, -3600, -600])
  func `an interval never waits for a clock that was set back`(step: Double) throws {
    var scheduler = Kit.scheduler([try Kit.source("a"), try Kit.source("b", at: "owm")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.success("a"), at: start + 2)
    scheduler.finish(
      Kit.failure("b", FetchError(.key, "401", status: 401), at: "owm"), at: start + 2)
    scheduler.clockWasSet(by: step)
    let now = start + 100 + step
    let next = try #require(scheduler.nextWake())
    #expect(next > now && next.timeIntervalSince(now) <= 900)
    #expect(scheduler.services["owm"]?.pausedUntil == start + 3602 + step)
    #expect(scheduler.takeSlugs(at: next) == ["om": ["a"]])
  }

  @Test func `a clock that is set forward asks nothing that was just answered`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.success("a"), at: start + 2)
    scheduler.clockWasSet(by: 40_000_000)
    let now = start + 40_000_010
    #expect(scheduler.takeSlugs(at: now).isEmpty)
    #expect(try #require(scheduler.nextWake()).timeIntervalSince(now) <= 900)
  }

  @Test(arguments: [(4.0, 0.0), (-4, 0), (5, 5), (-3600, -3600), (1e9, 1e9)])
  func `a step is told from drift and from time that passes`(step: Double, noticed: Double) {
    var watch = WakeWatch(wall: start, elapsed: .zero)
    _ = watch.wake(wall: start + 900 + step, elapsed: .seconds(900))
    #expect(abs(watch.clockStep - noticed) < 0.001)
    _ = watch.wake(wall: start + 1000 + step, elapsed: .seconds(1000))
    #expect(watch.clockStep == 0)
  }
}
