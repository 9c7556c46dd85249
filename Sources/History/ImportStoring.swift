public import FoundationEssentials
import SQLite
public import Weather

/// A reading of a file, to be stored as it came.
public struct ImportedReading: Sendable, Equatable {
  /// The values, with their instant and offset.
  public var conditions: WeatherData.CurrentConditions
  /// When it was received, by the file, else the time of the import.
  public var fetchedAt: Date
  /// What it rests on; nil where the file does not say: a station, or what an earlier import said.
  public var basis: Basis?

  /// Makes a reading from its parts.
  public init(
    conditions: WeatherData.CurrentConditions, fetchedAt: Date, basis: Basis?
  ) {
    self.conditions = conditions
    self.fetchedAt = fetchedAt
    self.basis = basis
  }
}

/// What became of imported readings, or would.
public struct ImportCounts: Sendable, Equatable {
  /// Readings of instants that had none.
  public var added = 0
  /// Readings that were there with all their values.
  public var same = 0
  /// Readings that have other or more values than an earlier import.
  public var changed = 0
  /// Readings that differ from what a service said of the instant, which stays.
  public var kept = 0

  /// Counts of nothing.
  public init() {}

  /// The sums of two counts.
  public static func += (sum: inout ImportCounts, more: ImportCounts) {
    sum.added += more.added
    sum.same += more.same
    sum.changed += more.changed
    sum.kept += more.kept
  }
}

extension HistoryWriter {
  /// Makes the source that imported rows of a city belong to, unless it is there.
  ///
  /// It is inactive, so that it is neither asked nor missed; queries show it all the same. A city
  /// that the store doesn't know is added as `city` says.
  public func addImportSource(
    _ provider: String, of city: RegisteredCity
  ) throws(HistoryError) {
    try write { connection in
      let addCity = try connection.prepare(
        """
        INSERT INTO city (slug, name, country, admin, latitude, longitude, elevation, timezone,
          position, active, zone_is_guess)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        ON CONFLICT (slug) DO NOTHING
        """)
      addCity.bind(1, city.city.slug)
      addCity.bind(2, city.city.name)
      addCity.bind(3, city.city.country)
      addCity.bind(4, city.city.admin)
      addCity.bind(5, city.city.latitude)
      addCity.bind(6, city.city.longitude)
      addCity.bind(7, city.city.elevation)
      addCity.bind(8, city.city.likelyTimezone)
      addCity.bind(9, Int64(city.position))
      addCity.bind(10, Int64(city.active ? 1 : 0))
      addCity.bind(11, Int64(city.city.hasGuessedZone ? 1 : 0))
      try addCity.run()
      let addSource = try connection.prepare(
        """
        INSERT INTO city_provider (city, provider, kind, rank, active, interval_s, spread_s,
          forecast_interval_s)
        SELECT c.id, ?2, 'import',
          (SELECT ifnull(max(rank) + 1, 0) FROM city_provider s WHERE s.city = c.id), 0, 0, 0, 0
        FROM city c WHERE slug = ?1
        ON CONFLICT (city, provider) DO NOTHING
        """)
      addSource.bind(1, city.city.slug)
      addSource.bind(2, provider)
      try addSource.run()
    }
  }

  /// Stores readings of one source in one transaction, as imported.
  ///
  /// A reading goes where there is none of its instant, or gives its values to an older import; those
  /// that it has not stay there. What was received live or backfilled stays, and the same values
  /// again change nothing.
  public func storeImport(
    _ readings: [ImportedReading], slug: String, provider: String
  ) throws(HistoryError) -> ImportCounts {
    try write { connection in
      let source = try sourceIDs(slug, provider, connection).source
      let comparison = try ImportComparison(connection, source: source)
      let insert = try connection.prepare(ObservationTable.insertImport)
      var counts = ImportCounts()
      for reading in readings where try comparison.counts(reading, &counts) {
        reading.bind(to: insert, source: source)
        try insert.run()
      }
      return counts
    }
  }
}

extension HistoryReader {
  /// What storing readings of a source would do.
  public func compareImport(
    _ readings: [ImportedReading], slug: String, provider: String
  ) throws -> ImportCounts {
    var counts = ImportCounts()
    guard let source = try sourceID(slug, provider) else {
      counts.added = readings.count
      return counts
    }
    let comparison = try ImportComparison(connection, source: source)
    for reading in readings { _ = try comparison.counts(reading, &counts) }
    return counts
  }
}

/// Compares readings with what is stored.
private struct ImportComparison: ~Copyable {
  private let stored: Statement
  private let source: Int64

  init(_ connection: Connection, source: Int64) throws {
    stored = try connection.prepare(ObservationTable.compareImport)
    self.source = source
  }

  /// Counts a reading; true when it is to be written.
  func counts(_ reading: ImportedReading, _ counts: inout ImportCounts) throws -> Bool {
    reading.bind(to: stored, source: source)
    let found = try stored.first { row in
      (isSame: row.integer(0) != 0, givesWay: row.integer(1) != 0)
    }
    switch found {
    case nil: counts.added += 1
    case (true, _)?: counts.same += 1
    case (false, true)?: counts.changed += 1
    case (false, false)?: counts.kept += 1
    }
    return found.map { !$0.isSame && $0.givesWay } ?? true
  }
}

extension ImportedReading {
  fileprivate func bind(to statement: borrowing Statement, source: Int64) {
    statement.bind(1, source)
    statement.bind(4, fetchedAt.unixSeconds)
    statement.bind(5, Origin.import.rawValue)
    statement.bind(6, basis?.rawValue)
    ObservationTable.bindValues(conditions, to: statement)
  }
}
