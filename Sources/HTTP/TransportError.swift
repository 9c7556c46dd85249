public import Weather

/// Why no whole answer came, in words that name the host and never the address or a key.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// No route, no address: the network is away.
    case offline
    /// The host's or the proxy's name does not resolve.
    case dns
    /// Nothing listens there, or a filter said no.
    case refused
    /// The connection was reset, or closed before the whole answer.
    case closedEarly
    /// No whole answer within the request's time.
    case timedOut
    /// The certificate or the handshake was refused.
    case tls
    /// The body is larger than the request's limit.
    case tooLarge
    /// Another host stands in the way, as a captive portal does; that host.
    case foreignRedirect(host: String)
    /// More than five redirects.
    case tooManyRedirects
    /// Plain http beyond loopback, which the request does not allow.
    case plainHTTPRefused
    /// The address or a header can't be sent.
    case badURL
    /// The task was cancelled, or the transport was shut down.
    case cancelled
    /// What came is not HTTP, or not encoded as it says.
    case malformed
    /// Anything else, such as want of memory.
    case other
  }

  /// The kind of failure.
  public let code: Code
  /// One clean line: the host, what happened and, where there is something, what to do.
  public let message: String

  /// Makes an error; the message is taken as clean.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }

  /// The same failure as cities and the store know it.
  ///
  /// A redirect loop counts as the service's failure; what is not HTTP counts as a broken
  /// connection, because no reply reached a decoder.
  public var fetchError: FetchError {
    FetchError(fetchCode, message)
  }

  private var fetchCode: FetchError.Code {
    switch code {
    case .offline: .offline
    case .dns: .dns
    case .refused, .closedEarly, .malformed, .other: .connection
    case .timedOut: .timeout
    case .tls: .tls
    case .tooLarge: .tooLarge
    case .foreignRedirect: .captive
    case .tooManyRedirects: .service
    case .plainHTTPRefused, .badURL: .request
    case .cancelled: .cancelled
    }
  }
}
