public import FoundationEssentials

/// How long a source's values count as fresh, from how often it is asked.
///
/// A value is stale when it is older than twice the interval plus the spread, and never before an
/// hour has passed: one missed fetch is no reason for alarm.
public struct Freshness: Sendable, Hashable {
  /// Seconds between two fetches; of a cron expression or a list of times its longest gap.
  public var intervalSeconds: Int
  /// Seconds by which a fetch may be moved to spread the load.
  public var spreadSeconds: Int
  /// The least seconds between two fetches of the forecast.
  public var forecastIntervalSeconds: Int

  /// Makes the rule from a source's schedule.
  public init(intervalSeconds: Int, spreadSeconds: Int, forecastIntervalSeconds: Int) {
    self.intervalSeconds = intervalSeconds
    self.spreadSeconds = spreadSeconds
    self.forecastIntervalSeconds = forecastIntervalSeconds
  }

  /// Seconds after which current conditions are stale.
  public var currentLimitSeconds: Int { limit(of: intervalSeconds) }

  /// Seconds after which a forecast is stale.
  public var forecastLimitSeconds: Int {
    limit(of: max(intervalSeconds, forecastIntervalSeconds))
  }

  /// Whether a reading of an instant is stale.
  public func isStale(observedAt: Date, now: Date) -> Bool {
    now.unixSeconds - observedAt.unixSeconds > Int64(currentLimitSeconds)
  }

  /// Whether a forecast that was last confirmed at an instant is stale.
  public func isStale(confirmedAt: Date, now: Date) -> Bool {
    now.unixSeconds - confirmedAt.unixSeconds > Int64(forecastLimitSeconds)
  }

  private func limit(of interval: Int) -> Int {
    max(3600, 2 * interval + spreadSeconds)
  }
}
