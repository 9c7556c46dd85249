import FoundationEssentials
import Schedule

extension Scheduler.Source {
  /// A clock that was set by so many seconds, to what it shows now.
  struct ClockSet {
    let seconds: Double
    let now: Date
    let rules: any ZoneRules
  }

  /// Fixed times that are no further apart are as good as an interval, in seconds.
  private static let longestRepeatedGap = 4 * 3600.0

  /// When something is due after the clock was set.
  ///
  /// What was due still is. An interval is counted from the last answer: the first of its times
  /// that is at least half of it later, so that a clock that is set back a little neither repeats
  /// what just ran nor keeps it waiting. A fixed time that has run is not repeated when the clock
  /// shows it again, unless the clock was set back so far that it would be waited for.
  ///
  /// - Parameters:
  ///   - moved: when it would be due by what is remembered, moved with the clock.
  ///   - last: the last answer, moved with the clock.
  ///   - before: when it was due before.
  func due(_ moved: Date, last: Date?, before: Date, after set: ClockSet) -> Date {
    guard let last, retryAt == nil, unansweredSince == nil else { return moved }
    guard before > set.now.addingTimeInterval(-set.seconds) else { return min(moved, set.now) }
    let gap = next(after: before, in: set.rules).timeIntervalSince(before)
    if schedule.intervalSeconds != nil || gap <= Self.longestRepeatedGap {
      let half = last.addingTimeInterval(gap / 2)
      return max(moved, next(after: max(half, set.now), in: set.rules))
    }
    let isNear = before > set.now && before.timeIntervalSince(set.now) <= 2 * gap
    return isNear ? before : next(after: max(last, set.now), in: set.rules)
  }
}
