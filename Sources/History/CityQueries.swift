public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// The cities in the order of the list; with those no longer listed at the end if asked for.
  ///
  /// Counting reads an index of all readings; without it, `observations` is nil.
  public func cities(
    includeInactive: Bool, counting: Bool = false
  ) throws -> [CityRecord] {
    let counted = counting ? "(SELECT count(*) FROM observation WHERE source = s.id)" : "NULL"
    let statement = try connection.prepare(
      """
      SELECT c.slug, c.name, c.country, c.admin, c.latitude, c.longitude, c.elevation, c.timezone,
        c.position, c.active, s.provider, s.kind, s.rank, s.active, s.interval_s, s.spread_s,
        s.forecast_interval_s, s.grid_latitude, s.grid_longitude, s.grid_elevation,
        (SELECT min(observed_at) FROM observation WHERE source = s.id),
        (SELECT max(observed_at) FROM observation WHERE source = s.id), \(counted)
      FROM city c LEFT JOIN city_provider s ON s.city = c.id
      WHERE c.active OR ?1
      ORDER BY c.active DESC, c.position, c.slug, s.active DESC, s.rank, s.provider
      """)
    statement.bind(1, Int64(includeInactive ? 1 : 0))
    var cities: [CityRecord] = []
    try statement.each { row in
      let city = Self.city(row)
      if cities.last?.city.slug != city.city.slug { cities.append(city) }
      if !row.isNull(10) { cities[cities.count - 1].add(row, counting: counting) }
    }
    return cities
  }

  /// The UTC offset of a city's clocks at an instant, seconds east; nil where nothing tells it.
  ///
  /// Without offset changes from the daemon it is that of the row nearest before, else after.
  public func offset(of slug: String, at: Date) throws -> Int? {
    let statement = try connection.prepare(
      """
      SELECT utc_offset_s FROM city_offset
      WHERE city = (SELECT id FROM city WHERE slug = ?1) AND from_at <= ?2
      ORDER BY from_at DESC LIMIT 1
      """)
    statement.bind(1, slug)
    statement.bind(2, at.unixSeconds)
    if let offset = try statement.first({ $0.integer(0) }) { return offset }
    return try rowOffset(slug, at)
  }

  private func rowOffset(_ slug: String, _ at: Date) throws -> Int? {
    let statement = try connection.prepare(
      """
      SELECT offset FROM (
        SELECT (SELECT utc_offset_s FROM observation WHERE source = s.id AND observed_at <= ?2
          ORDER BY observed_at DESC LIMIT 1) AS offset, 0 AS place, s.rank
        FROM city_provider s JOIN city c ON c.id = s.city WHERE c.slug = ?1
        UNION ALL
        SELECT (SELECT utc_offset_s FROM observation WHERE source = s.id
          ORDER BY observed_at LIMIT 1), 1, s.rank
        FROM city_provider s JOIN city c ON c.id = s.city WHERE c.slug = ?1
        UNION ALL
        SELECT (SELECT utc_offset_s FROM forecast_day WHERE source = s.id ORDER BY date LIMIT 1),
          2, s.rank
        FROM city_provider s JOIN city c ON c.id = s.city WHERE c.slug = ?1)
      WHERE offset IS NOT NULL ORDER BY place, rank LIMIT 1
      """)
    statement.bind(1, slug)
    statement.bind(2, at.unixSeconds)
    return try statement.first { $0.integer(0) }
  }

  private static func city(_ row: borrowing Row) -> CityRecord {
    let city = City(
      slug: row.text(0) ?? "", name: row.text(1) ?? "", country: row.text(2), admin: row.text(3),
      latitude: row.double(4) ?? 0, longitude: row.double(5) ?? 0, elevation: row.double(6),
      timezone: row.text(7))
    return CityRecord(city: city, position: row.integer(8), active: row.integer(9) != 0)
  }
}

extension CityRecord {
  /// Adds the source in a row of `cities`.
  fileprivate mutating func add(_ row: borrowing Row, counting: Bool) {
    var source = SourceRecord(
      provider: row.text(10) ?? "", kind: row.text(11) ?? "", rank: row.integer(12),
      active: row.integer(13) != 0,
      freshness: Freshness(
        intervalSeconds: row.integer(14), spreadSeconds: row.integer(15),
        forecastIntervalSeconds: row.integer(16)))
    if let latitude = row.double(17), let longitude = row.double(18) {
      let elevation = row.double(19)
      source.gridPoint = GridPoint(
        latitude: latitude, longitude: longitude, elevation: elevation)
      source.gridDistanceKm = Canonical.rounded(
        Distance.kilometres(city.latitude, city.longitude, latitude, longitude))
      if let elevation, let own = city.elevation {
        source.gridHeightDifferenceM = Canonical.rounded(elevation - own)
      }
    }
    sources.append(source)
    firstAt = [firstAt, row.date(20)].compactMap { $0 }.min()
    lastAt = [lastAt, row.date(21)].compactMap { $0 }.max()
    if counting { observations = (observations ?? 0) + row.integer(22) }
  }
}
