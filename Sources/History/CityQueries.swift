public import FoundationEssentials
import SQLite
public import Weather

/// How much of a city's readings its record tells; more takes longer.
public enum ReadingSummary: Sendable, Comparable {
  /// Nothing: `firstAt`, `lastAt` and `observations` are nil.
  case none
  /// The instants of the oldest and the newest.
  case times
  /// Also their number, which takes a pass over all of them.
  case count
}

extension HistoryReader {
  /// The cities in the order of the list; with those no longer listed at the end if asked for.
  ///
  /// With the offset of each city's clocks at an instant, if one is given.
  public func cities(
    includeInactive: Bool, readings: ReadingSummary = .none, at instant: Date? = nil
  ) throws -> [CityRecord] {
    func told(_ least: ReadingSummary, _ what: String) -> String {
      readings < least ? "NULL" : "(SELECT \(what) FROM observation WHERE source = s.id)"
    }
    let statement = try connection.prepare(
      """
      SELECT c.slug, c.name, c.country, c.admin, c.latitude, c.longitude, c.elevation, c.timezone,
        c.position, c.active, s.provider, s.kind, s.rank, s.active, s.interval_s, s.spread_s,
        s.forecast_interval_s, s.grid_latitude, s.grid_longitude, s.grid_elevation,
        \(told(.times, "min(observed_at)")), \(told(.times, "max(observed_at)")),
        \(told(.count, "count(*)")), s.id,
        (SELECT utc_offset_s FROM city_offset WHERE city = c.id AND from_at <= ?2
          ORDER BY from_at DESC LIMIT 1)
      FROM city c LEFT JOIN city_provider s ON s.city = c.id
      WHERE c.active OR ?1 ORDER BY c.id
      """)
    statement.bind(1, Int64(includeInactive ? 1 : 0))
    statement.bind(2, instant?.unixSeconds)
    var cities: [CityRecord] = []
    try statement.each { row in
      let slug = row.text(0) ?? ""
      if cities.last?.city.slug != slug { cities.append(Self.city(row, slug)) }
      if !row.isNull(23) { cities[cities.count - 1].add(row, readings) }
    }
    return Self.inOrder(cities)
  }

  /// The cities by their place, those no longer listed last; their services by rank, likewise.
  ///
  /// SQLite would carry all columns through its sorter, although nearly all rows lie in order.
  private static func inOrder(_ cities: [CityRecord]) -> [CityRecord] {
    var cities = cities
    for index in cities.indices where cities[index].sources.count > 1 {
      cities[index].sources.sort {
        ($0.active ? 0 : 1, $0.rank, $0.provider) < ($1.active ? 0 : 1, $1.rank, $1.provider)
      }
    }
    func isBefore(_ first: CityRecord, _ second: CityRecord) -> Bool {
      (first.active ? 0 : 1, first.position, first.city.slug)
        < (second.active ? 0 : 1, second.position, second.city.slug)
    }
    let isOrdered = cities.indices.dropFirst().allSatisfy { !isBefore(cities[$0], cities[$0 - 1]) }
    if !isOrdered { cities.sort(by: isBefore) }
    return cities
  }

  /// The IANA zone of each city that has one, by slug: as configured once, or as a service said.
  public func zones() throws -> [String: String] {
    var zones: [String: String] = [:]
    try connection.prepare("SELECT slug, timezone FROM city WHERE timezone IS NOT NULL").each {
      zones[$0.text(0) ?? ""] = $0.text(1)
    }
    return zones
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

  private static func city(_ row: borrowing Row, _ slug: String) -> CityRecord {
    let city = City(
      slug: slug, name: row.text(1) ?? "", country: row.text(2), admin: row.text(3),
      latitude: row.double(4) ?? 0, longitude: row.double(5) ?? 0, elevation: row.double(6),
      timezone: row.text(7))
    var record = CityRecord(city: city, position: row.integer(8), active: row.integer(9) != 0)
    record.utcOffsetSeconds = row.int64(24).map { Int($0) }
    return record
  }
}

extension CityRecord {
  /// Adds the source in a row of `cities`.
  fileprivate mutating func add(_ row: borrowing Row, _ readings: ReadingSummary) {
    var source = SourceRecord(
      provider: row.text(10) ?? "", kind: row.text(11) ?? "", rank: row.integer(12),
      active: row.integer(13) != 0,
      freshness: Freshness(
        intervalSeconds: row.integer(14), spreadSeconds: row.integer(15),
        forecastIntervalSeconds: row.integer(16)))
    source.id = row.int64(23)
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
    if readings == .none { return }
    firstAt = [firstAt, row.date(20)].compactMap { $0 }.min()
    lastAt = [lastAt, row.date(21)].compactMap { $0 }.max()
    if readings == .count { observations = (observations ?? 0) + row.integer(22) }
  }
}
