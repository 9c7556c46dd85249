public import FoundationEssentials

/// Takes keys, by value, out of text that leaves the process or reaches the store.
///
/// A key is found as it is, escaped as JSON, addresses and HTML do it, and in Base64.
public struct Redactor: Sendable {
  private let patterns: [KeyPattern]
  /// Those of keys that are long enough to mean nothing else.
  private let longPatterns: [KeyPattern]

  /// Knows these keys; one under four bytes hides nothing, one under eight is not looked for in
  /// Base64.
  public init(_ secrets: [Secret]) {
    self.init(keys: secrets.map { $0.reveal { Array($0.utf8) } })
  }

  init(keys: [[UInt8]]) {
    // The longest first, so that a key that contains another leaves nothing of itself.
    let keys = keys.filter { $0.count >= 4 }.sorted { $0.count > $1.count }
    let long = keys.filter { $0.count >= 8 }
    self.longPatterns =
      long.map { KeyPattern($0) }
      + long.flatMap { key in (0..<3).map { KeyPattern(base64: key, offset: $0) } }
    self.patterns = longPatterns + keys.filter { $0.count < 8 }.map { KeyPattern($0) }
  }

  /// The bytes with `<hidden>` wherever a key of eight bytes or more stood: a shorter one could be
  /// a number that means something.
  public func redacted(_ bytes: Data) -> Data {
    let clean = bytes.withUnsafeBytes {
      $0.withMemoryRebound(to: UInt8.self) { Self.replaced(longPatterns, in: $0) }
    }
    return clean.map { Data($0) } ?? bytes
  }

  /// The text with `<hidden>` wherever a key stood.
  public func redacted(_ text: String) -> String {
    guard !patterns.isEmpty else { return text }
    var text = text
    let clean = text.withUTF8 { Self.replaced(patterns, in: $0) }
    return clean.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// The text without keys; nil where there are none.
  private static func replaced(
    _ patterns: [KeyPattern], in text: UnsafeBufferPointer<UInt8>
  ) -> [UInt8]? {
    guard mayHold(patterns, text) else { return nil }
    var starts = [Bool](repeating: false, count: 256)
    for pattern in patterns { pattern.noteStarts(in: &starts) }
    var result: [UInt8] = []
    var done = 0, place = 0
    while place < text.count {
      guard starts[Int(text[place])],
        let match = longest(patterns, in: text, at: place, after: done)
      else {
        place += 1
        continue
      }
      result += text[done..<match.lowerBound]
      result += Array("<hidden>".utf8)
      (done, place) = (match.upperBound, match.upperBound)
    }
    return done == 0 ? nil : result + text[done...]
  }

  private static func longest(
    _ patterns: [KeyPattern], in text: UnsafeBufferPointer<UInt8>, at place: Int, after done: Int
  ) -> KeyPattern.Match? {
    patterns.lazy.compactMap { $0.match(in: text, at: place, after: done) }
      .max { $0.upperBound < $1.upperBound }
  }

  /// Whether a closer look is needed: nearly all texts have neither a key nor an escape.
  private static func mayHold(
    _ patterns: [KeyPattern], _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard !patterns.isEmpty else { return false }
    return Escape.isAny(in: text) || patterns.contains { $0.isPlain(in: text) }
  }
}
