import SQLite
import Weather

/// Keeps how the fetching of each source stands.
///
/// A source fails until every part that failed has come again: the success of its current
/// conditions does not end the failure of its forecast.
struct SourceStateWriting: ~Copyable {
  private let update: Statement

  /// Parameters: 1 source, 2 attempt, 3 parts that came, 4 receipt, 5 parts that failed, 6 retry,
  /// 7 class, 8 text, 9 to 11 the grid point.
  ///
  /// Of two answers the later counts, unless a wrong clock has stamped it.
  init(_ connection: Connection) throws {
    let failing = "((failed_parts & ~?3) | ?5)"
    update = try connection.prepare(
      """
      UPDATE city_provider SET
        last_attempt_at = ?2,
        current_at = iif(?3 & 1, iif(current_at BETWEEN ?4 AND ?4 + 900, current_at, ?4), current_at),
        forecast_at = iif(?3 & 2, iif(forecast_at BETWEEN ?4 AND ?4 + 900, forecast_at, ?4), forecast_at),
        failed_parts = \(failing),
        failures = iif(\(failing), failures + iif(?5, 1, 0), 0),
        retry_at = iif(\(failing), iif(?5, ?6, retry_at), NULL),
        error_class = iif(\(failing), iif(?5, ?7, error_class), NULL),
        error = iif(\(failing), iif(?5, ?8, error), NULL),
        grid_latitude = ifnull(?9, grid_latitude),
        grid_longitude = ifnull(?10, grid_longitude),
        grid_elevation = iif(?9 IS NULL, grid_elevation, ?11)
      WHERE id = ?1
      """)
  }

  /// Notes an answer, and what is missing in it; only live answers count.
  func succeed(_ result: CityResult, _ outcome: FetchOutcome, source: Int64) throws {
    guard result.origin == .live else { return }
    let failed = result.failedParts.reduce(into: Parts()) { $0.formUnion($1.part) }
    bind(outcome, source: source, came: result.parts.subtracting(failed), failed: failed)
    update.bind(4, result.fetchedAt.unixSeconds)
    bind(result.failedParts.first?.error, retryAt: outcome.retryAt?.unixSeconds)
    update.bind(9, result.gridPoint?.latitude)
    update.bind(10, result.gridPoint?.longitude)
    update.bind(11, result.gridPoint?.elevation)
    try update.run()
  }

  /// Notes that nothing came.
  func fail(_ error: FetchError, _ outcome: FetchOutcome, source: Int64) throws {
    bind(outcome, source: source, came: [], failed: outcome.parts)
    update.bind(4, outcome.finishedAt.unixSeconds)
    bind(error, retryAt: outcome.retryAt?.unixSeconds)
    for index in Int32(9)...11 { update.bind(index, nil as Double?) }
    try update.run()
  }

  private func bind(_ outcome: FetchOutcome, source: Int64, came: Parts, failed: Parts) {
    update.bind(1, source)
    update.bind(2, outcome.startedAt.unixSeconds)
    update.bind(3, Int64(came.rawValue))
    update.bind(5, Int64(failed.rawValue))
  }

  private func bind(_ error: FetchError?, retryAt: Int64?) {
    update.bind(6, retryAt)
    update.bind(7, error?.code.rawValue)
    update.bind(8, error?.message)
  }
}
