import FoundationEssentials
import Weather

/// MET Norway's Locationforecast 2.0, `complete`: the only product with dew point, gusts, UV index
/// and probability.
///
/// The terms of service want no request before `Expires` and then `If-Modified-Since`; the engine
/// keeps both and asks no city that may not be asked yet.
struct METNorwayProvider: Provider {
  static let host = "https://api.met.no"
  /// `Expires` is minutes to an hour away; a wrong one must not silence a city for longer.
  private static let longestHold = 24.0 * 3600

  let settings: ServiceSettings
  let profile: ServiceProfile

  func requests(for cities: [City], state: ProviderState) -> [Request] {
    guard !state.parts.isEmpty else { return [] }
    let plan = RequestPlan(
      settings: settings, profile: profile, host: Self.host, placement: .header("X-Api-Key"))
    return cities.map { city in
      // Each reply has both parts, and what is remembered of it speaks for both.
      var request = plan.request(
        endpoint: "complete", path: ["weatherapi", "locationforecast", "2.0", "complete"],
        query: Self.query(for: city), cities: [city], parts: .all)
      if let lastModified = state.memories[city.slug]?.lastModified {
        request.headers.append((name: "If-Modified-Since", value: lastModified))
      }
      return request
    }
  }

  func decode(_ response: Response) -> [CityReply] {
    switch response.status {
    case 304: return unchanged(response)
    case 422:
      return response.failing(
        FetchError(.place, "place refused (422): outside the area of the forecast", status: 422))
    default: break
    }
    let replies = response.replies { city in
      try METNorwayDecoder().decode(
        response.body, METNorwayReply.Context(city: city, parts: response.request.parts))
    }
    return replies.map { remembering($0, response) }
  }

  private static func query(for city: City) -> [(name: String, value: String)] {
    var query = [
      (name: "lat", value: URLText.coordinate(city.latitude)),
      (name: "lon", value: URLText.coordinate(city.longitude)),
    ]
    if let elevation = city.elevation, abs(elevation) < 10_000 {
      // Whole metres: more would only make the service's cache useless.
      query.append((name: "altitude", value: "\(Int(elevation.rounded()))"))
    }
    return query
  }

  /// A 304 says that all of the last reply still holds.
  private func unchanged(_ response: Response) -> [CityReply] {
    guard let asked = response.request.headers.first(where: { $0.name == "If-Modified-Since" })
    else {
      return response.failing(
        FetchError(.service, "not modified (304), though nothing is known", status: 304))
    }
    return response.request.cities.map { city in
      var result = CityResult(
        city: city, provider: response.request.provider, parts: response.request.parts,
        fetchedAt: response.receivedAt)
      result.isUnchanged = true
      result.memory = SourceMemory(
        expiresAt: Self.expiry(of: response),
        lastModified: response.header("Last-Modified") ?? asked.value)
      return CityReply(city: city, result: .success(result))
    }
  }

  /// Remembers the validators of a whole reply; what was read in part is to be asked for again.
  private func remembering(_ reply: CityReply, _ response: Response) -> CityReply {
    guard case .success(var result) = reply.result else { return reply }
    result.memory = SourceMemory(
      expiresAt: Self.expiry(of: response),
      lastModified: result.failedParts.isEmpty ? response.header("Last-Modified") : nil)
    if response.status == 203 {
      result.warnings.append(
        DecodeWarning("status", "203: the service's product is deprecated or a beta"))
    }
    return CityReply(city: reply.city, result: .success(result))
  }

  /// When the service may be asked again, by the distance of `Expires` from the reply's own `Date`,
  /// so that a wrong clock here does no harm.
  private static func expiry(of response: Response) -> Date? {
    guard let expires = response.header("Expires").flatMap({ HTTPDate.parse($0) }) else {
      return nil
    }
    let sent = response.header("Date").flatMap { HTTPDate.parse($0) } ?? response.receivedAt
    let seconds = min(longestHold, expires.timeIntervalSince(sent).rounded(.up))
    return seconds > 0 ? response.receivedAt.addingTimeInterval(seconds) : nil
  }
}
