import AlmanacTestKit
import FoundationEssentials
import Weather

@testable import History

/// A folder with a database of its own, removed when it is let go.
final class StoreFixture {
  private let temporary: TemporaryFolder
  var folder: String { temporary.path }
  var path: String { temporary.file("almanac.db") }

  static let now = Date(unixSeconds: 1_780_000_000)

  init() throws {
    temporary = try TemporaryFolder()
  }

  /// The bytes of the database file.
  var bytes: [UInt8] { Files.beginning(of: path, count: Int(Files.size(path) ?? 0)) }

  /// Replaces the database file, or one of its side files.
  func write(_ bytes: [UInt8], suffix: String = "") throws {
    try temporary.write("almanac.db" + suffix, bytes)
  }

  /// The names, sizes and contents of all files but the locks.
  var state: [String: String] {
    let names = Files.names(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let file = temporary.file(name)
        let content = Files.beginning(of: file, count: Int(Files.size(file) ?? 0))
        return (name, "\(content.count) bytes, hash \(content.hashValue)")
      })
  }

  func open(checking: Bool = false) throws(HistoryError) -> HistoryWriter {
    try HistoryWriter.open(path: path, now: Self.now, checking: checking).writer
  }

  /// A database with one city and what the body stores, closed cleanly.
  func filled(_ body: (HistoryWriter) throws -> Void) throws {
    let writer = try open()
    _ = try writer.register([Self.registered()])
    try body(writer)
    try writer.close()
  }

  static func city(_ slug: String = "lisbon", name: String = "Lisbon") -> City {
    City(slug: slug, name: name, latitude: 38.7223, longitude: -9.1393)
  }

  static func registered(
    _ city: City = city(), position: Int = 0, providers: [String] = ["open-meteo"]
  ) -> RegisteredCity {
    let freshness = Freshness(
      intervalSeconds: 900, spreadSeconds: 60, forecastIntervalSeconds: 3600)
    return RegisteredCity(
      city: city, position: position,
      sources: providers.enumerated().map {
        RegisteredSource(provider: $1, kind: $1, rank: $0, freshness: freshness)
      })
  }

  /// A reply that no decoder can make anything of.
  static func unreadable(
    _ body: String, at instant: Date, cities: [City] = [city()]
  ) -> Response {
    var request = Request(
      provider: "open-meteo", endpoint: "forecast", base: "https://api.example.org",
      path: ["v1", "forecast"], query: [("wind_speed_unit", "ms")],
      credential: .init(secret: Secret("K-SECRET"), place: .query("apikey")), cities: cities,
      parts: .all)
    request.note = "of an earlier reply"
    return Response(
      request: request, status: 200,
      headers: [("Date", "now"), ("Last-Modified", "Wed, 01 Jul 2026 10:16:00 GMT")],
      body: Data(body.utf8), receivedAt: instant)
  }

  /// An outcome of one city with a reading of a temperature.
  static func reading(
    _ temperature: Double?, at: Int64, fetchedAt: Int64? = nil, offset: Int = 0,
    slug: String = "lisbon", origin: Origin = .live,
    _ change: (inout WeatherData.CurrentConditions) -> Void = { _ in }
  ) -> FetchOutcome {
    var conditions = WeatherData.CurrentConditions(
      observedAt: Date(unixSeconds: at), utcOffsetSeconds: offset)
    conditions.temperatureC = temperature
    change(&conditions)
    var result = result(slug: slug, parts: .current, fetchedAt: fetchedAt ?? at + 60)
    result.weather.currently = conditions
    result.origin = origin
    return outcome(result)
  }

  /// An outcome of one city with forecast highs from a date on.
  static func forecast(
    _ highs: [Double?], from date: String, fetchedAt: Int64, issuedAt: Int64? = nil,
    hours: Double? = 24
  ) -> FetchOutcome {
    var result = result(slug: "lisbon", parts: .forecast, fetchedAt: fetchedAt)
    result.issuedAt = issuedAt.map { Date(unixSeconds: $0) }
    let first = LocalDate(iso: date) ?? LocalDate(daysSince1970: 0)
    result.weather.forecast = highs.enumerated().map { place, high in
      var day = WeatherData.DayConditions(date: first.adding(days: place), utcOffsetSeconds: 3600)
      day.temperatureHighC = high
      day.hoursCovered = hours
      return day
    }
    return outcome(result)
  }

  static func result(slug: String, parts: Parts, fetchedAt: Int64) -> CityResult {
    CityResult(
      city: city(slug), provider: "open-meteo", parts: parts,
      fetchedAt: Date(unixSeconds: fetchedAt))
  }

  static func outcome(_ result: CityResult) -> FetchOutcome {
    FetchOutcome(
      provider: result.provider, slugs: [result.city.slug], parts: result.parts,
      startedAt: result.fetchedAt, finishedAt: result.fetchedAt, durationMs: 12, httpStatus: 200,
      results: [result])
  }

  /// What the store gives back of the one city's readings.
  func readings() throws -> [ObservationRecord] {
    try HistoryReader.read(path: path) { reader in
      var all: [ObservationRecord] = []
      for city in try reader.cities(includeInactive: true) {
        try reader.observations(of: city, provider: nil, from: nil, to: nil) { all.append($0) }
      }
      return all
    }
  }

  /// The current revisions of the one city's forecast.
  func forecast(from date: String, days: Int = 1) throws -> [DayRecord] {
    try HistoryReader.read(path: path) { reader in
      let city = try reader.resolve(["lisbon"], includeInactive: true)[0]
      let first = LocalDate(iso: date) ?? LocalDate(daysSince1970: 0)
      return try reader.forecast(of: city, provider: "open-meteo", from: first, days: days)
    }
  }
}
