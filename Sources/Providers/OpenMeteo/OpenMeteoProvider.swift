import Weather

/// Open-Meteo's forecast: many cities in one request, no key needed.
struct OpenMeteoProvider: Provider {
  /// Cities of one request; the service takes a thousand, but one bad place spoils them all.
  static let batchSize = 100
  /// Days of a forecast, today included.
  ///
  /// Up to 14 cost no more (the service's terms).
  static let forecastDays = 8

  let settings: ServiceSettings
  let profile: ServiceProfile
  let placement: Request.Credential.Place

  func requests(for cities: [City], state: ProviderState) -> [Request] {
    guard !state.parts.isEmpty else { return [] }
    // A list of zones or heights has one for each place or is not there at all.
    var groups: [[City]] = []
    for hasZone in [true, false] {
      for hasElevation in [true, false] {
        groups.append(
          cities.filter {
            ($0.timezone != nil) == hasZone && ($0.elevation != nil) == hasElevation
          })
      }
    }
    return groups.flatMap { group in
      stride(from: 0, to: group.count, by: Self.batchSize).map { start in
        let end = min(start + Self.batchSize, group.count)
        return request(for: Array(group[start..<end]), state.parts)
      }
    }
  }

  func split(_ request: Request) -> [Request] {
    guard request.cities.count > 1 else { return [request] }
    return request.cities.map { self.request(for: [$0], request.parts) }
  }

  func decode(_ response: Response) -> [CityReply] {
    if let error = ReplyFailure.ofStatus(response) { return response.failing(error) }
    let cities = response.request.cities
    let context = OpenMeteoReply.Context(cities: cities, parts: response.request.parts)
    guard let reply = try? OpenMeteoDecoder().decode(response.body, context) else {
      return response.failing(ReplyFailure.ofBody(response, reading: nil))
    }
    let replies = zip(cities, reply.places).map { $1.reply(for: $0, to: response) }
    guard cities.count == 1 || !reply.isBatch, case .failure(let error) = replies.first?.result
    else { return replies }
    return response.failing(ReplyFailure.ofBody(response, reading: error))
  }

  /// What a request costs: for each place a tenth a variable, at least 1 (the service's terms, for
  /// windows of up to 14 days).
  static func cost(of parts: Parts, cities: Int) -> Double {
    var variables = 0
    if parts.contains(.current) { variables += OpenMeteoVariables.current.count }
    if parts.contains(.forecast) { variables += OpenMeteoVariables.daily.count }
    return max(1, Double(variables) / 10) * Double(cities)
  }

  private func request(for cities: [City], _ parts: Parts) -> Request {
    let host =
      settings.key == nil ? "https://api.open-meteo.com" : "https://customer-api.open-meteo.com"
    return RequestPlan(settings: settings, profile: profile, host: host, placement: placement)
      .request(
        endpoint: "forecast", path: ["v1", "forecast"], query: query(for: cities, parts),
        cities: cities, parts: parts, cost: Self.cost(of: parts, cities: cities.count))
  }

  private func query(for cities: [City], _ parts: Parts) -> [(name: String, value: String)] {
    func list(_ values: [String]) -> String { values.joined(separator: ",") }
    var query = [
      (name: "latitude", value: list(cities.map { URLText.coordinate($0.latitude) })),
      (name: "longitude", value: list(cities.map { URLText.coordinate($0.longitude) })),
    ]
    let elevations = cities.compactMap(\.elevation)
    if elevations.count == cities.count {
      query.append((name: "elevation", value: list(elevations.map { URLText.coordinate($0) })))
    }
    if parts.contains(.current) {
      query.append((name: "current", value: list(OpenMeteoVariables.current.map(\.name))))
    }
    if parts.contains(.forecast) {
      query.append((name: "daily", value: list(OpenMeteoVariables.daily.map(\.name))))
      query.append((name: "forecast_days", value: "\(Self.forecastDays)"))
    }
    let zones = cities.compactMap(\.timezone)
    let timezone = zones.count == cities.count ? list(zones) : "auto"
    return query + [
      (name: "timezone", value: timezone), (name: "wind_speed_unit", value: "ms"),
    ]
  }
}
