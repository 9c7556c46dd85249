import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

/// A real database in a folder of its own, filled through the writer.
struct SampleStore {
  /// 2026-11-30T12:00:00Z.
  static let now = Date(unixSeconds: 1_796_040_000)

  let folder: TemporaryFolder
  let path: String

  /// A store of these cities with what the services answered.
  init(
    _ cities: [RegisteredCity], offsets: [String: [OffsetChange]] = [:],
    _ outcomes: [FetchOutcome] = []
  ) throws {
    folder = try TemporaryFolder()
    path = folder.file("almanac.db")
    let (writer, _) = try HistoryWriter.open(path: path, now: Self.now)
    _ = try writer.register(cities)
    for (slug, changes) in offsets { try writer.setOffsets(slug: slug, changes) }
    let run = try writer.beginRun(trigger: "manual", at: Self.now - 700)
    _ = try writer.store(outcomes, run: run)
    try writer.endRun(run, at: Self.now - 690, succeeded: outcomes.count, failed: 0)
    try writer.close()
  }

  /// Adds readings of a file, as a service that is never asked.
  func adopt(_ city: RegisteredCity, provider: String, at instants: [Date]) throws {
    let (writer, _) = try HistoryWriter.open(path: path, now: Self.now)
    try writer.addImportSource(provider, of: city)
    let readings = instants.map { instant in
      var conditions = WeatherData.CurrentConditions(observedAt: instant, utcOffsetSeconds: 0)
      conditions.temperatureC = 7
      return ImportedReading(conditions: conditions, fetchedAt: Self.now, basis: .station)
    }
    _ = try writer.storeImport(readings, slug: city.city.slug, provider: provider)
    try writer.close()
  }

  /// What `almanac` answers, with a clock and an environment of the test's own.
  func ask(
    _ words: String..., at now: Date = Self.now, environment: [String: String] = [:],
    width: Int? = nil
  ) -> Answer {
    ask(words, at: now, environment: environment, width: width)
  }

  /// The same for words in a list.
  func ask(
    _ words: [String], at now: Date = Self.now, environment: [String: String] = [:],
    width: Int? = nil
  ) -> Answer {
    answer(
      to: words,
      in: Surroundings(
        now: now, environment: ["ALMANAC_DB": path].merging(environment) { $1 }, isRoot: false,
        terminalWidth: width))
  }
}

extension Answer {
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard error as it would be written.
  var errors: String {
    notices.map { String(decoding: $0.line(isJSON: isJSON), as: UTF8.self) }.joined()
  }

  /// The rows of a JSON document; fails where it is none.
  func rows() throws -> [[String: JSONValue]] {
    try JSONDecoder().decode([[String: JSONValue]].self, from: Data(output))
  }
}

/// A value of a flat JSON object.
enum JSONValue: Decodable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// Cities and answers of services, made in code.
enum Sample {
  static func city(
    _ slug: String, _ name: String, zone: String = "Europe/Lisbon", position: Int = 0,
    providers: [String] = ["open-meteo"], active: Bool = true
  ) -> RegisteredCity {
    RegisteredCity(
      city: City(
        slug: slug, name: name, latitude: 38.7223 + Double(position), longitude: -9.1393,
        timezone: zone), position: position, active: active,
      sources: providers.enumerated().map { rank, provider in
        RegisteredSource(
          provider: provider, kind: provider, rank: rank,
          freshness: Freshness(
            intervalSeconds: 900, spreadSeconds: 90, forecastIntervalSeconds: 3600))
      })
  }

  /// One answer for one city: a reading of so many seconds before now, and days from a date on.
  static func outcome(
    _ city: RegisteredCity, provider: String = "open-meteo", at observed: Date, offset: Int = 0,
    days: [WeatherData.DayConditions] = [],
    _ change: (inout WeatherData.CurrentConditions) -> Void = { _ in }
  ) -> FetchOutcome {
    var current = WeatherData.CurrentConditions(observedAt: observed, utcOffsetSeconds: offset)
    current.temperatureC = 20
    current.feelsLikeC = 19.5
    current.humidityPct = 68
    current.pressureHpa = 1018.4
    current.windSpeedMs = 10
    current.windDirectionDeg = 315
    current.precipitationMm = 2.54
    current.precipitationPeriodS = 900
    current.condition = .rain
    current.conditionCode = 61
    change(&current)
    let result = CityResult(
      city: city.city, provider: provider, parts: days.isEmpty ? .current : .all,
      weather: WeatherData(currently: current, forecast: days), fetchedAt: observed + 20)
    return FetchOutcome(
      provider: provider, slugs: [city.city.slug], parts: result.parts, startedAt: observed + 19,
      finishedAt: observed + 20, durationMs: 800, httpStatus: 200, results: [result])
  }

  /// Days in a row, a degree warmer each.
  static func days(
    from first: LocalDate, count: Int, offset: Int = 0
  ) -> [WeatherData.DayConditions] {
    (0..<count).map { index in
      var day = WeatherData.DayConditions(
        date: first.adding(days: index), utcOffsetSeconds: offset)
      let midnight = Double(day.date.daysSince1970 * 86_400 - offset)
      day.temperatureHighC = 19 + Double(index)
      day.temperatureLowC = 12.1 + Double(index)
      day.precipitationMm = 0
      day.precipitationProbabilityPct = 10
      day.windSpeedMaxMs = 5
      day.windDirectionDeg = 200
      day.sunrise = Date(timeIntervalSince1970: midnight + 27_000)
      day.sunset = Date(timeIntervalSince1970: midnight + 61_800)
      day.condition = .partlyCloudy
      day.conditionCode = 2
      day.hoursCovered = 24
      return day
    }
  }

  static let today = LocalDate(daysSince1970: 20_787)  // 2026-11-30
  static let lisbon = city("lisbon", "Lisbon")
  static let oslo = city(
    "oslo", "Oslo", zone: "Europe/Oslo", position: 1, providers: ["met-norway", "open-meteo"])

  /// Lisbon fresh, Oslo stale by its first service and fresh by its second.
  static func twoCities() throws -> SampleStore {
    let now = SampleStore.now
    return try SampleStore(
      [lisbon, oslo],
      offsets: [
        "lisbon": [OffsetChange(from: now - 8_640_000, utcOffsetSeconds: 0)],
        "oslo": [OffsetChange(from: now - 8_640_000, utcOffsetSeconds: 3600)],
      ],
      [
        outcome(lisbon, at: now - 4320) { $0.temperatureC = 18.4 },
        outcome(
          lisbon, at: now - 720, days: days(from: today.adding(days: -1), count: 9)),
        outcome(oslo, provider: "met-norway", at: now - 32_400, offset: 3600) {
          $0.temperatureC = -3
          $0.condition = .snow
        },
        outcome(oslo, at: now - 600, offset: 3600) {
          $0.temperatureC = -2.5
          $0.precipitationMm = nil
        },
      ])
  }
}
