/// Why a city has no new weather from a service, in words for its owner.
public struct FetchError: Error, Sendable, Equatable {
  /// The kind of failure.
  ///
  /// The raw value is `error_class` in the store, logs and `status`.
  public enum Code: String, Sendable, CaseIterable {
    /// No route, no address: the network is away.
    case offline
    /// The service's name does not resolve.
    case dns
    /// The connection was refused, reset or closed early.
    case connection
    /// No whole answer within the time.
    case timeout
    /// The certificate or the handshake was refused.
    case tls
    /// A login page or a redirect elsewhere answered in the service's place.
    case captive
    /// The service refused the key (401, or 403 where there is a key).
    case key
    /// The service refused us without a key (403): it wants a contact.
    case refused
    /// Too many requests (429), or the plan is used up.
    case quota
    /// The service knows no such place (404, or it says so).
    case place
    /// The service refused the request as wrong (other 4xx).
    case request
    /// The service failed (5xx).
    case service
    /// The reply is larger than the limit.
    case tooLarge = "too_large"
    /// The reply is not what the service documents.
    case undecodable
    /// Stopped by us before it ended.
    case cancelled
  }

  /// The kind of failure.
  public let code: Code
  /// One sentence, clean of keys and control characters; quotes at most 80 characters of a body.
  public let message: String
  /// The HTTP status, where one came.
  public let status: Int?
  /// How long the service asks to be left alone, in seconds from the receipt.
  public let retryAfterSeconds: Double?

  /// Makes an error from its parts.
  public init(
    _ code: Code, _ message: String, status: Int? = nil, retryAfterSeconds: Double? = nil
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// The error without the keys: a service may echo one in a spelling that only decoding undoes.
  public func redacted(by redactor: Redactor) -> FetchError {
    FetchError(
      code, redactor.redacted(message), status: status, retryAfterSeconds: retryAfterSeconds)
  }

  /// Whether the same request may succeed soon: 5xx, 408, 425, 429, time-outs, transport errors.
  ///
  /// The only place that decides on a retry.
  public var isTransient: Bool {
    switch code {
    case .offline, .dns, .connection, .timeout, .tls, .captive, .quota, .service: true
    case .undecodable: status == nil || status == 200
    case .request: status == 408 || status == 425
    case .key, .refused, .place, .tooLarge, .cancelled: false
    }
  }

  /// Whether it holds for the whole service rather than for one city.
  public var concernsService: Bool {
    switch code {
    case .key, .refused, .quota: true
    default: false
    }
  }
}
