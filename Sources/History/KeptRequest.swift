public import FoundationEssentials
public import Weather

/// What a kept body was the answer to, without its key: enough to decode the body again.
public struct KeptRequest: Sendable, Equatable, Codable {
  /// The configured name of the service.
  public let provider: String
  /// The kind of the service, by the word of the configuration.
  public let kind: String
  /// The slugs of the cities that the reply brought nothing for.
  public var failed: [String] = []
  private let endpoint: String
  private let base: String
  private let path: [String]
  private let query: [Pair]
  private let parts: Int
  private let note: String?
  private let status: Int
  private let headers: [Pair]
  private var cities: [Place]

  /// The headers that say something about the weather's time; others differ each time.
  private static let headersKept: Set = ["expires", "last-modified"]

  /// Keeps what a response answered.
  public init(_ response: Response, kind: ServiceKind) {
    let request = response.request
    self.provider = request.provider
    self.kind = kind.rawValue
    self.endpoint = request.endpoint
    self.base = request.base
    self.path = request.path
    self.query = request.query.map { Pair(name: $0.name, value: $0.value) }
    self.parts = request.parts.rawValue
    self.note = request.note
    self.status = response.status
    self.headers = response.headers.filter { Self.headersKept.contains($0.name.lowercased()) }
      .map { Pair(name: $0.name, value: $0.value) }
    self.cities = request.cities.map(Place.init)
  }

  /// The response as it was, with a body and a time of receipt.
  public func response(body: Data, receivedAt: Date) -> Response {
    var request = Request(
      provider: provider, endpoint: endpoint, base: base, path: path,
      query: query.map { ($0.name, $0.value) }, cities: cities.map(\.city),
      parts: Parts(rawValue: parts))
    request.note = note
    return Response(
      request: request, status: status, headers: headers.map { ($0.name, $0.value) }, body: body,
      receivedAt: receivedAt)
  }

  /// Which of the service's endpoints was asked.
  var endpointName: String { endpoint }

  /// Gives the cities that had no zone the one that is known now, by slug.
  mutating func complete(_ zones: [String: (name: String, isGuess: Bool)]) {
    for index in cities.indices where cities[index].timezone == nil {
      guard let zone = zones[cities[index].slug] else { continue }
      if zone.isGuess {
        cities[index].guessedTimezone = zone.name
      } else {
        cities[index].timezone = zone.name
      }
    }
  }

  private struct Pair: Sendable, Equatable, Codable {
    let name: String
    let value: String
  }

  private struct Place: Sendable, Equatable, Codable {
    let slug: String
    let name: String
    let country: String?
    let admin: String?
    let latitude: Double
    let longitude: Double
    let elevation: Double?
    var timezone: String?
    /// Never kept: what is known when the reply is read again.
    var guessedTimezone: String?

    init(_ city: City) {
      slug = city.slug
      name = city.name
      country = city.country
      admin = city.admin
      latitude = city.latitude
      longitude = city.longitude
      elevation = city.elevation
      timezone = city.timezone
    }

    var city: City {
      var city = City(
        slug: slug, name: name, country: country, admin: admin, latitude: latitude,
        longitude: longitude, elevation: elevation, timezone: timezone)
      city.guessedTimezone = guessedTimezone
      return city
    }
  }
}

extension KeptRequest {
  /// The text that the store keeps: the same request gives the same text.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// The request of a text; nil for one that is none.
  init?(text: String) {
    guard let request = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = request
  }
}
