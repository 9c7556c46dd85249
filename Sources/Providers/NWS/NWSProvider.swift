import FoundationEssentials
import Weather

/// The US National Weather Service: `points` → the cell's forecast, and its stations → the newest
/// usable observation.
struct NWSProvider: Provider {
  static let host = "https://api.weather.gov"

  /// One step of the chain; the raw value is `endpoint` in a request.
  enum Step: String {
    case points, forecast, stations
    /// A station's newest observation, and its last ones where that one has no temperature.
    case latest, observations
  }

  let settings: ServiceSettings
  let profile: ServiceProfile

  func requests(for cities: [City], state: ProviderState) -> [Request] {
    guard !state.parts.isEmpty else { return [] }
    return cities.flatMap { city -> [Request] in
      guard let memory = state.memories[city.slug], let learnt = memory.placeAt,
        abs(state.now.timeIntervalSince(learnt)) < NWSPlace.lifetimeSeconds,
        var place = memory.place.flatMap({ NWSPlace($0) })
      else { return [points(of: city, state.parts)] }
      place.isRemembered = true
      return requests(at: place, city, state.parts)
    }
  }

  func usualRequests(for cities: [City], state: ProviderState) -> [Request] {
    guard var place = NWSPlace(grid: "XXX", x: 0, y: 0, zone: nil) else { return [] }
    place.stations = ["XXXX"]
    return cities.flatMap { requests(at: place, $0, state.parts) }
  }

  func next(after response: Response) -> [Request] {
    guard let city = response.request.cities.first,
      let step = Step(rawValue: response.request.endpoint)
    else { return [] }
    let request = response.request
    guard step != .points else {
      guard response.status == 200, let place = NWSPlaceDecoder.place(response.body) else {
        return []
      }
      return requests(at: place, city, request.parts)
    }
    guard var place = request.note.flatMap({ NWSPlace($0) }) else { return [] }
    if isOutdated(response, step, place) { return [points(of: city, request.parts)] }
    switch step {
    case .points, .forecast: return []
    case .stations:
      guard response.status == 200 else { return [] }
      place.stations = NWSPlaceDecoder.stations(response.body)
      return place.stations.isEmpty ? [] : [observation(.latest, place, city)]
    case .latest, .observations:
      guard isPassedOver(response, step) else { return [] }
      return fallback(after: step, place, city)
    }
  }

  func decode(_ response: Response) -> [CityReply] {
    guard let city = response.request.cities.first,
      let step = Step(rawValue: response.request.endpoint)
    else { return [] }
    let note = response.request.note.flatMap { NWSPlace($0) }
    if let note, step != .points, isOutdated(response, step, note) { return [link(response, city)] }
    switch step {
    case .points: return decodePoints(response, city)
    case .stations: return decodeStations(response, city, note)
    case .forecast:
      return response.replies { city in
        try NWSForecastDecoder().decode(
          response.body, NWSContext(city: city, zone: note?.zone, newestBy: response.receivedAt))
      }
    case .latest, .observations:
      guard !isPassedOver(response, step) else { return [link(response, city)] }
      return observation(response, note?.zone)
    }
  }

  // MARK: - Requests

  private func points(of city: City, _ parts: Parts) -> Request {
    let place = "\(URLText.coordinate(city.latitude)),\(URLText.coordinate(city.longitude))"
    return request(.points, ["points", place], city, parts, nil)
  }

  private func requests(at place: NWSPlace, _ city: City, _ parts: Parts) -> [Request] {
    let cell = ["gridpoints", place.grid, place.cell]
    var requests: [Request] = []
    if parts.contains(.current) {
      requests.append(
        place.stations.isEmpty
          ? request(.stations, cell + ["stations"], city, .current, place)
          : observation(.latest, place, city))
    }
    if parts.contains(.forecast) {
      requests.append(
        request(
          .forecast, cell + ["forecast"], city, .forecast, place,
          // Whole degrees Fahrenheit are what the offices forecast; °C would be rounded again.
          query: [(name: "units", value: "us")]))
    }
    return requests
  }

  /// Asks the first station of the place.
  private func observation(_ step: Step, _ place: NWSPlace, _ city: City) -> Request {
    let path = ["stations", place.stations.first ?? "", "observations"]
    return step == .latest
      ? request(.latest, path + ["latest"], city, .current, place)
      : request(
        .observations, path, city, .current, place, query: [(name: "limit", value: "24")])
  }

