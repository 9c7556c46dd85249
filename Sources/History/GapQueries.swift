public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// The gaps of cities that end after an instant and begin before another, in the order of the
  /// cities, then of time; the services by rank.
  ///
  /// - Parameter filled: whether those that later answers closed are among them.
  public func gaps(
    of city: CityRecord, provider: String? = nil, filled: Bool, from: Date = .distantPast,
    to: Date = .distantFuture
  ) throws -> [GapRecord] {
    let select = try connection.prepare(
      """
      SELECT s.provider, g.from_at, g.to_at, g.reason, g.filled_at
      FROM city c JOIN city_provider s ON s.city = c.id JOIN gap g ON g.source = s.id
      WHERE c.slug = ?1 AND (?2 IS NULL OR s.provider = ?2) AND (?3 OR g.filled_at IS NULL)
        AND g.to_at > ?4 AND g.from_at < ?5
      ORDER BY s.rank, s.id, g.from_at
      """)
    select.bind(1, city.city.slug)
    select.bind(2, provider)
    select.bind(3, Int64(filled ? 1 : 0))
    select.bind(4, from.unixSeconds)
    select.bind(5, to.unixSeconds)
    return try select.all { row in
      GapRecord(
        city: city.city.slug, provider: row.text(0) ?? "",
        from: Date(unixSeconds: row.int64(1) ?? 0), to: Date(unixSeconds: row.int64(2) ?? 0),
        reason: row.text(3) ?? "", filledAt: row.date(4))
    }
  }

  /// How many gaps are open for each reason, and how long they are in all, the longest first.
  func openGapSums() throws -> [GapSum] {
    try connection.prepare(
      """
      SELECT g.reason, count(*), sum(g.to_at - g.from_at)
      FROM gap g JOIN city_provider s ON s.id = g.source JOIN city c ON c.id = s.city
      WHERE g.filled_at IS NULL AND s.active AND c.active
      GROUP BY g.reason ORDER BY 3 DESC, 1
      """
    ).all {
      GapSum(reason: $0.text(0) ?? "", count: $0.integer(1), seconds: $0.integer(2))
    }
  }
}
