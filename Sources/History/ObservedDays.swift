public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// What days were by the readings of a service within `from..<to`, in the order of dates.
  ///
  /// Both are to be beginnings of days. A date without a reading is left out; one of which the
  /// readings speak for little is not.
  public func daysOfReadings(
    of city: CityRecord, provider: String, from: Date, to: Date
  ) throws -> [ObservedDay] {
    let buckets = try buckets(of: city, provider: provider, every: .day, from: from, to: to)
    if buckets.isEmpty { return [] }
    let bases = try bases(of: city, provider: provider, from: from, to: to)
    return buckets.map { ObservedDay($0, basis: bases[$0.date]) }
  }

  /// What days were as a service itself has them, from a date up to another that is not among them.
  public func daysOfService(
    of city: CityRecord, provider: String, from: LocalDate, to: LocalDate
  ) throws -> [ObservedDay] {
    guard let id = try sourceID(city, provider) else { return [] }
    let statement = try connection.prepare(ForecastTable.observed)
    statement.bind(1, id)
    statement.bind(2, from.description)
    statement.bind(3, to.description)
    return try statement.all { row in
      let record = ForecastTable.record(row, city: city.city.slug, provider: provider)
      let basis = row.text(row.count - 1).flatMap(Basis.init(rawValue:))
      return record.map {
        ObservedDay(
          city: $0.city, provider: $0.provider, day: $0.day, basis: basis, fetchedAt: $0.fetchedAt)
      }
    }.compactMap(\.self)
  }

  /// The weakest basis of each day's readings.
  private func bases(
    of city: CityRecord, provider: String, from: Date, to: Date
  ) throws -> [LocalDate: Basis] {
    guard let id = try sourceID(city, provider) else { return [:] }
    let bases = try DayBases.read(
      connection, source: id, from: from.unixSeconds, to: to.unixSeconds)
    // A day whose readings went, or are going, kept its own.
    let kept = try RolledTable(connection, slug: city.city.slug, provider: provider).bases(
      from: LocalTime(from, utcOffsetSeconds: 0).date.adding(days: -1),
      to: LocalTime(to, utcOffsetSeconds: 0).date.adding(days: 2))
    return bases.merging(kept) { $1 }
  }
}

/// On what the days of a source rest.
enum DayBases {
  /// The weakest basis of each day's readings within `from..<to`.
  static func read(
    _ connection: Connection, source: Int64, from: Int64, to: Int64
  ) throws -> [LocalDate: Basis] {
    let statement = try connection.prepare(ofDays)
    statement.bind(1, source)
    statement.bind(2, from)
    statement.bind(3, to)
    var bases: [LocalDate: Basis] = [:]
    try statement.each { row in
      bases[LocalDate(daysSince1970: row.integer(0))] =
        [Basis.model, .reanalysis, .station][row.integer(1)]
    }
    return bases
  }

  /// The rounding is that of the offset: no reading is of the year 1.
  static let ofDays =
    """
    SELECT (observed_at + utc_offset_s + 864000000000) / 86400 - 10000000 AS day,
      min(CASE basis WHEN 'station' THEN 2 WHEN 'reanalysis' THEN 1 ELSE 0 END)
    FROM observation WHERE source = ?1 AND observed_at >= ?2 AND observed_at < ?3 GROUP BY day
    """
}

extension ObservedDay {
  /// A day of readings.
  fileprivate init(_ bucket: BucketRecord, basis: Basis?) {
    var day = WeatherData.DayConditions(
      date: bucket.date, utcOffsetSeconds: bucket.utcOffsetSeconds)
    func extremes(_ stem: String) -> Extremes? {
      BucketRecord.fields.firstIndex { $0.stem == stem }.flatMap { bucket.extremes[$0] }
    }
    let temperature = extremes("temperature"), feelsLike = extremes("feels_like")
    let wind = extremes("wind_speed")
    day.temperatureMaxC = temperature?.maximum
    day.temperatureMinC = temperature?.minimum
    day.temperatureHighC = temperature?.maximum
    day.temperatureLowC = temperature?.minimum
    day.temperatureMeanC = temperature?.mean
    day.feelsLikeHighC = feelsLike?.maximum
    day.feelsLikeLowC = feelsLike?.minimum
    day.precipitationMm = bucket.precipitationMm
    day.precipitationRateMmH = extremes("precipitation_rate")?.mean
    day.windSpeedMaxMs = wind?.maximum
    day.windSpeedMeanMs = wind?.mean
    day.windGustMs = extremes("wind_gust")?.maximum
    day.windDirectionDeg = extremes("wind_direction")?.mean
    day.humidityPct = extremes("humidity")?.mean
    day.pressureHpa = extremes("pressure")?.mean
    day.cloudCoverPct = extremes("cloud_cover")?.mean
    day.uvIndex = extremes("uv_index")?.maximum
    day.condition = bucket.condition
    self.init(
      city: bucket.city, provider: bucket.provider, day: day, basis: basis,
      readings: bucket.readings, coveragePct: bucket.coveragePct)
  }
}
