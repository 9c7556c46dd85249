import CCurl

/// Where an address leads: its scheme, host and port, as libcurl itself reads them.
struct Destination: Hashable, Sendable {
  let isSecure: Bool
  /// In lower case, without a dot at the end; an IPv6 address is in brackets.
  let host: String
  let port: Int

  init(isSecure: Bool, host: String, port: Int) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
  }

  /// nil for what is not an http or https address.
  init?(_ url: String) {
    guard let parser = curl_url() else { return nil }
    defer { curl_url_cleanup(parser) }
    guard curl_url_set(parser, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: parser), scheme == "http" || scheme == "https",
      let host = Self.part(CURLUPART_HOST, of: parser), !host.isEmpty,
      let port = Self.part(CURLUPART_PORT, of: parser).flatMap({ Int($0) })
    else { return nil }
    let name = host.lowercased()
    self.init(
      isSecure: scheme == "https", host: name.hasSuffix(".") ? String(name.dropLast()) : name,
      port: port)
  }

  /// How messages name it: the port only where it is unusual.
  var shown: String {
    port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// Whether it is this machine (RFC 6761, section 6.3; libcurl resolves such names itself).
  var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether both are the same server; https in the place of http counts as the same.
  func isSameServer(as other: Destination) -> Bool {
    host == other.host && (port == other.port || (isSecure && !other.isSecure))
  }

  private static func part(_ part: CURLUPart, of parser: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    let flags = UInt32(CURLU_DEFAULT_PORT)
    guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
