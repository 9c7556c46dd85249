import SQLite
import Weather

/// The statements that bring cities and sources into the tables.
struct CityRegistration: ~Copyable {
  /// A city that the tables have.
  private struct Known {
    let id: Int64
    let latitude: Double
    let longitude: Double
    let zone: String?
    let isGuess: Bool
    let elevation: Double?
  }

  private let known: [String: Known]
  private let activeSources: [String: [(id: Int64, provider: String)]]
  private let upsertCity: Statement
  private let upsertSource: Statement
  private let forgetGrid: Statement
  private let forgetMemory: Statement
  private let forgetOffsets: Statement
  private let connection: Connection
  private let path: String

  init(_ connection: Connection, path: String) throws {
    let known = try Self.known(connection)
    let activeSources = try Self.activeSources(connection)
    let upsertCity = try connection.prepare(Self.upsertCitySQL)
    let upsertSource = try connection.prepare(Self.upsertSourceSQL)
    let forgetGrid = try connection.prepare(Self.forgetGridSQL)
    let forgetMemory = try connection.prepare(Self.forgetMemorySQL)
    forgetOffsets = try connection.prepare("DELETE FROM city_offset WHERE city = ?1")
    self.known = known
    self.activeSources = activeSources
    self.upsertCity = upsertCity
    self.upsertSource = upsertSource
    self.forgetGrid = forgetGrid
    self.forgetMemory = forgetMemory
    self.connection = connection
    self.path = path
  }

  private static func known(_ connection: Connection) throws -> [String: Known] {
    var known: [String: Known] = [:]
    try connection.prepare(
      "SELECT slug, id, latitude, longitude, timezone, elevation, zone_is_guess FROM city"
    ).each { row in
      known[row.text(0) ?? ""] = Known(
        id: row.int64(1) ?? 0, latitude: row.double(2) ?? 0, longitude: row.double(3) ?? 0,
        zone: row.text(4), isGuess: row.integer(6) != 0, elevation: row.double(5))
    }
    return known
  }

  private static func activeSources(
    _ connection: Connection
  ) throws -> [String: [(id: Int64, provider: String)]] {
    var sources: [String: [(id: Int64, provider: String)]] = [:]
    try connection.prepare(
      """
      SELECT c.slug, s.id, s.provider FROM city_provider s JOIN city c ON c.id = s.city
      WHERE s.active
      """
    ).each { row in
      sources[row.text(0) ?? "", default: []].append((row.int64(1) ?? 0, row.text(2) ?? ""))
    }
    return sources
  }

  private static let upsertCitySQL = """
    INSERT INTO city (slug, name, country, admin, latitude, longitude, elevation, timezone,
      position, active, zone_is_guess)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
    ON CONFLICT (slug) DO UPDATE SET
      name = excluded.name, country = excluded.country, admin = excluded.admin,
      latitude = excluded.latitude, longitude = excluded.longitude,
      elevation = excluded.elevation, timezone = excluded.timezone,
      position = excluded.position, active = excluded.active,
      zone_is_guess = excluded.zone_is_guess
    WHERE (name, country, admin, latitude, longitude, elevation, timezone, position, active,
        zone_is_guess)
      IS NOT (excluded.name, excluded.country, excluded.admin, excluded.latitude,
        excluded.longitude, excluded.elevation, excluded.timezone, excluded.position,
        excluded.active, excluded.zone_is_guess)
    """

  private static let upsertSourceSQL = """
    INSERT INTO city_provider (city, provider, kind, rank, active, interval_s, spread_s,
      forecast_interval_s)
    SELECT id, ?2, ?3, ?4, 1, ?5, ?6, ?7 FROM city WHERE slug = ?1
    ON CONFLICT (city, provider) DO UPDATE SET
      last_modified = iif(kind = excluded.kind, last_modified, NULL),
      expires_at = iif(kind = excluded.kind, expires_at, NULL),
      place = iif(kind = excluded.kind, place, NULL),
      kind = excluded.kind, rank = excluded.rank, active = 1, interval_s = excluded.interval_s,
      spread_s = excluded.spread_s, forecast_interval_s = excluded.forecast_interval_s
    WHERE (kind, rank, active, interval_s, spread_s, forecast_interval_s)
      IS NOT (excluded.kind, excluded.rank, 1, excluded.interval_s, excluded.spread_s,
        excluded.forecast_interval_s)
    """

