import FoundationEssentials
import SQLite
import Weather

extension HistoryReader {
  /// What a pass would let go now.
  public func pruningPreview(_ rule: RetentionRule) throws -> PruneReport {
    var report = PruneReport()
    func count(_ sql: String, _ instant: Date?) throws -> Int {
      guard let instant else { return 0 }
      let select = try connection.prepare(sql)
      select.bind(1, instant.unixSeconds)
      return try select.first { $0.integer(0) } ?? 0
    }
    report.readings = try count(
      """
      SELECT total(readings) FROM (SELECT \(Pruning.count) FROM observation
        WHERE date(observed_at + utc_offset_s, 'unixepoch')
          < date(?1 - 2 * 86400 + utc_offset_s, 'unixepoch')
        GROUP BY source, date(observed_at + utc_offset_s, 'unixepoch') HAVING \(Pruning.isMany))
      """, rule.readingsBefore)
    report.forecasts = try count(
      """
      SELECT total(revisions - 1) FROM (SELECT count(*) AS revisions FROM forecast_day
        WHERE date < date(?1, 'unixepoch') GROUP BY source, date)
      """, rule.forecastsBefore)
    report.requests = try count(
      "SELECT count(*) FROM fetch WHERE started_at < ?1", rule.runsBefore)
    report.runs = try count(
      "SELECT count(*) FROM sync_run WHERE started_at < ?1 - 86400", rule.runsBefore)
    return report
  }
}