  private func request(
    _ step: Step, _ path: [String], _ city: City, _ parts: Parts, _ place: NWSPlace?,
    query: [(name: String, value: String)] = []
  ) -> Request {
    var request = RequestPlan(
      settings: settings, profile: profile, host: Self.host, placement: .header("X-Api-Key")
    ).request(
      endpoint: step.rawValue, path: path, query: query, cities: [city], parts: parts)
    // Without it an old variant may come from the cache.
    request.headers.append((name: "Accept", value: "application/geo+json"))
    request.note = place?.text
    return request
  }

  // MARK: - Steps

  /// Whether what is remembered is no more: grids are renumbered now and then, stations closed.
  private func isOutdated(_ response: Response, _ step: Step, _ place: NWSPlace) -> Bool {
    guard response.status == 404, place.isRemembered, let city = response.request.cities.first
    else { return false }
    return step == .forecast || step == .stations || fallback(after: step, place, city).isEmpty
  }

  /// Whether another reply may have what this one lacks: a temperature.
  private func isPassedOver(_ response: Response, _ step: Step) -> Bool {
    guard let place = response.request.note.flatMap({ NWSPlace($0) }),
      let city = response.request.cities.first, !fallback(after: step, place, city).isEmpty
    else { return false }
    if response.status == 404 { return true }
    guard response.status == 200,
      let reading = try? NWSObservationDecoder().decode(
        response.body, NWSContext(city: city, zone: nil, newestBy: response.receivedAt))
    else { return false }
    guard case .success(let conditions) = reading.current else { return true }
    return conditions.temperatureC == nil
  }

  /// The station's last observations after its newest, then the next station's newest.
  private func fallback(after step: Step, _ place: NWSPlace, _ city: City) -> [Request] {
    if step == .latest { return [observation(.observations, place, city)] }
    var rest = place
    rest.stations = Array(place.stations.dropFirst())
    return rest.stations.isEmpty ? [] : [observation(.latest, rest, city)]
  }

  private func observation(_ response: Response, _ zone: String?) -> [CityReply] {
    response.replies { city in
      try NWSObservationDecoder().decode(
        response.body, NWSContext(city: city, zone: zone, newestBy: response.receivedAt))
    }
  }

  private func decodePoints(_ response: Response, _ city: City) -> [CityReply] {
    if let error = ReplyFailure.ofStatus(response) { return response.failing(error) }
    guard let place = NWSPlaceDecoder.place(response.body) else {
      return response.failing(
        ReplyFailure.ofBody(
          response, reading: response.isJSON ? Reason.missing("properties.gridId") : nil))
    }
    return [link(response, city, place)]
  }

  private func decodeStations(
    _ response: Response, _ city: City, _ note: NWSPlace?
  ) -> [CityReply] {
    if let error = ReplyFailure.ofStatus(response) { return response.failing(error) }
    guard var place = note, response.isJSON else {
      return response.failing(ReplyFailure.ofBody(response, reading: nil))
    }
    place.stations = NWSPlaceDecoder.stations(response.body)
    guard !place.stations.isEmpty else {
      return response.failing(
        FetchError(.place, "the service has no observation station near", status: 200))
    }
    return [link(response, city, place)]
  }

  /// A step that brings no weather yet, with what it says of the place.
  private func link(
    _ response: Response, _ city: City, _ place: NWSPlace? = nil
  ) -> CityReply {
    var result = CityResult(
      city: city, provider: response.request.provider, parts: [],
      fetchedAt: response.receivedAt, zone: place?.zone)
    if var place {
      place.isRemembered = false
      result.memory = SourceMemory(place: place.text, placeAt: response.receivedAt)
    }
    return CityReply(city: city, result: .success(result))
  }
}

/// What the decoders must know besides the bytes.
struct NWSContext {
  let city: City
  /// The zone that `points` named.
  let zone: String?
  /// The receipt: of a list of observations, only the last two hours before it count.
  let newestBy: Date
}

extension Response {
  /// Whether the body is a JSON object.
  fileprivate var isJSON: Bool {
    (try? ReplyDecoder().decode(AnyObject.self, from: body)) != nil
  }
}

private struct AnyObject: Decodable {
  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: AnyKey.self)
  }
}
