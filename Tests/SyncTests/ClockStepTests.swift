import FoundationEssentials
import Schedule
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
    let now = start + 100 + step
    scheduler.clockWasSet(by: step, at: now)
    let next = try #require(scheduler.nextWake())
    // Within one and a half intervals of the last answer.
    #expect(next > now && next.timeIntervalSince(now) <= 1350)
    #expect(scheduler.services["owm"]?.pausedUntil == start + 3602 + step)
    #expect(scheduler.takeSlugs(at: next) == ["om": ["a"]])
  }

  @Test(arguments: [-7.0, -60, -300, 300])
  func `a small step repeats nothing`(step: Double) throws {
    var scheduler = Kit.scheduler([try Kit.source("a", every: 3600)])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.success("a"), at: start + 2)
    let now = start + 222 + step
    scheduler.clockWasSet(by: step, at: now)
    let wait = try #require(scheduler.nextWake()).timeIntervalSince(now)
    #expect(wait + 220 >= 1800 && wait + 220 <= 5400)
  }

  @Test func `a fixed time is not repeated when the clock shows it again`() throws {
    let daily = try Schedule(parsing: "10:00")
    let source = Scheduler.Source(
      city: City(slug: "a", name: "a", latitude: 1, longitude: 2), provider: "om",
      schedule: daily, shiftSeconds: 0, forecastEverySeconds: nil, lastCurrent: start,
      lastForecast: start)
    var scheduler = Kit.scheduler([source])
    let next = try #require(scheduler.nextWake())
    scheduler.clockWasSet(by: -600, at: next - 86_400 - 300)
    #expect(scheduler.nextWake() == next)
    // A clock that was a week ahead is not waited for.
    scheduler.clockWasSet(by: -604_800, at: next - 605_000)
    #expect(try #require(scheduler.nextWake()) <= next - 604_800)
  }

  @Test func `a clock that is set forward asks nothing that was just answered`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.success("a"), at: start + 2)
    let now = start + 40_000_010
    scheduler.clockWasSet(by: 40_000_000, at: now)
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
