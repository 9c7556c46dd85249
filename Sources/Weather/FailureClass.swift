/// The kinds of trouble: one table from which logs, `status` and exit statuses all take their words.
///
/// The raw value is `error_class` in the store and in machine formats.
public enum FailureClass: String, Sendable, CaseIterable {
  /// No route, no address.
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
  /// The service refused the key.
  case key
  /// The service wants a contact.
  case refused
  /// Too many requests, or the plan is used up.
  case quota
  /// The service knows no such place.
  case place
  /// The service refused the request as wrong.
  case request
  /// The service failed.
  case service
  /// The reply is larger than the limit.
  case tooLarge = "too_large"
  /// The reply is not what the service documents.
  case undecodable
  /// Stopped by us before it ended.
  case cancelled
  /// The database can't be written.
  case disk
  /// This machine's clock is wrong.
  case clock

  /// What it means for the end of a pass in which everything failed by it.
  public enum Ending: Sendable, Equatable {
    /// Nothing went out for want of a network: try again later.
    case noNetwork
    /// Nothing was allowed to go out: try again later.
    case heldBack
    /// The key is refused.
    case keyRefused
    /// The services failed.
    case failed
    /// Nothing could be written.
    case notWritten
    /// It is said, and nothing fails by it.
    case reported
  }

  /// A few words for people, the beginning of every sentence about it.
  public var words: String { facts.words }

  /// What a pass ends with that fails by it alone.
  public var ending: Ending { facts.ending }

  private var facts: (words: String, ending: Ending) {
    switch self {
    case .offline: ("no network", .noNetwork)
    case .dns: ("name not resolved", .noNetwork)
    case .captive: ("network needs a login", .noNetwork)
    case .connection: ("connection failed", .failed)
    case .timeout: ("timed out", .failed)
    case .tls: ("TLS refused", .failed)
    case .key: ("key refused", .keyRefused)
    case .refused: ("refused: contact", .failed)
    case .quota: ("over quota", .heldBack)
    case .place: ("place unknown", .failed)
    case .request: ("request refused", .failed)
    case .service: ("service fault", .failed)
    case .tooLarge: ("reply too large", .failed)
    case .undecodable: ("reply not understood", .failed)
    case .cancelled: ("stopped", .failed)
    case .disk: ("disk", .notWritten)
    case .clock: ("wrong clock", .reported)
    }
  }

  /// The words and what happened; a message that begins with the words says it already.
  public func sentence(_ message: String) -> String {
    message.hasPrefix(words) ? message : "\(words): \(message)"
  }
}

extension FetchError.Code {
  /// The class; each code is one.
  public var failureClass: FailureClass {
    switch self {
    case .offline: .offline
    case .dns: .dns
    case .connection: .connection
    case .timeout: .timeout
    case .tls: .tls
    case .captive: .captive
    case .key: .key
    case .refused: .refused
    case .quota: .quota
    case .place: .place
    case .request: .request
    case .service: .service
    case .tooLarge: .tooLarge
    case .undecodable: .undecodable
    case .cancelled: .cancelled
    }
  }
}

extension FetchError {
  /// The class in words and what happened, as logs and `status` say it.
  public var text: String { code.failureClass.sentence(message) }
}
