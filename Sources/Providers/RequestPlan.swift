import Weather

/// What every request of a service shares.
struct RequestPlan {
  let settings: ServiceSettings
  let profile: ServiceProfile
  let host: String
  let placement: Request.Credential.Place

  /// A request of the service, with its key, its limits, and its own host unless another is set.
  func request(
    endpoint: String, path: [String], query: [(name: String, value: String)], cities: [City],
    parts: Parts, cost: Double = 1
  ) -> Request {
    var request = Request(
      provider: settings.name, endpoint: endpoint, base: settings.baseURL ?? host, path: path,
      query: query,
      credential: settings.key.map { Request.Credential(secret: $0, place: placement) },
      cities: cities, parts: parts, cost: cost)
    request.limits.timeoutSeconds = settings.timeoutSeconds
    request.limits.connections = settings.connections ?? profile.connections
    request.limits.allowsPlainHTTP = settings.allowsPlainHTTP
    return request
  }
}

extension Response {
  /// The reply read for the one city that it is about, by a decoder that only throws for no JSON.
  func replies(_ read: (City) throws -> PlaceReading) -> [CityReply] {
    guard let city = request.cities.first else { return [] }
    if let error = ReplyFailure.ofStatus(self) { return failing(error) }
    guard let reading = try? read(city) else {
      return failing(ReplyFailure.ofBody(self, reading: nil))
    }
    let reply = reading.reply(for: city, to: self)
    guard case .failure(let error) = reply.result else { return [reply] }
    return failing(ReplyFailure.ofBody(self, reading: error))
  }

  /// The same failure for every city of the request.
  func failing(_ error: FetchError) -> [CityReply] {
    request.cities.map { CityReply(city: $0, result: .failure(error)) }
  }
}

/// Reasons that every service's decoder gives in the same words.
enum Reason {
  static let currentMissing = FetchError.unreadable("current block missing")
  static let dailyMissing = FetchError.unreadable("daily block missing")

  static func missing(_ keyPath: String) -> FetchError {
    .unreadable("\(CleanText.line(keyPath, limit: 80)) is missing or impossible")
  }

  static func empty(_ keyPath: String) -> FetchError {
    .unreadable("\(CleanText.line(keyPath, limit: 80)) holds no measurement")
  }

  /// JSON that has nothing of what the service documents; says what it has instead.
  static func unexpectedShape(_ decoder: any Decoder) -> FetchError {
    guard let top = try? decoder.container(keyedBy: AnyKey.self) else {
      return .unreadable("JSON of an unexpected shape (no object at the top)")
    }
    let keys = top.allKeys.map(\.stringValue).sorted().joined(separator: ", ")
    return .unreadable(
      "JSON of an unexpected shape (top-level keys: \(CleanText.line(keys, limit: 80)))")
  }
}
