import FoundationEssentials
import History
import Schedule
import Testing
import Weather

@testable import Sync

/// 2026-06-04T10:00:00Z, a full hour.
private let start = Date(unixSeconds: 1_780_567_200)

private func hour(_ number: Double) -> Date { start + number * 3600 }

private func span(_ from: Double, _ to: Double? = nil) -> ReadingSpan {
  ReadingSpan(from: hour(from), to: hour(to ?? from))
}

@Suite struct ScheduledHoursTests {
  @Test(arguments: [
    ("15m", [0.0, 1, 2, 3, 4, 5]), ("1h", [0, 1, 2, 3, 4, 5]), ("45m", [0, 1, 2, 3, 4, 5]),
    ("1s", [0, 1, 2, 3, 4, 5]), ("2h", [0, 2, 4]), ("3h", [2, 5]), ("12:30", [2]),
    ("10:00,13:59", [0, 3]), ("*/20 12-13 * * *", [2, 3]),
  ])
  func `an hour wants a reading when a time of the schedule lies in it`(
    text: String, hours: [Double]
  ) throws {
    let schedule = ScheduledHours(schedule: try Schedule(parsing: text), rules: FixedZone.utc)
    let slots = schedule.slots(from: start, to: hour(6))
    #expect(slots.map(\.from) == hours.map(hour))
    for (slot, next) in zip(slots, slots.dropFirst()) { #expect(slot.to == next.from) }
  }

  @Test func `a slot lasts until the next hour that wants a reading`() throws {
    let schedule = ScheduledHours(
      schedule: try Schedule(parsing: "06:00,18:00"), rules: FixedZone.utc)
    #expect(
      schedule.slots(from: start, to: hour(24)) == [
        .init(from: hour(8), to: hour(20)), .init(from: hour(20), to: hour(32)),
      ])
  }
}

@Suite struct GapFinderTests {
  func finder(_ text: String = "15m") throws -> GapFinder {
    GapFinder(schedule: try Schedule(parsing: text), rules: FixedZone.utc)
  }

  func missing(_ covers: [ReadingSpan], _ schedule: String = "15m") throws -> [Date] {
    try finder(schedule).missing(from: start, to: hour(6), covers: covers).map(\.from)
  }

  @Test func `an hour with any reading is no gap`() throws {
    #expect(try missing([span(0.99), span(2), span(3.5)]) == [1, 4, 5].map(hour))
  }

  @Test func `a reading that was confirmed serves the hours until then`() throws {
    #expect(try missing([span(-2, 1.1), span(2.9, 4)]) == [5].map(hour))
    #expect(try missing([span(-2, 5.1), span(0.5)]) == [])
  }

  @Test func `between the times of a schedule any reading serves the one before`() throws {
    #expect(try missing([span(1.9)], "2h") == [2, 4].map(hour))
  }

  @Test func `an hour is judged a minute after its end, when no answer is under way`() throws {
    let finder = try finder()
    #expect(finder.settled(from: start, now: hour(1) + 59).isEmpty)
    #expect(finder.settled(from: start, now: hour(1) + 60).map(\.from) == [start])
  }

  @Test func `neighbours with one reason are one gap`() throws {
    let slots = try finder().missing(from: start, to: hour(6), covers: [span(3)])
    let evidence = GapEvidence(
      failures: [FetchFailure(at: hour(1.5), code: .dns)],
      spans: [GapSpan(from: hour(2), to: hour(3), reason: .asleep)], livedSince: hour(4))
    #expect(
      GapFinder.gaps(of: slots, evidence: evidence) == [
        .init(from: hour(0), to: hour(1), reason: .stopped),
        .init(from: hour(1), to: hour(2), reason: .offline),
        .init(from: hour(2), to: hour(3), reason: .asleep),
        .init(from: hour(4), to: hour(6), reason: .offline),
      ])
  }
}

@Suite struct GapEvidenceTests {
  let slot = ScheduledHours.Slot(from: hour(1), to: hour(2))

  func reason(
    _ failures: [(Double, FetchError.Code)] = [], _ spans: [GapSpan] = [], livedSince: Double = 0
  ) -> GapReason {
    GapEvidence(
      failures: failures.map { FetchFailure(at: hour($0.0), code: $0.1) }, spans: spans,
      livedSince: hour(livedSince)
    ).reason(of: slot)
  }

  @Test(arguments: [
    (FetchError.Code.offline, GapReason.offline), (.dns, .offline), (.captive, .offline),
    (.quota, .quota), (.key, .key), (.refused, .key), (.service, .service),
    (.timeout, .service), (.connection, .service), (.undecodable, .service),
  ])
  func `the last failure of the hour is the reason`(code: FetchError.Code, reason: GapReason) {
    #expect(self.reason([(1.1, .place), (1.9, code), (2.1, .key)]) == reason)
  }

  @Test func `without a sign of life nothing ran`() {
    #expect(reason(livedSince: 1.5) == .stopped)
    #expect(reason([(0.5, .dns)], livedSince: 1.5) == .stopped)
  }

  @Test func `a program that ran blames the last failure, else the service`() {
    #expect(reason([(0.5, .key)]) == .key)
    #expect(reason() == .service)
  }

  @Test func `what held for half of the hour goes before failures, the rest after them`() {
    let long = GapSpan(from: hour(1.4), to: hour(3), reason: .asleep)
    let short = GapSpan(from: hour(1.6), to: hour(3), reason: .asleep)
    #expect(reason([(1.1, .dns)], [long]) == .asleep)
    #expect(reason([(1.1, .dns)], [short]) == .offline)
    #expect(reason([], [short]) == .asleep)
  }
}

@Suite struct WakeWatchTests {
  @Test func `waking late is having slept since the time that was waited for`() {
    var watch = WakeWatch(wall: start, elapsed: .seconds(100))
    watch.sleep(until: start + 900)
    let span = watch.wake(wall: start + 8000, elapsed: .seconds(8100))
    #expect(span == GapSpan(from: start + 900, to: start + 8000, reason: .asleep))
  }

  @Test func `waking in time, or for something else, is not`() {
    var watch = WakeWatch(wall: start, elapsed: .zero)
    watch.sleep(until: start + 900)
    #expect(watch.wake(wall: start + 500, elapsed: .seconds(500)) == nil)
    #expect(watch.wake(wall: start + 901, elapsed: .seconds(901)) == nil)
    watch.sleep(until: nil)
    #expect(watch.wake(wall: start + 9000, elapsed: .seconds(9000)) == nil)
  }

  @Test func `a clock that was set forward is told from a sleep`() {
    var watch = WakeWatch(wall: start, elapsed: .zero)
    watch.sleep(until: start + 900)
    let span = watch.wake(wall: start + 8000, elapsed: .seconds(10))
    #expect(span == GapSpan(from: start, to: start + 8000, reason: .clock))
  }

  @Test func `a clock that was set back is no gap`() {
    var watch = WakeWatch(wall: start, elapsed: .zero)
    watch.sleep(until: start + 900)
    #expect(watch.wake(wall: start - 8000, elapsed: .seconds(10)) == nil)
  }
}
