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
    return try ProviderFactory.make(settings: settings, contact: nil)
  }

  func requests() throws -> [Request] {
    try provider().requests(
      for: cities, state: ProviderState(parts: parts, now: receivedAt))
  }

  /// The replies that a body brings for the first request.
  func replies(
    _ body: Data, status: Int = 200, headers: [(name: String, value: String)] = []
  ) throws -> [CityReply] {
    let request = try #require(try requests().first)
    return try provider().decode(
      Response(
        request: request, status: status, headers: headers, body: body, receivedAt: receivedAt))
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
