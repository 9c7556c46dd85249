import Weather

/// Checks the address that a service is asked at instead of its own.
enum BaseURL {
  /// What is wrong with an address, or the address without slashes at its end.
  enum Outcome {
    case good(String)
    case bad(String)
  }

  /// Takes `https://host[:port][/prefix]`; plain http only for loopback, or where it is allowed.
  ///
  /// An address with a user, a query or a fragment is refused without being shown: those are where
  /// people put keys.
  static func check(_ text: String, allowsPlainHTTP: Bool) -> Outcome {
    guard !text.contains(where: { "?#@".contains($0) }) else {
      return .bad(
        "must be scheme, host and path only: no user, query or fragment; a key goes into api_key")
    }
    guard text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F })
    else {
      return .bad("\(Shown.quoted(text)) may hold only ASCII characters and no blanks")
    }
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()) else {
      return .bad("\(Shown.quoted(text)) must begin with https://, or http:// on this machine")
    }
    let authority = parts[1].prefix { $0 != "/" }
    guard let host = host(of: authority) else {
      return .bad("\(Shown.quoted(text)) has no valid host and port after the scheme")
    }
    guard parts[0].lowercased() == "https" || allowsPlainHTTP || isLoopback(host) else {
      return .bad(
        "\(Shown.quoted(text)) is plain http: use https, or set allow_insecure = true to send"
          + " requests, and the key, for all to read")
    }
    var address = text[...]
    while address.last == "/" { address.removeLast() }
    return .good(String(address))
  }

  /// The host without its port; nil when either is not one.
  private static func host(of authority: Substring) -> String? {
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      let inside = authority[authority.index(after: authority.startIndex)..<close]
      let rest = authority[authority.index(after: close)...]
      let isAddress =
        inside.contains(":") && inside.allSatisfy { $0.isHexDigit || ":.".contains($0) }
      return isAddress && (rest.isEmpty || isPort(rest)) ? String(inside) : nil
    }
    let name = authority.prefix { $0 != ":" }
    let rest = authority.dropFirst(name.count)
    let isName =
      !name.isEmpty && name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && label.utf8.count <= 63
          && label.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
      }
    return isName && (rest.isEmpty || isPort(rest)) ? name.lowercased() : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard text.first == ":", let port = Int(text.dropFirst()),
      text.dropFirst().first?.isNumber == true
    else { return false }
    return (1...65_535).contains(port)
  }

  /// Whether a host can only be this machine (RFC 6761, section 6.3; RFC 5735).
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}
