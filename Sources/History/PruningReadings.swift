import FoundationEssentials
import SQLite
import Weather

extension Pruning {
  /// Local days whose readings stay after they were rolled up, because what the first reading after
  /// them covers depends on them.
  private static let margin = 2
  private static let day: Int64 = 86_400
  /// In how many days without anything to let go older ones are taken for done.
  private static let cleanDays: Int64 = 30
  /// Readings, and the hours that they are in.
  static let count =
    "count(*) AS readings, count(DISTINCT (observed_at + utc_offset_s) / 3600) AS hours"
  /// Whether a day's readings take more room than what would be kept of it: an hour has the least,
  /// mean and most of each value, about twice as much as one reading.
  static let isMany = "readings > 2 * hours"

  /// A local date that has readings.
  private struct Day {
    let date: LocalDate
    let firstAt: Int64
    /// Whether its hours would take less room than its readings.
    let isMany: Bool
    /// From when on the next day's are.
    let next: Int64

    /// The midnight after it, in local seconds.
    var end: Int64 { Pruning.midnight(after: date) }
  }

  /// Rolls up the next old day of the current source and lets readings go that no later day needs;
  /// false when it has none.
  mutating func pruneDay(_ connection: Connection) throws -> Bool {
    guard let before = rule.readingsBefore else { return false }
    if places[current].staysTo == nil, !isThorough {
      places[current].readingsFrom = try start(places[current], before, connection)
    }
    let place = places[current]
    guard let day = try Self.day(of: place, from: place.readingsFrom, before, connection) else {
      return false
    }
    places[current].readingsFrom = day.next
    places[current].staysTo = place.staysTo ?? day.end - Self.day
    let table = RolledTable(connection, slug: place.slug, provider: place.provider)
    let known = try table.readings(on: day.date)
    guard known != nil || day.isMany else {
      places[current].staysTo = day.end
      return true
    }
    let readings = try Self.readings(connection, of: place, around: day.firstAt)
    if try rollUp(day.date, readings, known: known ?? 0, place, table, connection) {
      report.readings += try letGo(day.date, connection)
    }
    return true
  }

  /// The first day of a source with readings from an instant on; nil when that is not old.
  private static func day(
    of place: Place, from: Int64, _ before: Date, _ connection: Connection
  ) throws -> Day? {
    let next = try connection.prepare(
      """
      SELECT observed_at, utc_offset_s FROM observation WHERE source = ?1 AND observed_at >= ?2
      ORDER BY observed_at LIMIT 1
      """)
    next.bind(1, place.source)
    next.bind(2, from)
    guard let first = try next.first({ (at: $0.int64(0) ?? 0, offset: $0.integer(1)) }) else {
      return nil
    }
    let date = LocalTime(Date(unixSeconds: first.at), utcOffsetSeconds: first.offset).date
    guard date < LocalTime(before, utcOffsetSeconds: first.offset).date else { return nil }
    let all = try connection.prepare(
      """
      SELECT \(isMany), last FROM (SELECT \(count), max(observed_at) AS last FROM observation
        WHERE source = ?1 AND observed_at >= ?2 AND observed_at < ?2 + 2 * 86400
          AND observed_at + utc_offset_s < ?3)
      """)
    all.bind(1, place.source)
    all.bind(2, first.at)
    all.bind(3, midnight(after: date))
    return try all.first {
      Day(
        date: date, firstAt: first.at, isMany: $0.integer(0) != 0,
        next: ($0.int64(1) ?? first.at) + 1)
    }
  }

  /// From when on a pass looks that is not thorough: in a source with few readings a day, which
  /// stay, no earlier than something was to go.
  private func start(_ place: Place, _ before: Date, _ connection: Connection) throws -> Int64 {
    let table = RolledTable(connection, slug: place.slug, provider: place.provider)
    guard let oldest = try Self.day(of: place, from: .min, before, connection), !oldest.isMany,
      try table.readings(on: oldest.date) == nil
    else { return .min }
    let many = try connection.prepare(
      """
      SELECT 1 FROM (SELECT \(Self.count) FROM observation
        WHERE source = ?1 AND observed_at >= ?2 AND observed_at < ?3
        GROUP BY (observed_at + utc_offset_s) / 86400 HAVING \(Self.isMany)) LIMIT 1
      """)
    many.bind(1, place.source)
    var start = before.unixSeconds
    while start > oldest.firstAt {
      many.bind(2, start - Self.cleanDays * Self.day)
      many.bind(3, start)
      guard try many.first({ _ in true }) != nil else { break }
      start -= Self.cleanDays * Self.day
    }
    return start
  }

  /// The end of a date, in local seconds.
  fileprivate static func midnight(after date: LocalDate) -> Int64 {
    Int64(date.daysSince1970 + 1) * day
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
    _ date: LocalDate, _ readings: [WeatherData.CurrentConditions], known: Int, _ place: Place,
    _ table: RolledTable, _ connection: Connection
  ) throws -> Bool {
    guard known < readings.count(where: { $0.localDate == date }) else { return true }
    let (days, hours) = place.summed(readings, on: date)
    guard let day = days.first else { return false }
    try table.write(day, hours: hours, basis: place.basis(of: day, connection))
    return true
  }

  /// Deletes what lies before the days that the next one needs, and after what stays.
  private func letGo(_ date: LocalDate, _ connection: Connection) throws -> Int {
    let delete = try connection.prepare(
      """
      DELETE FROM observation
      WHERE source = ?1 AND observed_at < ?2 + 86400 AND observed_at + utc_offset_s < ?2
        AND observed_at >= ?3 - 86400 AND observed_at + utc_offset_s >= ?3
      """)
    delete.bind(1, places[current].source)
    delete.bind(2, Self.midnight(after: date) - Int64(Self.margin) * Self.day)
    delete.bind(3, places[current].staysTo ?? .max)
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
