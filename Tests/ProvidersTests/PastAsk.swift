import AlmanacTestKit
import FoundationEssentials
import Providers
import Testing
import Weather

/// A provider asked about the past, with the bytes of a reply given.
struct PastAsk: Sendable {
  var kind: ServiceKind
  var endpoint: String?
  var product: PastProduct.Kind
  var from: String
  var through: String
  var city: City = .berlin
  var key: String?
  var baseURL: String? = "http://127.0.0.1:8080"
  /// Which of the requests the reply is to.
  var request = 0
  /// 2026-07-01T10:16:00Z.
  var now = Date(unixSeconds: 1_782_900_960)

  init(
    _ kind: ServiceKind, _ product: PastProduct.Kind, from: String, through: String,
    endpoint: String? = nil
  ) {
    self.kind = kind
    self.product = product
    self.from = from
    self.through = through
    self.endpoint = endpoint
  }

  /// The day of 25 hours in Berlin, of which the fixtures are.
  static func clockChange(
    _ kind: ServiceKind, endpoint: String? = nil, request: Int = 0
  ) -> PastAsk {
    var ask = PastAsk(
      kind, .archive, from: "2025-10-26", through: "2025-10-26", endpoint: endpoint)
    ask.city.timezone = "Europe/Berlin"
    ask.request = request
    ask.key = kind == .openMeteo ? nil : "K1"
    return ask
  }

  func provider() throws -> any PastProvider {
    var settings = ServiceSettings(name: kind.rawValue, kind: kind)
    settings.endpoint = endpoint
    settings.key = key.map { Secret($0) }
    settings.baseURL = baseURL
    let provider = try ProviderFactory.make(settings: settings, contact: "you@example.org")
    return try #require(provider as? any PastProvider)
  }

  func requests() throws -> [Request] {
    let first = try #require(LocalDate(iso: from)), last = try #require(LocalDate(iso: through))
    return try provider().pastRequests(for: city, product, dates: first...last, now: now)
  }

  func reply(_ body: Data, status: Int = 200) throws -> Result<PastResult, FetchError> {
    let requests = try requests()
    let asked = try #require(requests.indices.contains(request) ? requests[request] : nil)
    return try provider().decodePast(
      Response(request: asked, status: status, body: body, receivedAt: now))
  }

  func result(_ body: Data) throws -> PastResult { try reply(body).get() }

  func result(fixture: String) throws -> PastResult {
    try result(Data(Fixture.bytes(fixture)))
  }

  func error(_ text: String, status: Int = 200) throws -> FetchError {
    guard case .failure(let error) = try reply(Data(text.utf8), status: status) else {
      throw FetchError(.cancelled, "the reply was no failure")
    }
    return error
  }
}

extension PastResult {
  /// Every value by its place: the first reading as `now`, days by date.
  var asCityResult: CityResult {
    var result = CityResult(city: city, provider: provider, parts: .all, fetchedAt: fetchedAt)
    result.weather.currently = readings.first
    result.weather.forecast = days
    return result
  }
}
