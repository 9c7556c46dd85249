import FoundationEssentials
import SQLite
import Weather

/// Writes the readings of a stretch.
struct PastReadings: ~Copyable {
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
struct ObservedDays: ~Copyable {
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
struct PastForecasts: ~Copyable {
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
