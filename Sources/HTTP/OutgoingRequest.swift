import FoundationEssentials
import Weather

/// A request made ready for the wire: checked, with the key in its place.
struct OutgoingRequest: Sendable {
  let request: Request
  let url: String
  /// Lines of the header, as libcurl takes them.
  let headers: [String]
  let destination: Destination

  init(_ request: Request) throws(TransportError) {
    let url = request.wireURL
    guard let destination = Destination(url) else {
      throw TransportError(
        .badURL, "\(request.provider): the base address is not an http or https URL")
    }
    self.request = request
    self.url = url
    self.destination = destination
    self.headers = try Self.lines(request.wireHeaders, of: request)
    if !destination.isSecure, !destination.isLoopback, !request.limits.allowsPlainHTTP {
      throw TransportError(
        .plainHTTPRefused,
        "\(destination.shown): plain http is refused beyond this machine; use https, or set "
          + "allow_insecure = true for \(request.provider)")
    }
  }

  /// Milliseconds for the whole request; what is no sensible time becomes the default.
  var timeoutMilliseconds: Int {
    let seconds = request.limits.timeoutSeconds
    let sensible = seconds.isFinite && seconds > 0 ? min(seconds, 86_400) : 15
    return max(1, Int((sensible * 1000).rounded(.up)))
  }

  private static func lines(
    _ headers: [(name: String, value: String)], of request: Request
  ) throws(TransportError) -> [String] {
    var lines: [String] = []
    for (name, value) in headers {
      let text = "\(name): \(value)"
      // A line break would end the header and begin another (RFC 9110, section 5.5).
      guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw TransportError(
          .badURL, "\(request.provider): a header or the key holds a control character")
      }
      // libcurl takes a name with a semicolon for a header without a value.
      lines.append(value.isEmpty ? "\(name);" : text)
    }
    return lines
  }
}
