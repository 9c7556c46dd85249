import FoundationEssentials
import Weather

/// Times of a reply: local ISO text without an offset, or Unix seconds.
///
/// The service uses one offset for a whole reply, also beyond a clock change: an instant is the
/// text minus that offset, a date from Unix seconds is the instant plus it.
struct OpenMeteoStamps {
  let clock: PlaceClock
  /// `utc_offset_seconds`, where the reply has it.
  let offset: Int?

  /// The instant that a time means; nil when it means none.
  func instant(_ leaf: JSONLeaf) -> Date? {
    if let seconds = leaf.number { return Date(unixSeconds: Self.whole(seconds)) }
    guard case .text(let text) = leaf, let stamp = Self.parse(text) else { return nil }
    guard let offset else { return clock.instant(of: stamp.date, secondOfDay: stamp.second) }
    let local = stamp.date.daysSince1970 * 86_400 + stamp.second
    return Date(unixSeconds: Int64(local - offset))
  }

  /// The date that a day's time means; nil when it means none.
  func date(_ leaf: JSONLeaf) -> LocalDate? {
    if let seconds = leaf.number {
      let instant = Date(unixSeconds: Self.whole(seconds))
      guard PlausibleTime.holds(instant) else { return nil }
      guard let offset else { return clock.date(at: instant) }
      return LocalTime(instant, utcOffsetSeconds: offset).date
    }
    guard case .text(let text) = leaf, let date = Self.parse(text)?.date,
      (1940...2100).contains(date.components.year)
    else { return nil }
    return date
  }

  private static func whole(_ seconds: Double) -> Int64 {
    Int64(max(-253_402_300_799, min(253_402_300_799, seconds.rounded(.down))))
  }

  /// `2026-07-01` or `2026-07-01T00:15`, seconds allowed; anything after them is not ours.
  private static func parse(_ text: String) -> (date: LocalDate, second: Int)? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = parts.first, let date = LocalDate(iso: day) else { return nil }
    guard parts.count == 2 else { return (date, 0) }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 2 || clock.count == 3,
      clock.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = clock.compactMap { Int($0) }
    guard numbers.count == clock.count, numbers[0] <= 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return (date, numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
  }
}
