public import Weather

/// Sends one request and waits for the whole answer: the only way to the network.
public protocol Transport: Sendable {
  /// The answer with any HTTP status; an error only when no whole answer came.
  ///
  /// Holds the request to its `limits`. Cancelling the task ends the transfer with `.cancelled`.
  func send(_ request: Request) async throws(TransportError) -> Response
}
