public import FoundationEssentials
import SQLite
public import Weather

extension HistoryWriter {
  /// Makes the tables match the configuration, in one transaction; writes nothing if nothing changed.
  ///
  /// Cities and sources that are no longer listed become inactive; their rows stay. Returns the
  /// cities with the remembered zone where the configuration gave none. Throws `moved` when a slug
  /// would move by more than 5 km.
  public func register(_ cities: [RegisteredCity]) throws(HistoryError) -> [RegisteredCity] {
    sources = [:]
    self.cities = [:]
    return try write { connection in
      let registration = try CityRegistration(connection, path: path)
      let registered = try cities.map { try registration.register($0) }
      try registration.retire(except: registered.map(\.city.slug))
      return registered
    }
  }

  /// Remembers the IANA zone that a service named for a city whose configuration gives none.
  public func rememberZone(slug: String, zone: String) throws(HistoryError) {
    try write { connection in
      let statement = try connection.prepare(
        """
        UPDATE city SET timezone = ?2, zone_is_guess = 0
        WHERE id = ?1 AND (timezone, zone_is_guess) IS NOT (?2, 0)
        """)
      statement.bind(1, try cityID(slug, connection))
      statement.bind(2, zone)
      try statement.run()
    }
  }

  /// Replaces the offset changes of a city's clocks; writes nothing if they are the same.
  public func setOffsets(slug: String, _ changes: [OffsetChange]) throws(HistoryError) {
    try write { connection in
      guard let city = try cityID(slug, connection) else { return }
      let known = try connection.prepare(
        "SELECT from_at, utc_offset_s FROM city_offset WHERE city = ?1 ORDER BY from_at")
      known.bind(1, city)
      let sorted = changes.sorted { $0.from < $1.from }
      let old = try known.all { row in
        OffsetChange(
          from: Date(unixSeconds: row.int64(0) ?? 0), utcOffsetSeconds: row.integer(1))
      }
      guard old != sorted else { return }
      if !old.isEmpty { try deleteOffsets(city, connection) }
      try insertOffsets(city, sorted, connection)
    }
  }

  /// The slugs of all cities, also of those that are no longer listed.
  public func slugs() throws(HistoryError) -> Set<String> {
    try perform { connection in
      Set(try connection.prepare("SELECT slug FROM city").all { $0.text(0) ?? "" })
    }
  }

  /// The instant of a city's oldest row; nil without rows.
  public func oldestInstant(slug: String) throws(HistoryError) -> Date? {
    try perform { connection in
      let statement = try connection.prepare(
        """
        SELECT (SELECT min(observed_at) FROM observation WHERE source = s.id),
          unixepoch((SELECT min(date) FROM forecast_day WHERE source = s.id)),
          unixepoch((SELECT min(date) FROM observed_day WHERE source = s.id))
        FROM city_provider s WHERE s.city = ?1
        """)
      statement.bind(1, try cityID(slug, connection))
      var oldest: Int64?
      try statement.each { row in
        for column in Int32(0)...2 {
          guard let instant = row.int64(column) else { continue }
          oldest = min(oldest ?? instant, instant)
        }
      }
      return oldest.map { Date(unixSeconds: $0) }
    }
  }

  private func cityID(_ slug: String, _ connection: Connection) throws -> Int64? {
    if let known = cities[slug] { return known }
    let statement = try connection.prepare("SELECT id FROM city WHERE slug = ?1")
    statement.bind(1, slug)
    let found = try statement.first { $0.int64(0) } ?? nil
    cities[slug] = found
    return found
  }

  private func deleteOffsets(_ city: Int64, _ connection: Connection) throws {
    let delete = try connection.prepare("DELETE FROM city_offset WHERE city = ?1")
    delete.bind(1, city)
    try delete.run()
  }

  private func insertOffsets(
    _ city: Int64, _ changes: [OffsetChange], _ connection: Connection
  ) throws {
    let insert = try connection.prepare(
      "INSERT OR REPLACE INTO city_offset (city, from_at, utc_offset_s) VALUES (?1, ?2, ?3)")
    insert.bind(1, city)
    for change in changes {
      insert.bind(2, change.from.unixSeconds)
      insert.bind(3, Int64(change.utcOffsetSeconds))
      try insert.run()
    }
  }
}
