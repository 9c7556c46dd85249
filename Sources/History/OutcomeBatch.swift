import SQLite
import Weather

/// Writes outcomes within one transaction, with the statements compiled once.
struct OutcomeBatch: ~Copyable {
  private let weather: WeatherWriting
  private let state: SourceStateWriting
  private let log: FetchLogWriting
  private let quarantine: QuarantineWriting
  private let memory: MemoryWriting

  init(_ connection: Connection, run: Int64?) throws {
    let weather = try WeatherWriting(connection)
    let state = try SourceStateWriting(connection)
    log = try FetchLogWriting(connection, run: run)
    self.weather = weather
    self.state = state
    quarantine = QuarantineWriting(connection)
    memory = MemoryWriting(connection)
  }

  /// Writes everything that came of one request.
  func store(
    _ outcome: FetchOutcome, ids: (String) throws -> SourceIDs
  ) throws -> StoredCounts {
    var counts = StoredCounts()
    var failures = outcome.failures
    for result in outcome.results {
      let source = try ids(result.city.slug).source
      try write(result, source: source, counting: &counts)
      try state.succeed(result, outcome, source: source)
      try memory.write(result, source: source)
      if let failed = result.failedParts.first {
        failures.append(CityFailure(slug: result.city.slug, error: failed.error))
      }
    }
    try storeFailures(of: outcome, ids: ids)
    try log.write(outcome, failures: failures, added: counts.added) { try ids($0).city }
    if let body = outcome.quarantine { try quarantine.write(body) }
    return counts
  }

  private func write(
    _ result: CityResult, source: Int64, counting counts: inout StoredCounts
  ) throws {
    if result.isUnchanged {
      counts.confirmed += try memory.confirmLast(result, source: source)
    } else {
      try weather.write(result, source: source, counting: &counts)
    }
  }

  /// Counts a failure for each city that failed alone, or without a result when the request failed.
  private func storeFailures(
    of outcome: FetchOutcome, ids: (String) throws -> SourceIDs
  ) throws {
    var settled = Set<String>()
    for failure in outcome.failures {
      settled.insert(failure.slug)
      // What we stopped ourselves is no failure, and stays marked as asked and not answered.
      guard failure.error.code != .cancelled else { continue }
      try state.fail(failure.error, outcome, source: ids(failure.slug).source)
    }
    guard let error = outcome.error, error.code != .cancelled else { return }
    settled.formUnion(outcome.results.map(\.city.slug))
    for slug in outcome.slugs where !settled.contains(slug) {
      try state.fail(error, outcome, source: ids(slug).source)
    }
  }
}

/// Writes readings and forecast days.
struct WeatherWriting: ~Copyable {
  private let confirmReading: Statement
  private let insertReading: Statement
  private let newestDay: Statement
  private let confirmDay: Statement
  private let insertDay: Statement
  private let connection: Connection

  init(_ connection: Connection) throws {
    let confirmReading = try connection.prepare(ObservationTable.confirm)
    let insertReading = try connection.prepare(ObservationTable.insert)
    let newestDay = try connection.prepare(ForecastTable.newest)
    let confirmDay = try connection.prepare(ForecastTable.confirm)
    insertDay = try connection.prepare(ForecastTable.insert)
    self.confirmReading = confirmReading
    self.insertReading = insertReading
    self.newestDay = newestDay
    self.confirmDay = confirmDay
    self.connection = connection
  }

  func write(_ result: CityResult, source: Int64, counting counts: inout StoredCounts) throws {
    if let conditions = result.weather.currently {
      ObservationTable.bind(conditions, of: result, source: source, to: confirmReading)
      if try confirmReading.change() > 0 {
        counts.confirmed += 1
      } else {
        ObservationTable.bind(conditions, of: result, source: source, to: insertReading)
        counts.added += try insertReading.change()
      }
    }
    guard !result.weather.forecast.isEmpty else { return }
    newestDay.bind(1, source)
    newestDay.bind(3, result.fetchedAt.unixSeconds)
    confirmDay.bind(1, source)
    insertDay.bind(1, source)
    for day in result.weather.forecast {
      try write(day, of: result, source: source, counting: &counts)
    }
  }

  private func write(
    _ day: WeatherData.DayConditions, of result: CityResult, source: Int64,
    counting counts: inout StoredCounts
  ) throws {
    let date = day.date.description
    newestDay.bind(2, date)
    let newest = try newestDay.first({ $0.int64(0) }) ?? nil
    if let newest {
      confirmDay.bind(2, date)
      confirmDay.bind(ForecastTable.newestParameter, newest)
      ForecastTable.bind(day, of: result, to: confirmDay)
      if try confirmDay.change() > 0 {
        counts.confirmed += 1
        return
      }
    }
    insertDay.bind(2, date)
    ForecastTable.bind(day, of: result, to: insertDay)
    if newest == result.fetchedAt.unixSeconds,
      let free = try freeSecond(source, date, result.fetchedAt.unixSeconds)
    {
      insertDay.bind(3, free)
    }
    counts.added += try insertDay.change()
  }

  /// When to store a revision whose second is taken by one that is not of the same second; nil
  /// where it is.
  private func freeSecond(_ source: Int64, _ date: String, _ second: Int64) throws -> Int64? {
    let select = try connection.prepare(ForecastTable.freeSecond)
    select.bind(1, source)
    select.bind(2, date)
    select.bind(3, second)
    return try select.first { $0.int64(0) } ?? nil
  }
}
