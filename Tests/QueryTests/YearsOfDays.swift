import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

/// Years of a place, made up: some of it readings, some of it days of a service.
enum YearsOfDays {
  static let city = Sample.city("lisbon", "Lisbon", providers: ["open-meteo", "other"])

  /// Readings of October 2022 to 2026 (a few hours are missing here and there), the
  /// other days as a service has them, and three days of a station.
  static func store(
    _ city: RegisteredCity = city, basis: Basis = .model
  ) throws -> SampleStore {
    let store = try SampleStore([city], offsets: ["lisbon": offsets])
    let (writer, _) = try HistoryWriter.open(path: store.path, now: SampleStore.now)
    var chance = Chance(state: 7)
    for year in 2022...2026 {
      let whole = date(year, 1, 1)...date(year, 12, 31)
      var past = PastResult(
        city: city.city, provider: "open-meteo", dates: whole, fetchedAt: SampleStore.now,
        basis: basis)
      for index in 0..<365 where whole.lowerBound.adding(days: index) < Sample.today {
        let day = whole.lowerBound.adding(days: index)
        if day.components.month == 10 {
          past.readings += readings(of: day, &chance)
        } else {
          past.days.append(serviceDay(day, &chance))
        }
      }
      _ = try writer.storePast(past)
    }
    try addStation(writer, of: city, &chance)
    try writer.close()
    return store
  }

  /// Half-hourly readings of three days, which go before all else.
  private static func addStation(
    _ writer: HistoryWriter, of city: RegisteredCity, _ chance: inout Chance
  ) throws {
    try writer.addImportSource("weewx", of: city)
    for day in [date(2026, 10, 3), date(2026, 10, 24), date(2026, 10, 25)] {
      let rows = readings(of: day, &chance).map {
        ImportedReading(conditions: $0, fetchedAt: SampleStore.now, basis: .station)
      }
      _ = try writer.storeImport(rows, slug: "lisbon", provider: "weewx")
    }
  }

  private static func readings(
    of day: LocalDate, _ chance: inout Chance
  ) -> [WeatherData.CurrentConditions] {
    let start = Int64(day.daysSince1970 * 86_400) - Int64(offset(Int64(day.daysSince1970 * 86_400)))
    let isRainy = chance.next(below: 3) == 0
    // On some days too little of the day is known.
    let missing = chance.next(below: 6) == 0 ? chance.next(below: 10) : 0
    return (0..<(24 - missing)).map { hour in
      let at = start + Int64(hour * 3600) + Int64(chance.next(below: 2)) * 600
      var reading = WeatherData.CurrentConditions(
        observedAt: Date(unixSeconds: at), utcOffsetSeconds: offset(at))
      reading.temperatureC = chance.value(from: -4, to: 24)
      reading.windSpeedMs = chance.value(from: 0, to: 12)
      reading.windGustMs = chance.next(below: 4) == 0 ? nil : chance.value(from: 5, to: 25)
      reading.windDirectionDeg = chance.value(from: 0, to: 360)
      reading.precipitationMm = isRainy ? chance.value(from: 0, to: 1) : 0
      reading.precipitationPeriodS = 3600
      return reading
    }
  }

  private static func serviceDay(
    _ date: LocalDate, _ chance: inout Chance
  ) -> WeatherData.DayConditions {
    var day = WeatherData.DayConditions(date: date, utcOffsetSeconds: 0)
    day.temperatureMaxC = chance.value(from: 10, to: 35)
    day.temperatureMinC = day.temperatureMaxC.map { Canonical.rounded($0 - 8.3) }
    day.temperatureMeanC = chance.next(below: 2) == 0 ? chance.value(from: 8, to: 30) : nil
    day.precipitationMm = chance.next(below: 4) == 0 ? chance.value(from: 0, to: 20) : 0
    day.windSpeedMaxMs = chance.value(from: 3, to: 20)
    day.windDirectionDeg = chance.next(below: 8) == 0 ? nil : chance.value(from: 0, to: 360)
    return day
  }

  /// Portugal's clocks: an hour ahead of UTC from the last Sunday of March to that of October.
  private static let offsets: [OffsetChange] = (2021...2026).flatMap { year in
    [(3, 3600), (10, 0)].map { month, offset in
      let last = date(year, month, 31)
      let sunday = last.adding(days: -last.weekday)
      return OffsetChange(
        from: Date(unixSeconds: Int64(sunday.daysSince1970) * 86_400 + 3600),
        utcOffsetSeconds: offset)
    }
  }

  static func offset(_ instant: Int64) -> Int {
    offsets.last { $0.from.unixSeconds <= instant }?.utcOffsetSeconds ?? 0
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> LocalDate {
    LocalDate(year: year, month: month, day: day) ?? Sample.today
  }
}

/// Numbers that look like chance and are the same each time (Knuth, MMIX).
struct Chance {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  /// A value with one decimal.
  mutating func value(from low: Int, to high: Int) -> Double {
    Double(low * 10 + next(below: (high - low) * 10)) / 10
  }
}
