import FoundationEssentials
import Weather

/// Dark Sky, its clones, and Pirate Weather, which kept its shape.
struct ClearSkyProvider: Provider {
  /// Where the key stands in `/forecast/KEY/LATITUDE,LONGITUDE`.
  static let keyIndex = 1

  let settings: ServiceSettings
  let profile: ServiceProfile
  let placement: Request.Credential.Place

  var isPirate: Bool { settings.kind == .pirateWeather }

  func requests(for cities: [City], state: ProviderState) -> [Request] {
    guard !state.parts.isEmpty else { return [] }
    let host = isPirate ? "https://api.pirateweather.net" : "https://api.darksky.net"
    let plan = RequestPlan(
      settings: settings, profile: profile, host: host, placement: placement)
    return cities.map { city in
      plan.request(
        endpoint: "forecast", path: path(of: city), query: query(for: state.parts),
        cities: [city], parts: state.parts)
    }
  }

  func decode(_ response: Response) -> [CityReply] {
    response.replies { city in
      try ClearSkyDecoder().decode(
        response.body,
        ClearSkyReply.Context(
          city: city, parts: response.request.parts, unitsAsked: .si, isPirate: isPirate))
    }
  }

  /// The place, at an instant of the past where one is given.
  func path(of city: City, at instant: Date? = nil) -> [String] {
    let time = instant.map { ",\($0.unixSeconds)" } ?? ""
    let place =
      "\(URLText.coordinate(city.latitude)),\(URLText.coordinate(city.longitude))\(time)"
    guard settings.key != nil, case .path = placement else {
      // The service wants a segment there, whatever it says, when the key is elsewhere.
      return ["forecast", "key", place]
    }
    return ["forecast", place]
  }

  private func query(for parts: Parts) -> [(name: String, value: String)] {
    var excluded = ["minutely", "hourly", "alerts"]
    if !parts.contains(.current) { excluded.append("currently") }
    if !parts.contains(.forecast) { excluded.append("daily") }
    var query = [
      (name: "units", value: "si"), (name: "exclude", value: excluded.joined(separator: ",")),
    ]
    if isPirate { query.append((name: "version", value: "2")) }
    return query
  }
}
