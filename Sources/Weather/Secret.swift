public import FoundationEssentials
import Glibc

/// An API key that prints as `<hidden>`: only the transport asks for the value.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: String

  /// Keeps the key.
  public init(_ value: String) {
    self.value = value
  }

  /// Gives the key to a closure that needs it for the wire.
  public func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    try body(value)
  }

  /// Always `<hidden>`.
  public var description: String { "<hidden>" }
  /// Always `<hidden>`.
  public var debugDescription: String { "<hidden>" }
  /// Empty, so that `dump` shows nothing either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Takes keys, by value, out of text that leaves the process or reaches the store.
public struct Redactor: Sendable {
  private let secrets: [String]

  /// Knows these keys, as they are and as services write them back: percent-encoded in either case
  /// and twice, and with JSON's escaped slash; one under four characters hides nothing.
  public init(_ secrets: [Secret]) {
    var values: Set<String> = []
    for secret in secrets {
      secret.reveal { key in
        guard key.utf8.count >= 4 else { return }
        let encoded = URLText.encoded(key)
        values.formUnion([
          key, encoded, Self.lowercasingEscapes(encoded), URLText.encoded(encoded),
          key.replacingAll("/", with: "\\/"),
        ])
      }
    }
    // The longest first, so that a key that contains another leaves nothing of itself.
    self.secrets = values.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// `%2F` as `%2f`: both are the same (RFC 3986, section 2.1).
  private static func lowercasingEscapes(_ text: String) -> String {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { result, part in
      result + "%" + part.prefix(2).lowercased() + part.dropFirst(2)
    }
  }

  /// The bytes with `<hidden>` wherever a key of eight bytes or more stood: a shorter one could be a
  /// number that means something.
  public func redacted(_ bytes: Data) -> Data {
    let found = secrets.filter { $0.utf8.count >= 8 && bytes.contains($0) }
    guard !found.isEmpty else { return bytes }
    let text = found.reduce(String(decoding: bytes, as: UTF8.self)) {
      $0.replacingAll($1, with: "<hidden>")
    }
    return Data(text.utf8)
  }

  /// The text with `<hidden>` wherever a key stood.
  public func redacted(_ text: String) -> String {
    secrets.reduce(text) { $0.replacingAll($1, with: "<hidden>") }
  }
}

extension Data {
  /// Whether the text's bytes are anywhere in it.
  fileprivate func contains(_ text: String) -> Bool {
    let pattern = Array(text.utf8)
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let first = pattern.first else { return false }
      var from = 0
      while bytes.count - from >= pattern.count,
        let hit = memchr(start + from, Int32(first), bytes.count - from - pattern.count + 1)
      {
        if memcmp(hit, pattern, pattern.count) == 0 { return true }
        from = start.distance(to: hit) + 1
      }
      return false
    }
  }
}

extension String {
  /// The text with every occurrence of another replaced; works on UTF-8.
  func replacingAll(_ old: String, with new: String) -> String {
    guard !old.isEmpty, utf8.count >= old.utf8.count else { return self }
    let source = Array(utf8), pattern = Array(old.utf8), replacement = Array(new.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source.count - index >= pattern.count,
        source[index..<index + pattern.count].elementsEqual(pattern)
      {
        result += replacement
        index += pattern.count
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
