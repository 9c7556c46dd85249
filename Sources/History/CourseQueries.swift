public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// How long before a reading the other one is that its change is counted from, in seconds.
  private static let changeSeconds: Int64 = 10_800
  /// How much longer or shorter that may be.
  private static let changeTolerance: Int64 = 1800

  /// How a date of a city went so far by the service of a reading, and how the temperature changed
  /// before that reading.
  ///
  /// A reading belongs to the date that its own offset gives; the future is left out.
  public func course(
    before record: ObservationRecord, of city: CityRecord, on date: LocalDate, now: Date
  ) throws -> DayCourse {
    guard let id = try sourceID(city, record.provider) else { return DayCourse() }
    let midnight =
      Int64(date.daysSince1970) * 86_400 - Int64(record.conditions.utcOffsetSeconds)
    let soFar = try connection.prepare(Self.soFar)
    soFar.bind(1, id)
    // The clocks may have been changed since midnight.
    soFar.bind(2, midnight - 7200)
    soFar.bind(3, now.unixSeconds + Self.clockTolerance)
    soFar.bind(4, Int64(date.daysSince1970))
    var course =
      try soFar.first { row in
        DayCourse(
          readings: row.integer(2),
          observed: DayExtremes(highC: row.double(0), lowC: row.double(1)))
      } ?? DayCourse()
    course.changeC = try change(before: record, source: id)
    return course
  }

  static let soFar =
    """
    SELECT max(temperature_c), min(temperature_c), count(temperature_c) FROM observation
    WHERE source = ?1 AND observed_at BETWEEN ?2 AND ?3
      AND (observed_at + utc_offset_s) / 86400 = ?4
    """

  /// By the reading that is nearest to three hours before.
  private func change(before record: ObservationRecord, source: Int64) throws -> Double? {
    guard let temperature = record.conditions.temperatureC else { return nil }
    let wanted = record.conditions.observedAt.unixSeconds - Self.changeSeconds
    let earlier = try connection.prepare(Self.earlier)
    earlier.bind(1, source)
    earlier.bind(2, wanted - Self.changeTolerance)
    earlier.bind(3, wanted + Self.changeTolerance)
    var nearest: (distance: Int64, temperature: Double)?
    try earlier.each { row in
      guard let instant = row.int64(0), let value = row.double(1) else { return }
      let distance = abs(instant - wanted)
      if let nearest, nearest.distance <= distance { return }
      nearest = (distance, value)
    }
    return nearest.map { Canonical.rounded(temperature - $0.temperature) }
  }

  static let earlier =
    """
    SELECT observed_at, temperature_c FROM observation
    WHERE source = ?1 AND observed_at BETWEEN ?2 AND ?3 ORDER BY observed_at
    """

  /// What the current revision of a date says of its extremes; nil where there is no forecast of it.
  public func outlook(
    of city: CityRecord, provider: String, on date: LocalDate
  ) throws -> DayOutlook? {
    guard let id = try sourceID(city, provider) else { return nil }
    return try best(ForecastTable.outlook, source: id, date: date) { row in
      DayOutlook(
        day: DayExtremes(highC: row.double(0), lowC: row.double(1)),
        calendar: DayExtremes(highC: row.double(2), lowC: row.double(3)),
        confirmedAt: row.date(4) ?? Date(unixSeconds: 0))
    }
  }
}
