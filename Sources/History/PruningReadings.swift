import FoundationEssentials
import SQLite
import Weather

extension Pruning {
  /// Local days whose readings stay after they were rolled up, because what the first reading after
  /// them covers depends on them.
  private static let margin = 2
  private static let day: Int64 = 86_400

  /// Rolls up the next old day of the current source and lets readings go that no later day needs;
  /// false when it has none.
  mutating func pruneDay(_ connection: Connection) throws -> Bool {
    let place = places[current]
    guard let before = rule.readingsBefore else { return false }
    let next = try connection.prepare(
      """
      SELECT observed_at, utc_offset_s FROM observation WHERE source = ?1 AND observed_at >= ?2
      ORDER BY observed_at LIMIT 1
      """)
    next.bind(1, place.source)
    next.bind(2, place.readingsFrom)
    guard let first = try next.first({ (at: $0.int64(0) ?? 0, offset: $0.integer(1)) }) else {
      return false
    }
    let date = LocalTime(Date(unixSeconds: first.at), utcOffsetSeconds: first.offset).date
    let last = LocalTime(before, utcOffsetSeconds: first.offset).date
    guard date < last else { return false }
    let readings = try Self.readings(connection, of: place, around: first.at)
    let isRolled = try rollUp(date, readings, place, connection)
    places[current].readingsFrom =
      (readings.last { $0.localDate == date }?.observedAt.unixSeconds ?? first.at) + 1
    if isRolled { report.readings += try letGo(date, place, connection) }
    return true
  }

  /// The readings from some days before an instant to two days after it, in the order of time.
  private static func readings(
    _ connection: Connection, of place: Place, around instant: Int64
  ) throws -> [WeatherData.CurrentConditions] {
    let select = try connection.prepare(
      """
      SELECT \(ObservationTable.columns) FROM observation o
      WHERE o.source = ?1 AND o.observed_at >= ?2 AND o.observed_at < ?3 ORDER BY o.observed_at
      """)
    select.bind(1, place.source)
    select.bind(2, instant - 2 * day)
    select.bind(3, instant + 2 * day)
    return try select.all { ObservationTable.conditions($0) }
  }

  /// Keeps hours and day, unless more readings are in what is kept of it already.
  private func rollUp(
    _ date: LocalDate, _ readings: [WeatherData.CurrentConditions], _ place: Place,
    _ connection: Connection
  ) throws -> Bool {
    let table = RolledTable(connection, slug: place.slug, provider: place.provider)
    let known = try table.readings(on: date) ?? 0
    guard known < readings.count(where: { $0.localDate == date }) else { return true }
    let (days, hours) = place.summed(readings, on: date)
    guard let day = days.first else { return false }
    try table.write(day, hours: hours, basis: place.basis(of: day, connection))
    return true
  }

  /// Deletes what lies before the days that the next one needs.
  private func letGo(
    _ date: LocalDate, _ place: Place, _ connection: Connection
  ) throws -> Int {
    let midnight = Int64(date.adding(days: 1 - Self.margin).daysSince1970) * Self.day
    let delete = try connection.prepare(
      """
      DELETE FROM observation
      WHERE source = ?1 AND observed_at < ?2 + 86400 AND observed_at + utc_offset_s < ?2
      """)
    delete.bind(1, place.source)
    delete.bind(2, midnight)
    return try delete.change()
  }
}

extension Pruning.Place {
  /// The weakest basis of a day's readings.
  fileprivate func basis(of day: SummedBucket, _ connection: Connection) throws -> Basis? {
    let start = day.record.startsAt.unixSeconds
    return try DayBases.read(connection, source: source, from: start - 7200, to: start + 100_800)[
      day.record.date]
  }

  /// The hours and the day of a date, of readings that reach beyond it on both sides.
  fileprivate func summed(
    _ readings: [WeatherData.CurrentConditions], on date: LocalDate
  ) -> (days: [SummedBucket], hours: [SummedBucket]) {
    let next = readings.first { $0.localDate > date }?.observedAt.unixSeconds
    let both = [BucketSpan.day, .hour].map { span in
      var summing = BucketSumming(city: slug, provider: provider, span: span, reach: reach)
      for reading in readings where reading.localDate <= date {
        summing.add(reading, counts: reading.localDate == date)
      }
      return summing.finish(before: next)
    }
    return (both[0], both[1])
  }
}

extension Pruning {
  /// Makes the rolled-up days of a source again of which all readings are there, and those before
  /// them that they depend on; tells how many.
  static func rebuild(_ place: Place, _ connection: Connection) throws -> Int {
    let table = RolledTable(connection, slug: place.slug, provider: place.provider)
    guard try !table.isEmpty else { return 0 }
    var rebuilt = 0
    for day in try table.days(
      from: .init(daysSince1970: -700_000), to: .init(daysSince1970: 2_000_000))
    {
      let date = day.record.date
      let readings = try readings(
        connection, of: place, around: day.record.startsAt.unixSeconds)
      guard readings.count(where: { $0.localDate == date }) >= day.record.readings else { continue }
      let hasEarlier =
        try readings.contains { $0.localDate < date }
        || table.readings(on: date.adding(days: -1)) == nil
      let (days, hours) = place.summed(readings, on: date)
      guard hasEarlier, let fresh = days.first else { continue }
      try table.write(fresh, hours: hours, basis: place.basis(of: fresh, connection))
      rebuilt += 1
    }
    return rebuilt
  }
}

extension HistoryWriter {
  /// Makes rolled-up hours and days again of their readings, where all of these are left.
  ///
  /// Returns how many days. All other days are summed when they are asked for.
  public func rebuildRollUps() throws(HistoryError) -> Int {
    let places = try perform { try Pruning.places($0) }
    var rebuilt = 0
    for place in places {
      rebuilt += try write { connection in try Pruning.rebuild(place, connection) }
    }
    return rebuilt
  }
}
