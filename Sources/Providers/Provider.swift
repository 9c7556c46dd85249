public import FoundationEssentials
public import Weather

/// What a provider may look at when it plans requests, besides the cities.
public struct ProviderState: Sendable {
  /// The parts that are due.
  public var parts: Parts
  /// The present.
  public var now: Date
  /// What the service said of each city before, by slug.
  public var memories: [String: SourceMemory]

  /// Makes a state from its parts.
  public init(parts: Parts, now: Date, memories: [String: SourceMemory] = [:]) {
    self.parts = parts
    self.now = now
    self.memories = memories
  }
}

/// One weather service as pure functions: cities to requests, replies to weather.
///
/// The engine owns sockets, clocks and retries; a provider sees bytes.
public protocol Provider: Sendable {
  /// The settings that it was made of.
  var settings: ServiceSettings { get }
  /// What the service's kind and these settings mean for planning.
  var profile: ServiceProfile { get }

  /// The requests that bring the due parts of these cities, batched where the service allows it.
  func requests(for cities: [City], state: ProviderState) -> [Request]

  /// The requests of a usual round, in which what can be remembered of a city is: for planning.
  func usualRequests(for cities: [City], state: ProviderState) -> [Request]

  /// The requests that a reply leads to; most services have none.
  func next(after response: Response) -> [Request]

  /// What a reply says about each city of its request, one entry a city, in request order.
  ///
  /// Never fails as a whole: an error reply is a failure of each of its cities.
  func decode(_ response: Response) -> [CityReply]

  /// Whether replies may say how much of a quota is left.
  var tellsQuota: Bool { get }

  /// What a reply says of how much is left; nil when it says nothing.
  ///
  /// - Parameter now: the time of the receipt by our own clock, which the ledger goes by.
  func quotaNotice(in response: Response, now: Date) -> QuotaNotice?

  /// The same questions, one city a request; for a batch that was refused or could not be read.
  ///
  /// One bad place spoils a whole batch (a 400, a bare `nan`), so the others are asked again alone.
  func split(_ request: Request) -> [Request]
}

extension Provider {
  /// All requests, where nothing is remembered that spares any.
  public func usualRequests(for cities: [City], state: ProviderState) -> [Request] {
    requests(for: cities, state: state)
  }

  /// None.
  public func next(after response: Response) -> [Request] { [] }

  /// No.
  public var tellsQuota: Bool { false }

  /// None.
  public func quotaNotice(in response: Response, now: Date) -> QuotaNotice? { nil }

  /// The request itself, because it is of one city.
  public func split(_ request: Request) -> [Request] { [request] }

  /// Whether a batch is worth asking again city by city: a 400, or JSON that can't be read.
  ///
  /// Prose or nothing in place of JSON is the service's own trouble: splitting would be a storm.
  public func shouldSplit(_ request: Request, after replies: [CityReply]) -> Bool {
    guard request.cities.count > 1, !replies.isEmpty else { return false }
    return replies.allSatisfy { reply in
      guard case .failure(let error) = reply.result else { return false }
      switch error.code {
      case .undecodable: return !ReplyFailure.isAboutService(error)
      case .request, .place: return error.status == 400
      default: return false
      }
    }
  }
}

/// What a service said about one city.
public struct CityReply: Sendable {
  /// The city that was asked about.
  public let city: City
  /// Its weather, or why there is none.
  public let result: Result<CityResult, FetchError>

  /// Makes a reply from its parts.
  public init(city: City, result: Result<CityResult, FetchError>) {
    self.city = city
    self.result = result
  }
}

/// A service that cannot be asked as it is configured.
public struct ProviderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Sendable, Equatable {
    /// The service wants a key and none is configured.
    case missingKey
    /// The service's terms want a contact and none is configured.
    case missingContact
    /// The kind has no such endpoint.
    case unknownEndpoint
    /// The kind cannot take its key there.
    case keyPlacement
    /// This version can't ask services of the kind.
    case unsupportedKind
  }

  /// What is wrong.
  public let code: Code
  /// The configured name of the service.
  public let service: String
  /// The key of the configuration to look at: `api_key`, `endpoint`, `key_in`, `kind`.
  public let setting: String
  /// One sentence: what is wrong, and what to do.
  public let message: String

  /// The service and the sentence.
  public var description: String { "\(service): \(message)" }
}
