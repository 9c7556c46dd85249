import FoundationEssentials
import SQLite
import Weather

extension Pruning {
  /// Dates in a row without anything to let go after which older ones are taken for done.
  private static let cleanEnough = 30

  /// Rows of requests or passes at once.
  private var batch: Int { isTight ? 50 : 500 }
  /// Lets go of what superseded one day's forecasts of the current source; false when it has none.
  mutating func pruneForecasts(_ connection: Connection) throws -> Bool {
    let place = places[current]
    guard let before = rule.forecastsBefore,
      isThorough || place.cleanDates < Self.cleanEnough
    else { return false }
    let to =
      place.forecastsTo.isEmpty
      ? LocalTime(before, utcOffsetSeconds: 0).date.description : place.forecastsTo
    let next = try connection.prepare(
      "SELECT date FROM forecast_day WHERE source = ?1 AND date < ?2 ORDER BY date DESC LIMIT 1")
    next.bind(1, place.source)
    next.bind(2, to)
    guard let date = try next.first({ $0.text(0) ?? "" }) else { return false }
    let delete = try connection.prepare(
      """
      DELETE FROM forecast_day WHERE source = ?1 AND date = ?2 AND fetched_at <> (
        SELECT fetched_at FROM forecast_day WHERE source = ?1 AND date = ?2
        ORDER BY ifnull(hours_covered, 0) DESC, issued_at DESC, fetched_at DESC LIMIT 1)
      """)
    delete.bind(1, place.source)
    delete.bind(2, date)
    let gone = try delete.change()
    report.forecasts += gone
    places[current].forecastsTo = date
    places[current].cleanDates = gone > 0 ? 0 : place.cleanDates + 1
    return true
  }

  /// Adds the oldest requests up by day; false when none is old.
  ///
  /// The numbers of rows grow with time, so that the first ones tell.
  mutating func pruneRequests(_ connection: Connection) throws -> Bool {
    guard let before = rule.runsBefore?.unixSeconds else { return false }
    let oldest =
      try connection.prepare(
        "SELECT id FROM fetch ORDER BY id LIMIT 1 OFFSET \(batch)"
      ).first { $0.int64(0) } ?? nil
    let to = oldest ?? .max
    let sum = try connection.prepare(
      """
      INSERT INTO fetch_day (date, provider, requests, failed, cost, rows_added)
      SELECT date(started_at, 'unixepoch'), provider, count(*), sum(outcome = 'failed'),
        total(cost), sum(rows_added)
      FROM fetch WHERE id < ?1 AND started_at < ?2 GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
        failed = failed + excluded.failed, cost = cost + excluded.cost,
        rows_added = rows_added + excluded.rows_added
      """)
    sum.bind(1, to)
    sum.bind(2, before)
    guard try sum.change() > 0 else { return false }
    let delete = try connection.prepare("DELETE FROM fetch WHERE id < ?1 AND started_at < ?2")
    delete.bind(1, to)
    delete.bind(2, before)
    report.requests += try delete.change()
    return true
  }

  /// Lets the oldest passes go, a day after their requests; false when none is old.
  mutating func pruneRuns(_ connection: Connection) throws -> Bool {
    guard let before = rule.runsBefore?.unixSeconds else { return false }
    let delete = try connection.prepare(
      """
      DELETE FROM sync_run WHERE id IN (
        SELECT id FROM sync_run ORDER BY id LIMIT \(batch)) AND started_at < ?1
      """)
    delete.bind(1, before - 86_400)
    let gone = try delete.change()
    report.runs += gone
    return gone > 0
  }

  /// Gives some free pages back to the file system, until a twentieth of the file is free for what
  /// comes; false when no more are to go.
  mutating func givePagesBack(_ connection: Connection) throws -> Bool {
    func number(_ pragma: String) throws -> Int {
      try connection.prepare("PRAGMA \(pragma)").first { $0.integer(0) } ?? 0
    }
    let free = try number("freelist_count")
    let excess = free - max(64, try number("page_count") / 20)
    guard excess > 0 else { return false }
    try connection.execute("PRAGMA incremental_vacuum(\(min(isTight ? 8 : 64, excess)))")
    let given = free - (try number("freelist_count"))
    report.pages += given
    return given > 0
  }
}
