import FoundationEssentials
import Weather

/// OpenWeatherMap's geocoding 1.0, by name and by coordinates; its places have no zone.
struct OpenWeatherMapGeocoder: Geocoder {
  let settings: ServiceSettings
  let placement: Request.Credential.Place

  var maximumCount: Int { 5 }
  var credit: String { "OpenWeather (openweathermap.org)" }

  func request(for name: String, count: Int) -> Request {
    // "Lisbon, PT": town, state and country are told apart by bare commas.
    let parts = name.split(separator: ",").map { CleanText.line($0) }
    return request("direct", [(name: "q", value: parts.joined(separator: ","))], count)
  }

  func request(latitude: Double, longitude: Double, count: Int) -> Request? {
    request(
      "reverse",
      [
        (name: "lat", value: URLText.coordinate(latitude)),
        (name: "lon", value: URLText.coordinate(longitude)),
      ], count)
  }

  func places(in response: Response) throws(FetchError) -> [Place] {
    try response.places(OpenWeatherMapPlaces.self)
  }

  private func request(
    _ call: String, _ query: [(name: String, value: String)], _ count: Int
  ) -> Request {
    RequestPlan(
      settings: settings, profile: .of(settings), host: "https://api.openweathermap.org",
      placement: placement
    ).request(
      endpoint: call, path: ["geo", "1.0", call],
      query: query + [(name: "limit", value: "\(permitted(count))")], cities: [], parts: [])
  }
}

/// A reply of either call: a list, empty when nothing matches.
private struct OpenWeatherMapPlaces: PlaceReply {
  private enum Key: String, CodingKey {
    case name, lat, lon, country, state
  }

  let places: Result<[Place], FetchError>

  init(from decoder: any Decoder) {
    guard var list = try? decoder.unkeyedContainer() else {
      self.places = .failure(Reason.unexpectedShape(decoder))
      return
    }
    self.places = list.places(Key.self) { entry in
      var ignored = Findings.none
      guard let name = entry.placeName(.name), let latitude = entry.degrees(.lat, to: 90),
        let longitude = entry.degrees(.lon, to: 180)
      else { return nil }
      return Place(
        name: name, admin: entry.text(.state, &ignored), countryCode: entry.country(.country),
        latitude: latitude, longitude: longitude)
    }
  }
}
