import FoundationEssentials
import Schedule

extension Scheduler.Source {
  /// A clock that was set by so many seconds, to what it shows now.
  struct ClockSet {
    let seconds: Double
    let now: Date
    let rules: any ZoneRules
  }

  /// When a part last came.
  struct Past {
    /// Moved with the clock.
    let last: Date?
    /// By what the clock showed then.
    let served: Date?
  }

  /// Fixed times that are no further apart are as good as an interval, in seconds.
  private static let longestRepeatedGap = 4 * 3600.0

  /// When something is due after the clock was set.
  ///
  /// What was due still is. An interval is counted from the last answer: the first of its times
  /// that is at least half of it later, so that a clock that is set back a little neither repeats
  /// what just ran nor keeps it waiting.
  ///
  /// - Parameters:
  ///   - moved: when it would be due by what is remembered, moved with the clock.
  ///   - before: when it was due before.
  func due(_ moved: Date, before: Date, past: Past, after set: ClockSet) -> Date {
    guard let last = past.last, retryAt == nil, unansweredSince == nil else { return moved }
    guard before > set.now.addingTimeInterval(-set.seconds) else { return min(moved, set.now) }
    let gap = next(after: before, in: set.rules).timeIntervalSince(before)
    if schedule.intervalSeconds != nil || gap <= Self.longestRepeatedGap {
      let half = last.addingTimeInterval(gap / 2)
      return max(moved, next(after: max(half, set.now), in: set.rules))
    }
    return fixedDue(last, served: past.served ?? last, set)
  }

  /// When a fixed time is due next.
  ///
  /// One that has run is not repeated when the clock shows it again, if no more than that one is
  /// passed over for it, and nobody waits longer than for two; one that a clock which was set
  /// forward had only passed over has not run. What by the new clock was missed runs at once. Nothing
  /// is so close behind the last answer that less than half of the way to the next time lies between.
  private func fixedDue(_ last: Date, served: Date, _ set: ClockSet) -> Date {
    let soonest = next(after: max(last, set.now), in: set.rules)
    if let missed = missed(last, set) {
      let gap = soonest.timeIntervalSince(missed)
      if missed.timeIntervalSince(last) >= gap / 2 { return set.now }
    }
    let following = next(after: soonest, in: set.rules)
    let gap = following.timeIntervalSince(soonest)
    let unserved = next(after: max(served, set.now), in: set.rules)
    if unserved <= following, unserved.timeIntervalSince(last) <= 2 * gap { return unserved }
    return soonest.timeIntervalSince(last) < gap / 2 ? following : soonest
  }

  /// The last time that has passed since the last answer, looked for among the first hundred; nil
  /// for none.
  private func missed(_ last: Date, _ set: ClockSet) -> Date? {
    var missed: Date?
    var time = next(after: last, in: set.rules)
    for _ in 0..<100 where time <= set.now {
      missed = time
      time = next(after: time, in: set.rules)
    }
    return missed
  }
}
