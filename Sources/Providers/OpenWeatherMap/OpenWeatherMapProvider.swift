import Weather

/// OpenWeatherMap: weather and forecast of 2.5, its paid daily forecast, or One Call 3.0.
struct OpenWeatherMapProvider: Provider {
  /// The products that an account can have; the raw value is `endpoint` in the configuration.
  enum Endpoint: String {
    case free, daily, onecall
  }

  let settings: ServiceSettings
  let profile: ServiceProfile
  let endpoint: Endpoint
  let placement: Request.Credential.Place

  func requests(for cities: [City], state: ProviderState) -> [Request] {
    cities.flatMap { requests(for: $0, state.parts) }
  }

  func decode(_ response: Response) -> [CityReply] {
    response.replies { city in
      try OpenWeatherMapDecoder().decode(
        response.body,
        TopResponse.Context(
          city: city, parts: response.request.parts,
          call: Call(rawValue: response.request.endpoint) ?? .weather))
    }
  }

  /// One address of the service; the raw value is `endpoint` in a request.
  enum Call: String {
    case weather, forecast
    case forecastDaily = "forecast_daily"
    case onecall

    var path: [String] {
      switch self {
      case .weather: ["data", "2.5", "weather"]
      case .forecast: ["data", "2.5", "forecast"]
      case .forecastDaily: ["data", "2.5", "forecast", "daily"]
      case .onecall: ["data", "3.0", "onecall"]
      }
    }
  }

  private func requests(for city: City, _ parts: Parts) -> [Request] {
    guard !parts.isEmpty else { return [] }
    if endpoint == .onecall {
      var excluded = ["minutely", "hourly", "alerts"]
      if !parts.contains(.current) { excluded.append("current") }
      if !parts.contains(.forecast) { excluded.append("daily") }
      let exclusion = (name: "exclude", value: excluded.joined(separator: ","))
      return [request(.onecall, city, parts, [exclusion])]
    }
    var requests: [Request] = []
    if parts.contains(.current) { requests.append(request(.weather, city, .current)) }
    guard parts.contains(.forecast) else { return requests }
    requests.append(
      endpoint == .daily
        ? request(.forecastDaily, city, .forecast, [(name: "cnt", value: "16")])
        : request(.forecast, city, .forecast))
    return requests
  }

  private func request(
    _ call: Call, _ city: City, _ parts: Parts, _ more: [(name: String, value: String)] = []
  ) -> Request {
    RequestPlan(
      settings: settings, profile: profile, host: Self.host, placement: placement
    ).request(
      endpoint: call.rawValue, path: call.path, query: Self.place(of: city) + more,
      cities: [city], parts: parts)
  }

  static let host = "https://api.openweathermap.org"

  /// The place and the units, which every address takes alike.
  static func place(of city: City) -> [(name: String, value: String)] {
    [
      (name: "lat", value: URLText.coordinate(city.latitude)),
      (name: "lon", value: URLText.coordinate(city.longitude)), (name: "units", value: "metric"),
    ]
  }
}
