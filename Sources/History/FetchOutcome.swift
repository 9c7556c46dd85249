public import FoundationEssentials
public import Weather

/// A city that an answer failed for alone, while the request as such succeeded.
public struct CityFailure: Sendable, Equatable {
  /// The slug of the city.
  public var slug: String
  /// Why.
  public var error: FetchError

  /// Pairs a city with the reason.
  public init(slug: String, error: FetchError) {
    self.slug = slug
    self.error = error
  }
}

/// A body that could not be decoded, kept as it came.
public struct QuarantinedBody: Sendable, Equatable {
  /// The body after decompression.
  public var body: Data
  /// Why it could not be decoded.
  public var reason: String
  /// When it came.
  public var receivedAt: Date
  /// What it was the answer to.
  public var request: KeptRequest

  /// Makes an entry from its parts.
  public init(body: Data, reason: String, receivedAt: Date, request: KeptRequest) {
    self.body = body
    self.reason = reason
    self.receivedAt = receivedAt
    self.request = request
  }
}

/// Everything that came of one request: what the store keeps of it in one piece.
public struct FetchOutcome: Sendable, Equatable {
  /// The configured name of the service.
  public var provider: String
  /// The slugs of the cities that were asked about.
  public var slugs: [String]
  /// What was asked for.
  public var parts: Parts
  /// When the request was started.
  public var startedAt: Date
  /// When the last byte came, or the failure.
  public var finishedAt: Date
  /// How long it took, in milliseconds.
  public var durationMs: Int
  /// The HTTP status, where one came.
  public var httpStatus: Int?
  /// Why nothing came; it counts for every asked city that has no result.
  public var error: FetchError?
  /// What it cost, as the service counts.
  public var cost: Double
  /// What it was made for.
  public var purpose = RequestPurpose.scheduled
  /// Whether its cost was booked before it was sent; else it is booked with the outcome.
  public var isBooked = false
  /// The answers, one a city.
  public var results: [CityResult]
  /// The cities that failed alone.
  public var failures: [CityFailure]
  /// The earliest next attempt for the cities that failed; nil when nothing holds them back.
  public var retryAt: Date?
  /// The body, where it could not be decoded.
  public var quarantine: QuarantinedBody?

  /// Makes an outcome that brought nothing yet.
  public init(
    provider: String, slugs: [String], parts: Parts, startedAt: Date, finishedAt: Date,
    durationMs: Int, httpStatus: Int? = nil, error: FetchError? = nil, cost: Double = 1,
    results: [CityResult] = []
  ) {
    self.provider = provider
    self.slugs = slugs
    self.parts = parts
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.durationMs = durationMs
    self.httpStatus = httpStatus
    self.error = error
    self.cost = cost
    self.results = results
    self.failures = []
  }

  /// Keeps the body of a reply that brought nothing for a city, so that it can be decoded again.
  public mutating func keep(
    _ response: Response, of kind: ServiceKind, city: City, because error: FetchError
  ) {
    var entry =
      quarantine
      ?? QuarantinedBody(
        body: response.body, reason: error.message, receivedAt: response.receivedAt,
        request: KeptRequest(response, kind: kind))
    entry.request.failed.append(city.slug)
    quarantine = entry
  }
}

/// What the store did with one outcome.
public struct StoredCounts: Sendable, Equatable {
  /// Rows that are new or have new values: readings and revisions of forecast days.
  public var added = 0
  /// Rows that were there with the same values.
  public var confirmed = 0

  /// Counts of nothing.
  public init() {}
}
