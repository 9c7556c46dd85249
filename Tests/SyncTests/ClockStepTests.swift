import FoundationEssentials
import Schedule
import Testing
import Weather

@testable import Sync

/// A clock that is set while the program runs.
@Suite struct ClockStepTests {
  typealias Kit = SchedulerKit
  let start = Kit.start

  @Test(arguments: [(-8_640_000.0, true), (-6, true), (90_000, true), (0, false), (3, false)])
  func `a clock that is set before the timer is set is noticed all the same`(
    step: Double, isSet: Bool
  ) {
    var watch = WakeWatch(wall: start, elapsed: .zero)
    _ = watch.wake(wall: start + 60, elapsed: .seconds(60))
    #expect(watch.isClockSet(wall: start + 62 + step, elapsed: .seconds(62)) == isSet)
    _ = watch.wake(wall: start + 62 + step, elapsed: .seconds(62))
    #expect(!watch.isClockSet(wall: start + 63 + step, elapsed: .seconds(63)))
  }

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

  /// A scheduler of a source with four times a day that was asked at the first, by the hours of a
  /// clock on its day.
  private func fourTimes() throws -> Scheduler {
    let times = try Schedule(parsing: "03:00,08:00,13:00,18:00")
    return Kit.scheduler([
      Scheduler.Source(
        city: City(slug: "a", name: "a", latitude: 1, longitude: 2), provider: "om",
        schedule: times, shiftSeconds: 0, forecastEverySeconds: nil, lastCurrent: at(3),
        lastForecast: at(3))
    ])
  }

  private func at(_ hour: Double) -> Date { start + (hour - 10) * 3600 }

  @Test func `a fixed time that a clock only passed over is not taken for run`() throws {
    var scheduler = try fourTimes()
    scheduler.clockWasSet(by: 12 * 3600, at: at(16))
    #expect(scheduler.nextWake() == at(18))
    scheduler.clockWasSet(by: -12 * 3600, at: at(4.25))
    #expect(scheduler.nextWake() == at(8))
  }

  @Test func `one fixed time at most is passed over for what a wrong clock has run`() throws {
    var scheduler = try fourTimes()
    scheduler.clockWasSet(by: 6.25 * 3600, at: at(12.25))
    #expect(scheduler.takeSlugs(at: at(13)) == ["om": ["a"]])
    scheduler.finish(Kit.success("a"), at: at(13))
    // It was asked 75 minutes before 08:00: that is passed over, and the next one is not.
    scheduler.clockWasSet(by: -6.25 * 3600, at: at(7.5))
    #expect(scheduler.nextWake() == at(13))
  }

  @Test func `what was missed while the clock was wrong runs once it is set`() throws {
    var scheduler = try fourTimes()
    // It was ahead from 04:00 to 15:00, and asked at 07:00, when it showed 18:00.
    scheduler.clockWasSet(by: 35 * 3600, at: at(39))
    #expect(scheduler.takeSlugs(at: at(42)) == ["om": ["a"]])
    scheduler.finish(Kit.success("a"), at: at(42))
    scheduler.clockWasSet(by: -35 * 3600, at: at(15))
    #expect(scheduler.nextWake() == at(15))
    #expect(scheduler.takeSlugs(at: at(15)) == ["om": ["a"]])
  }

  @Test func `an hour back repeats no fixed time that has run`() throws {
    var scheduler = try fourTimes()
    #expect(scheduler.takeSlugs(at: at(8)) == ["om": ["a"]])
    scheduler.finish(Kit.success("a"), at: at(8))
    scheduler.clockWasSet(by: -3600, at: at(7.25))
    #expect(scheduler.nextWake() == at(13))
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
