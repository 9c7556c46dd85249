public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// What was observed in each local period of `from..<to`, in the order of time.
  ///
  /// A reading belongs to the period of its own instant, by the UTC offset that it was stored with:
  /// the hour that clocks repeat in autumn is two hours. The first and the last period are summed of
  /// the readings within the range only.
  public func buckets(
    of city: CityRecord, provider: String, every span: BucketSpan, from: Date?, to: Date?
  ) throws -> [BucketRecord] {
    guard let id = try sourceID(city, provider) else { return [] }
    let source = city.sources.first { $0.provider == provider }
    let start = from?.unixSeconds ?? Int64.min
    let statement = try connection.prepare(
      """
      SELECT \(ObservationTable.columns) FROM observation o
      WHERE o.source = ?1 AND o.observed_at >= ?2 AND o.observed_at < ?3 ORDER BY o.observed_at
      """)
    statement.bind(1, id)
    // Rain of a period that reaches back over the start may have been counted before it.
    statement.bind(2, from.map { $0.unixSeconds - 86_400 } ?? Int64.min)
    statement.bind(3, to?.unixSeconds ?? Int64.max)
    var summing = BucketSumming(
      city: city.city.slug, provider: provider, span: span,
      reach: Int64(max(3600, source?.freshness.intervalSeconds ?? 0)))
    try statement.each { row in
      let conditions = ObservationTable.conditions(row)
      summing.add(conditions, counts: conditions.observedAt.unixSeconds >= start)
    }
    return summing.finish()
  }
}
