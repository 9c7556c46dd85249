public import FoundationEssentials

/// Decides when something is to be done next, from what was done before.
public enum Due {
  /// How far in the future a remembered time may lie before it is taken for a wrong clock's.
  private static let toleranceSeconds = 300

  /// The time of the next attempt; one that is not after `now` is due.
  ///
  /// What was missed is due at once, and once: the answer is then in the past, and after that
  /// attempt in the future again. What was never tried is due at `now`.
  ///
  /// - Parameters:
  ///   - lastAttempt: when it was last tried, whatever came of it; nil for never. A time more than
  ///     5 minutes in the future was stamped by a wrong clock and counts as never.
  ///   - retryAt: the end of a back-off; it takes the place of the schedule.
  ///   - offsetSeconds: the installation's share of the spread.
  public static func next(
    _ schedule: Schedule, lastAttempt: Date?, retryAt: Date? = nil, now: Date,
    offsetSeconds: Int = 0, in zone: some ZoneRules
  ) -> Date {
    if let retryAt { return retryAt }
    guard let lastAttempt, lastAttempt <= now.addingTimeInterval(Double(toleranceSeconds)) else {
      return now
    }
    let offset = Double(offsetSeconds)
    let slot = min(lastAttempt, now).addingTimeInterval(-offset)
    return schedule.next(after: slot, in: zone).addingTimeInterval(offset)
  }
}
