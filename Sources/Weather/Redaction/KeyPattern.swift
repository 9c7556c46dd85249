import Glibc

/// A key as it may stand in text: each of its bytes as it is or escaped, in any mixture.
///
/// Escapes are those of JSON and JavaScript (RFC 8259, section 7), of addresses in either case and
/// encoded again and again (RFC 3986, section 2.1), and of HTML, by number or name.
struct KeyPattern: Sendable {
  /// A place in a text where the key stands.
  typealias Match = Range<Int>
  typealias Text = UnsafeBufferPointer<UInt8>

  private let bytes: [UInt8]
  /// The same in the alphabet for addresses; nil where that is no other.
  private let addressed: [UInt8]?
  /// Whether it is the key in Base64 (RFC 4648).
  private let isBase64: Bool
  /// Whether the character before holds bits of the key as well.
  private let isSharedBefore: Bool
  /// Whether a `+` may stand for one of its blanks.
  private let hasBlank: Bool

  /// The key itself.
  init(_ key: [UInt8]) {
    self.bytes = key
    self.addressed = nil
    (self.isBase64, self.isSharedBefore) = (false, false)
    self.hasBlank = key.contains(UInt8(ascii: " "))
  }

  /// The key in Base64, behind so many bytes more than a multiple of three; without the characters
  /// that hold bits of its neighbours too.
  init(base64 key: [UInt8], offset: Int) {
    let bits = (offset * 8)..<((offset + key.count) * 8)
    let first = (bits.lowerBound + 5) / 6, end = bits.upperBound / 6
    let padded = [UInt8](repeating: 0, count: offset) + key + [0, 0]
    let bytes = (first..<max(first, end)).map { character in
      let bit = character * 6
      let pair = Int(padded[bit / 8]) << 8 | Int(padded[bit / 8 + 1])
      return Self.alphabet[pair >> (10 - bit % 8) & 63]
    }
    let addressed = bytes.map(Self.forAddresses)
    self.bytes = bytes
    self.addressed = addressed == bytes ? nil : addressed
    (self.isBase64, self.isSharedBefore) = (true, bits.lowerBound % 6 != 0)
    self.hasBlank = false
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Whether a text without escapes has it; quick.
  func isPlain(in text: Text) -> Bool {
    if hasBlank { return true }
    if Self.contains(text, bytes) { return true }
    return addressed.map { Self.contains(text, $0) } ?? false
  }

  private static func contains(_ text: Text, _ bytes: [UInt8]) -> Bool {
    guard let start = text.baseAddress, let first = bytes.first, let last = bytes.last else {
      return false
    }
    var from = 0
    while text.count - from >= bytes.count,
      let hit = memchr(start + from, Int32(first), text.count - from - bytes.count + 1)
    {
      from = UnsafeRawPointer(start).distance(to: hit) + 1
      // The other end first: the first letter alone stands in a text a hundred times.
      if text[from - 2 + bytes.count] == last, memcmp(hit, bytes, bytes.count) == 0 { return true }
    }
    return false
  }

  /// Notes the bytes that a spelling can begin with.
  func noteStarts(in table: inout [Bool]) {
    guard let first = bytes.first else { return }
    for byte in [first, Self.forAddresses(first)] + Escape.starts { table[Int(byte)] = true }
    if first == UInt8(ascii: " ") { table[Int(UInt8(ascii: "+"))] = true }
  }

  /// What spells it from a place on; nil where nothing does.
  func match(in text: Text, at place: Int, after floor: Int) -> Match? {
    guard var end = end(of: 0, in: text, from: place) else { return nil }
    guard isBase64 else { return place..<end }
    if end < text.count, Self.isLetter(text[end]) { end += 1 }
    while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
    let isShared = isSharedBefore && place > floor && Self.isLetter(text[place - 1])
    return (isShared ? place - 1 : place)..<end
  }

  /// The end of what spells the key from one of its bytes on.
  private func end(of index: Int, in text: Text, from place: Int) -> Int? {
    var index = index, place = place
    while index < bytes.count {
      guard place < text.count else { return nil }
      let isSame = isSame(text[place], bytes[index])
      let escapes = Escape.readings(of: text, at: place)
      guard !escapes.isEmpty else {
        guard isSame else { return nil }
        (index, place) = (index + 1, place + 1)
        continue
      }
      // The longest first: what is left of an escape would look odd behind `<hidden>`.
      for escape in escapes.reversed() {
        let length = escape.bytes.count
        guard index + length <= bytes.count,
          zip(escape.bytes, bytes[index...]).allSatisfy({ self.isSame($0, $1) })
        else { continue }
        if let end = end(of: index + length, in: text, from: escape.end) { return end }
      }
      if isSame, let end = end(of: index + 1, in: text, from: place + 1) { return end }
      return nil
    }
    return place
  }

  private func isSame(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    byte == wanted || (isBase64 && byte == Self.forAddresses(wanted))
      || (hasBlank && wanted == UInt8(ascii: " ") && byte == UInt8(ascii: "+"))
  }

  /// The character of the alphabet for addresses (RFC 4648, section 5).
  private static func forAddresses(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: byte
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    alphabet.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