  private static let forgetGridSQL = """
    UPDATE city_provider SET grid_latitude = NULL, grid_longitude = NULL, grid_elevation = NULL
    WHERE city = ?1
    """

  /// What a service said of the old place says nothing of the new one, however near.
  private static let forgetMemorySQL = """
    UPDATE city_provider
    SET expires_at = NULL, last_modified = NULL, place = NULL, place_at = NULL
    WHERE city = ?1
    """

  /// Brings one city in; returns it with the zone that holds.
  func register(_ registered: RegisteredCity) throws -> RegisteredCity {
    var registered = registered
    if let old = known[registered.city.slug] {
      let distance = Distance.kilometres(
        old.latitude, old.longitude, registered.city.latitude, registered.city.longitude)
      if distance > 5 {
        guard registered.moved else { throw moved(registered.city, distance) }
        try forget(old.id)
      } else {
        registered.city = registered.city.remembering(old.zone, isGuess: old.isGuess)
      }
      let city = registered.city
      if distance > 0 || old.elevation != city.elevation {
        forgetMemory.bind(1, old.id)
        try forgetMemory.run()
      }
    }
    try write(registered)
    return registered
  }

  /// Makes cities and sources inactive that are no longer listed.
  func retire(except slugs: [String]) throws {
    let listed = Set(slugs)
    let active = try connection.prepare("SELECT slug FROM city WHERE active").all {
      $0.text(0) ?? ""
    }
    let retire = try connection.prepare("UPDATE city SET active = 0 WHERE slug = ?1")
    for slug in active where !listed.contains(slug) {
      retire.bind(1, slug)
      try retire.run()
    }
  }

  private func write(_ registered: RegisteredCity) throws {
    let city = registered.city
    upsertCity.bind(1, city.slug)
    upsertCity.bind(2, city.name)
    upsertCity.bind(3, city.country)
    upsertCity.bind(4, city.admin)
    upsertCity.bind(5, city.latitude)
    upsertCity.bind(6, city.longitude)
    upsertCity.bind(7, city.elevation)
    upsertCity.bind(8, city.likelyTimezone)
    upsertCity.bind(9, Int64(registered.position))
    upsertCity.bind(10, Int64(registered.active ? 1 : 0))
    upsertCity.bind(11, Int64(city.hasGuessedZone ? 1 : 0))
    try upsertCity.run()
    try retireSources(of: registered)
    for source in registered.sources {
      upsertSource.bind(1, city.slug)
      upsertSource.bind(2, source.provider)
      upsertSource.bind(3, source.kind)
      upsertSource.bind(4, Int64(source.rank))
      upsertSource.bind(5, Int64(source.freshness.intervalSeconds))
      upsertSource.bind(6, Int64(source.freshness.spreadSeconds))
      upsertSource.bind(7, Int64(source.freshness.forecastIntervalSeconds))
      try upsertSource.run()
    }
  }

  private func retireSources(of registered: RegisteredCity) throws {
    guard let active = activeSources[registered.city.slug] else { return }
    let listed = Set(registered.sources.map(\.provider))
    let gone = active.filter { !listed.contains($0.provider) }
    guard !gone.isEmpty else { return }
    let retire = try connection.prepare("UPDATE city_provider SET active = 0 WHERE id = ?1")
    for (id, _) in gone {
      retire.bind(1, id)
      try retire.run()
    }
  }

  private func forget(_ city: Int64) throws {
    forgetGrid.bind(1, city)
    try forgetGrid.run()
    forgetOffsets.bind(1, city)
    try forgetOffsets.run()
  }

  private func moved(_ city: City, _ distance: Double) -> HistoryError {
    let shown = (distance * 10).rounded() / 10
    return HistoryError(
      .moved, path: path,
      message: "The coordinates of the city ‘\(city.slug)’ are \(shown) km from where its history"
        + " is. Give the new place another slug; if it is the same place, set moved = true.")
  }
}
