/// Which redirects are followed.
///
/// At most five; never from https to http; with a key only on the same server; without one to
/// another server only over https, or from loopback to loopback.
enum RedirectRule {
  /// Redirects that one request may take.
  static let limit = 5

  /// Why this step is not taken; nil when it is.
  static func refusal(
    first: Destination, current: Destination, next: Destination, carriesKey: Bool
  ) -> TransportError? {
    let isLocal = current.isLoopback && next.isLoopback
    if current.isSecure, !next.isSecure, next.host == current.host, !isLocal {
      return TransportError(
        .plainHTTPRefused, "\(first.shown): redirects from https to plain http; not followed")
    }
    if next.isSameServer(as: first) { return nil }
    if carriesKey {
      return foreign(first, next, "not followed, because the request holds a key")
    }
    if !next.isSecure, !isLocal {
      return foreign(first, next, "not followed; a network may want a login first")
    }
    return nil
  }

  /// The error for a reply of another server that is a web page: a login page, most likely.
  static func loginPage(first: Destination, last: Destination) -> TransportError {
    foreign(first, last, "which answered with a web page; a network may want a login first")
  }

  private static func foreign(
    _ first: Destination, _ next: Destination, _ words: String
  ) -> TransportError {
    TransportError(
      .foreignRedirect(host: next.host), "\(first.shown): redirects to \(next.shown), \(words)")
  }
}
