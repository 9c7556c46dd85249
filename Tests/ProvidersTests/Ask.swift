import AlmanacTestKit
import FoundationEssentials
import Providers
import Testing
import Weather

/// A provider asked as the engine asks it, with the bytes of a reply given.
struct Ask {
  var kind: ServiceKind
  var endpoint: String?
  var parts: Parts = .all
  var cities: [City] = [.berlin]
  var key: String? = "K1"
  var baseURL: String? = "http://127.0.0.1:8080"
  /// What the service said before.
  var memory: SourceMemory?
  /// A step of a chain other than the first.
  var step: String?
  var receivedAt = Date(unixSeconds: 1_782_900_960)

  init(_ kind: ServiceKind, _ endpoint: String? = nil, parts: Parts = .all) {
    self.kind = kind
    self.endpoint = endpoint
    self.parts = parts
  }

  func provider() throws -> any Provider {
    var settings = ServiceSettings(name: kind.rawValue, kind: kind)
    settings.endpoint = endpoint
    settings.key = key.map { Secret($0) }
    settings.baseURL = baseURL
    return try ProviderFactory.make(settings: settings, contact: "you@example.org")
  }

  func requests() throws -> [Request] {
    try provider().requests(
      for: cities,
      state: ProviderState(
        parts: parts, now: receivedAt,
        memories: Dictionary(
          uniqueKeysWithValues: cities.compactMap { city in
            memory.map { (city.slug, $0) }
          })))
  }

  /// A reply to the first request, or to the step that is asked for instead.
  func response(
    _ body: Data, status: Int = 200, headers: [(name: String, value: String)] = []
  ) throws -> Response {
    var request = try #require(try requests().first)
    if let step { request.endpoint = step }
    return Response(
      request: request, status: status, headers: headers, body: body, receivedAt: receivedAt)
  }

  func response(
    fixture: String, status: Int = 200, headers: [(name: String, value: String)] = []
  ) throws -> Response {
    try response(Data(Fixture.bytes(fixture)), status: status, headers: headers)
  }

  /// The replies that a body brings for the first request.
  func replies(
    _ body: Data, status: Int = 200, headers: [(name: String, value: String)] = []
  ) throws -> [CityReply] {
    try provider().decode(try response(body, status: status, headers: headers))
  }

  func replies(_ text: String, status: Int = 200) throws -> [CityReply] {
    try replies(Data(text.utf8), status: status)
  }

  /// The result of the only city.
  func result(_ body: Data) throws -> CityResult {
    try #require(try replies(body).first).result.get()
  }

  func result(_ text: String) throws -> CityResult { try result(Data(text.utf8)) }

  func result(fixture: String) throws -> CityResult { try result(Data(Fixture.bytes(fixture))) }

  /// The error of the only city.
  func error(
    _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
  ) throws -> FetchError {
    let reply = try #require(try replies(Data(text.utf8), status: status, headers: headers).first)
    guard case .failure(let error) = reply.result else {
      throw FetchError(.cancelled, "the reply was no failure")
    }
    return error
  }
}

extension Ask {
  /// MET Norway, asked about a city whose zone is known.
  static var metNorway: Ask {
    var ask = Ask(.metNorway)
    ask.cities[0].timezone = "Europe/Berlin"
    return ask
  }

  /// NWS at the step that lists stations.
  static var nwsStations: Ask {
    var ask = nws(.current)
    ask.step = "stations"
    return ask
  }

  /// The last step of NWS for a part: its cell's forecast, or the only station's observations.
  static func nws(_ parts: Parts) -> Ask {
    var ask = Ask(.nws, parts: parts)
    ask.receivedAt = Date(unixSeconds: 1_782_918_000)
    ask.memory = SourceMemory(
      place: "TAE 58,65 America/New_York KXXX new", placeAt: ask.receivedAt)
    ask.step = parts == .current ? "observations" : "forecast"
    return ask
  }
}

extension City {
  static let berlin = City(slug: "berlin", name: "Berlin", latitude: 52.52, longitude: 13.41)
}

extension CityResult {
  /// Every value by its place: `now.temperature_c`, `2026-07-01.wind_gust_ms`, texts apart.
  var values: [String: Double] {
    var values: [String: Double] = [:]
    if let now = weather.currently {
      for field in WeatherData.CurrentConditions.fields {
        values["now.\(field.column)"] = now[keyPath: field.path]
      }
      values["now.observed_at"] = Double(now.observedAt.unixSeconds)
      values["now.utc_offset_s"] = Double(now.utcOffsetSeconds)
      values["now.condition_code"] = now.conditionCode.map(Double.init)
    }
    for day in weather.forecast {
      for field in WeatherData.DayConditions.fields {
        values["\(day.date).\(field.column)"] = day[keyPath: field.path]
      }
      values["\(day.date).utc_offset_s"] = Double(day.utcOffsetSeconds)
      values["\(day.date).condition_code"] = day.conditionCode.map(Double.init)
      values["\(day.date).sunrise"] = day.sunrise.map { Double($0.unixSeconds) }
      values["\(day.date).sunset"] = day.sunset.map { Double($0.unixSeconds) }
      values["\(day.date).hours_covered"] = day.hoursCovered
    }
    return values
  }

  /// Every text by its place.
  var texts: [String: String] {
    var texts: [String: String] = [:]
    texts["now.condition"] = weather.currently?.condition?.rawValue
    texts["now.summary"] = weather.currently?.summary
    texts["now.icon"] = weather.currently?.icon
    for day in weather.forecast {
      texts["\(day.date).condition"] = day.condition?.rawValue
      texts["\(day.date).summary"] = day.summary
      texts["\(day.date).icon"] = day.icon
    }
    return texts
  }
}
