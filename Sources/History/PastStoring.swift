public import FoundationEssentials
import SQLite
public import Weather

/// What the store did with a stretch of the past.
public struct PastCounts: Sendable, Equatable {
  /// Readings that are new or have newer values.
  public var readings = 0
  /// Observed days that are new or have newer values.
  public var days = 0
  /// Revisions of forecasts that are new.
  public var forecasts = 0

  /// Rows that are new or have newer values.
  public var added: Int { readings + days + forecasts }

  /// Counts of nothing.
  public init() {}
}

extension HistoryWriter {
  /// Stores a stretch of one source's past in one transaction.
  ///
  /// A reading goes where there is none of its instant, or replaces an older one of the same
  /// origin: what was received live or imported stays as it is, `fetched_at` included. The same
  /// values again change nothing. The city must be registered with the service.
  public func storePast(_ result: PastResult) throws(HistoryError) -> PastCounts {
    try write { connection in
      let source = try sourceIDs(result.city.slug, result.provider, connection).source
      var counts = PastCounts()
      counts.readings = try PastReadings(connection).write(result, source: source)
      counts.days = try ObservedDays(connection).write(result, source: source)
      counts.forecasts = try PastForecasts(connection).write(result, source: source)
      return counts
    }
  }

  /// The instants of a source's readings within `from..<to`, in the order of time.
  public func readingInstants(
    slug: String, provider: String, from: Date, to: Date
  ) throws(HistoryError) -> [Date] {
    try perform { connection in
      let select = try connection.prepare(
        """
        SELECT observed_at FROM observation WHERE source = ?1 AND observed_at >= ?2
          AND observed_at < ?3 ORDER BY observed_at
        """)
      select.bind(1, try sourceIDs(slug, provider, connection).source)
      select.bind(2, from.unixSeconds)
      select.bind(3, to.unixSeconds)
      return try select.all { Date(unixSeconds: $0.int64(0) ?? 0) }
    }
  }
}

/// Writes the readings of a stretch.
private struct PastReadings: ~Copyable {
  private let insert: Statement

  init(_ connection: Connection) throws {
    insert = try connection.prepare(ObservationTable.insertPast)
  }

  func write(_ result: PastResult, source: Int64) throws -> Int {
    guard !result.readings.isEmpty else { return 0 }
    insert.bind(1, source)
    insert.bind(4, result.fetchedAt.unixSeconds)
    insert.bind(5, result.origin.rawValue)
    insert.bind(6, result.basis.rawValue)
    var changed = 0
    for reading in result.readings {
      ObservationTable.bindValues(reading, to: insert)
      changed += try insert.change()
    }
    return changed
  }
}

/// Writes what days were.
private struct ObservedDays: ~Copyable {
  private let insert: Statement

  init(_ connection: Connection) throws {
    insert = try connection.prepare(ForecastTable.insertObserved)
  }

  func write(_ result: PastResult, source: Int64) throws -> Int {
    guard !result.days.isEmpty else { return 0 }
    insert.bind(1, source)
    insert.bind(3, result.fetchedAt.unixSeconds)
    insert.bind(4, result.basis.rawValue)
    var changed = 0
    for day in result.days {
      insert.bind(2, day.date.description)
      ForecastTable.bindValues(day, to: insert)
      changed += try insert.change()
    }
    return changed
  }
}

/// Writes forecasts as they were made, each dated by when it could be known.
///
/// One that says what the revision before it says is no revision; one that stands where a live one
/// does gives way.
private struct PastForecasts: ~Copyable {
  private let newest: Statement
  private let same: Statement
  private let insert: Statement

  init(_ connection: Connection) throws {
    let newest = try connection.prepare(ForecastTable.newest)
    let same = try connection.prepare(ForecastTable.isSame)
    insert = try connection.prepare(ForecastTable.insertPast)
    self.newest = newest
    self.same = same
  }

  func write(_ result: PastResult, source: Int64) throws -> Int {
    var changed = 0
    for forecast in result.forecasts {
      let date = forecast.day.date.description
      let knownAt = forecast.knownAt.unixSeconds
      newest.bind(1, source)
      newest.bind(2, date)
      newest.bind(3, knownAt)
      if let known = try newest.first({ $0.int64(0) }) ?? nil {
        same.bind(1, source)
        same.bind(2, date)
        same.bind(ForecastTable.newestParameter, known)
        ForecastTable.bindValues(forecast.day, to: same)
        if try same.first({ $0.int64(0) }) != nil { continue }
      }
      insert.bind(1, source)
      insert.bind(2, date)
      insert.bind(3, knownAt)
      insert.bind(4, knownAt)
      ForecastTable.bindValues(forecast.day, to: insert)
      insert.bind(ForecastTable.newestParameter, result.fetchedAt.unixSeconds)
      changed += try insert.change()
    }
    return changed
  }
}
