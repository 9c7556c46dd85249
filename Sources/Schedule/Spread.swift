public import FoundationEssentials

/// Keeps installations from asking a service in the same second.
public enum Spread {
  /// The default never exceeds this, in seconds.
  public static let maximumDefaultSeconds = 300

  /// The default spread of a schedule, in seconds: a tenth of its longest gap, at most 5 minutes.
  public static func defaultSeconds(
    for schedule: Schedule, from instant: Date, in zone: some ZoneRules
  ) -> Int {
    min(maximumDefaultSeconds, schedule.longestGapSeconds(from: instant, in: zone) / 10)
  }

  /// How many seconds after a firing an installation acts: 0..<spread, always the same.
  ///
  /// The key is what is asked for at once: a batch's service, or a city's slug. The offset is the
  /// FNV-1a hash (64 bits) of the installation's id, a zero byte and the key, its halves joined by
  /// exclusive or, modulo the spread. A spread of 0 is exactly on time.
  public static func offsetSeconds(installation: String, key: String, spreadSeconds: Int) -> Int {
    guard spreadSeconds > 0 else { return 0 }
    let hash = StableHash.fnv1a(Array(installation.utf8) + [0] + Array(key.utf8))
    return Int((hash ^ (hash >> 32)) & 0xFFFF_FFFF) % spreadSeconds
  }
}
