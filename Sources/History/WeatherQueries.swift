public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// How far ahead of now a reading may be before its clock counts as wrong, in seconds.
  static let clockTolerance: Int64 = 300

  /// The newest reading of each city and service that is not of the future.
  ///
  /// Services that the configuration no longer lists for a city are among them, after the others.
  public func current(of cities: [CityRecord], now: Date) throws -> CurrentReport {
    let latest = now.unixSeconds + Self.clockTolerance
    let newestFirst = try connection.prepare(Self.newestFirst)
    var report = CurrentReport()
    report.records.reserveCapacity(cities.count)
    for city in cities {
      for source in city.sources {
        guard let id = source.id else { continue }
        newestFirst.bind(1, id)
        while try newestFirst.step() {
          if newestFirst.row.integer(0) > latest {
            report.futureRows += 1
            continue
          }
          report.records.append(
            ObservationTable.record(
              newestFirst.row, city: city.city.slug, provider: source.provider))
          break
        }
        newestFirst.reset()
      }
    }
    return report
  }

  static let newestFirst =
    """
    SELECT \(ObservationTable.columns) FROM observation o
    WHERE o.source = ?1 ORDER BY o.observed_at DESC
    """

  /// The current revisions of a city's forecast days from a date on, in the order of dates.
  ///
  /// Of a day's revisions the current one has the most hours of the date, then the newest issue,
  /// then the newest receipt. Dates without a forecast are left out. As of an instant there are
  /// only revisions that had been received by then.
  public func forecast(
    of city: CityRecord, provider: String, from: LocalDate, days: Int, asOf: Date? = nil
  ) throws -> [DayRecord] {
    guard let id = try sourceID(city, provider) else { return [] }
    return try (0..<max(0, days)).compactMap { place in
      let date = from.adding(days: place)
      return try best(ForecastTable.revisions, source: id, date: date, asOf: asOf) {
        ForecastTable.record($0, city: city.city.slug, provider: provider)
      } ?? nil
    }
  }

  /// The high and low of a date by its current revision; nil where there is no forecast of it.
  public func extremes(
    of city: CityRecord, provider: String, on date: LocalDate
  ) throws -> DayExtremes? {
    guard let id = try sourceID(city, provider) else { return nil }
    return try best(ForecastTable.extremes, source: id, date: date) {
      DayExtremes(highC: $0.double(0), lowC: $0.double(1))
    }
  }

  /// What the body makes of the current revision of a date; nil when there is none.
  func best<T>(
    _ revisions: String, source: Int64, date: LocalDate, asOf: Date? = nil,
    _ body: (borrowing Row) -> T
  ) throws -> T? {
    let statement = try connection.prepare(revisions)
    statement.bind(1, source)
    statement.bind(2, date.description)
    statement.bind(3, asOf?.unixSeconds ?? Int64.max)
    var best: (hours: Double, issuedAt: Int64, value: T)?
    try statement.each { row in
      let last = row.count - 1
      let hours = row.double(last - 1) ?? 0, issuedAt = row.int64(last) ?? 0
      // Of equals the first has the newest receipt.
      if let best, (hours, issuedAt) <= (best.hours, best.issuedAt) { return }
      best = (hours, issuedAt, body(row))
    }
    return best?.value
  }

  /// Hands over readings of `from..<to` in the order of time; of all services without `provider`.
  public func observations(
    of city: CityRecord, provider: String?, from: Date?, to: Date?, limit: Int? = nil,
    _ each: (ObservationRecord) throws -> Void
  ) throws {
    let slug = city.city.slug
    let names = provider.map { [$0] } ?? city.sources.map(\.provider)
    let sources = try names.compactMap { name in
      try sourceID(city, name).map { (id: $0, name: name) }
    }
    guard let first = sources.first else { return }
    // Of one source the rows lie in this order already; of several they have to be sorted.
    let statement = try connection.prepare(
      sources.count == 1 ? Self.oneSource : Self.severalSources)
    if sources.count == 1 { statement.bind(1, first.id) } else { statement.bind(1, slug) }
    statement.bind(2, from?.unixSeconds ?? Int64.min)
    statement.bind(3, to?.unixSeconds ?? Int64.max)
    statement.bind(4, Int64(limit ?? -1))
    let last = ObservationTable.layout.count + 9
    try statement.each { row in
      let name = sources.count == 1 ? first.name : row.text(last) ?? ""
      try each(ObservationTable.record(row, city: slug, provider: name))
    }
  }

  static let oneSource =
    """
    SELECT \(ObservationTable.columns) FROM observation o
    WHERE o.source = ?1 AND o.observed_at >= ?2 AND o.observed_at < ?3
    ORDER BY o.observed_at LIMIT ?4
    """

  static let severalSources =
    """
    SELECT \(ObservationTable.columns), s.provider
    FROM city_provider s JOIN observation o ON o.source = s.id
    WHERE s.city = (SELECT id FROM city WHERE slug = ?1)
      AND o.observed_at >= ?2 AND o.observed_at < ?3
    ORDER BY o.observed_at, s.rank, s.provider LIMIT ?4
    """
}
