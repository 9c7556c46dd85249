public import FoundationEssentials
public import Weather

extension SourceStatus {
  /// The age of the newest reading in seconds; nil without one.
  public func age(at now: Date) -> Int? {
    observedAt.map { max(0, Int(now.unixSeconds - $0.unixSeconds)) }
  }

  /// Seconds since the newest forecast was confirmed; nil without one.
  public func forecastAge(at now: Date) -> Int? {
    confirmedAt.map { max(0, Int(now.unixSeconds - $0.unixSeconds)) }
  }

  /// Whether the newest reading is too old; true where nothing at all ever came, nil for a service
  /// that gave forecasts only.
  public func isStale(at now: Date) -> Bool? {
    observedAt.map { freshness.isStale(observedAt: $0, now: now) }
      ?? (confirmedAt == nil ? true : nil)
  }

  /// Whether the newest forecast is too old; nil without one.
  public func isForecastStale(at now: Date) -> Bool? {
    confirmedAt.map { freshness.isStale(confirmedAt: $0, now: now) }
  }
}
