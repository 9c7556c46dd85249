import FoundationEssentials
import SQLite
import Weather

/// How sources and services stand, for the daemon and for `status`.
enum StateQueries {
  /// The active sources of the active cities, in the order of the list and by rank.
  static func sources(_ connection: Connection) throws -> [(id: Int64, state: SourceState)] {
    try connection.prepare(
      """
      SELECT s.id, c.slug, s.provider, s.last_attempt_at, s.current_at, s.forecast_at, s.failures,
        s.retry_at, s.error_class, s.error, s.expires_at, s.last_modified, s.place, s.place_at
      FROM city c JOIN city_provider s ON s.city = c.id
      WHERE c.active AND s.active ORDER BY c.position, c.id, s.rank
      """
    ).all { row in
      var state = SourceState(slug: row.text(1) ?? "", provider: row.text(2) ?? "")
      state.lastAttemptAt = row.date(3)
      state.currentAt = row.date(4)
      state.forecastAt = row.date(5)
      state.failures = row.integer(6)
      state.retryAt = row.date(7)
      state.errorCode = row.text(8).flatMap { FetchError.Code(rawValue: $0) }
      state.errorText = row.text(9)
      state.memory = SourceMemory(
        expiresAt: row.date(10), lastModified: row.text(11), place: row.text(12),
        placeAt: row.date(13))
      return (row.int64(0) ?? 0, state)
    }
  }

  /// The services that are or were paused.
  static func services(_ connection: Connection) throws -> [ServiceState] {
    try connection.prepare(
      """
      SELECT provider, paused_until, reason, failures, fingerprint FROM service
      WHERE provider NOT LIKE '!%' ORDER BY provider
      """
    ).all { row in
      var state = ServiceState(provider: row.text(0) ?? "")
      state.pausedUntil = row.date(1)
      state.reason = row.text(2).flatMap { FetchError.Code(rawValue: $0) }
      state.failures = row.integer(3)
      state.fingerprint = row.text(4)
      return state
    }
  }
}

extension Row {
  /// An instant; nil for null.
  func date(_ column: Int32) -> Date? {
    int64(column).map { Date(unixSeconds: $0) }
  }
}
