import Glibc

/// A character that is written as an escape.
struct Escape {
  /// The UTF-8 that it stands for.
  let bytes: [UInt8]
  /// Where the text goes on.
  let end: Int

  /// Escapes of escapes are undone so often: deeper ones nobody writes.
  private static let depth = 8

  /// The bytes with which escapes begin.
  static let starts: [UInt8] = ["\\", "%", "&"].map { UInt8(ascii: $0) }

  /// Whether a text has something like an escape: the sign of a per cent alone, as units have it, is
  /// none.
  static func isAny(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    return starts.contains { byte in
      var from = 0
      while let hit = memchr(start + from, Int32(byte), text.count - from) {
        from = UnsafeRawPointer(start).distance(to: hit) + 1
        guard from < text.count else { return byte == UInt8(ascii: "\\") }
        switch byte {
        case UInt8(ascii: "%"): if digit(text[from]) != nil { return true }
        case UInt8(ascii: "&"):
          if text[from] == UInt8(ascii: "#") || isLetter(text[from]) { return true }
        default: return true
        }
      }
      return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// What the text at a place may stand for, other than itself, the shortest first; empty for most.
  static func readings(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> [Escape] {
    switch text[place] {
    case UInt8(ascii: "\\"): backslashed(text, place)
    case UInt8(ascii: "%"): percented(text, place)
    case UInt8(ascii: "&"): entity(text, place)
    default: []
    }
  }

  /// `\u0041`, `\x41`, `\/`, and the same with more backslashes.
  private static func backslashed(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> [Escape] {
    var at = place + 1
    while at < text.count, at - place < depth, text[at] == UInt8(ascii: "\\") { at += 1 }
    var found: [Escape] = []
    if at > place + 1 { found.append(Escape(bytes: [UInt8(ascii: "\\")], end: place + 2)) }
    guard at < text.count else { return found }
    switch text[at] {
    case UInt8(ascii: "u"):
      if let escape = unicode(text, at) { found.append(escape) }
    case UInt8(ascii: "x"):
      if let value = hex(text, at + 1, 2) { found += Escape.scalar(value, end: at + 3) }
    case let byte where byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\"):
      found.append(Escape(bytes: [byte], end: at + 1))
    default: break
    }
    return found
  }

  /// `\u0041` from its `u` on, or a pair of surrogates.
  private static func unicode(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Escape? {
    guard let unit = hex(text, at + 1, 4) else { return nil }
    guard 0xD800..<0xDC00 ~= unit else { return scalar(unit, end: at + 5).first }
    var second = at + 5
    while second < text.count, text[second] == UInt8(ascii: "\\") { second += 1 }
    guard second < text.count, text[second] == UInt8(ascii: "u"),
      let low = hex(text, second + 1, 4), 0xDC00..<0xE000 ~= low
    else { return nil }
    return scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), end: second + 5).first
  }

  /// `%41`, and `%2541`, which is the same encoded again.
  private static func percented(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> [Escape] {
    var found: [Escape] = []
    var at = place + 1
    while found.count < depth, let value = hex(text, at, 2) {
      found.append(Escape(bytes: [UInt8(value)], end: at + 2))
      guard value == 0x25 else { break }
      at += 2
    }
    return found
  }

  /// `&#65;`, `&#x41;`, `&amp;`, and the same with `&amp;` for the `&`.
  private static func entity(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> [Escape] {
    var found: [Escape] = []
    var at = place + 1
    for _ in 0..<depth {
      guard at < text.count else { break }
      if text[at] == UInt8(ascii: "#") {
        found += numbered(text, at + 1)
        break
      }
      guard let (byte, end) = named(text, at) else { break }
      found.append(Escape(bytes: [byte], end: end))
      guard byte == UInt8(ascii: "&") else { break }
      at = end
    }
    return found
  }

  private static func numbered(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> [Escape] {
    guard start < text.count else { return [] }
    let isHex = text[start] | 0x20 == UInt8(ascii: "x")
    let radix = isHex ? 16 : 10
    var at = isHex ? start + 1 : start
    var value = 0
    let first = at
    while at < text.count, at - first < 12, let digit = digit(text[at]), digit < radix {
      value = min(value * radix + digit, 0x110000)
      at += 1
    }
    guard at > first else { return [] }
    if at < text.count, text[at] == UInt8(ascii: ";") { at += 1 }
    return scalar(value, end: at)
  }

  /// A character by its name; the `;` may be left out.
  private static func named(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> (byte: UInt8, end: Int)? {
    var end = start
    while end < text.count, end - start < 8, isLetter(text[end]) { end += 1 }
    let name = String(decoding: text[start..<end], as: UTF8.self).lowercased()
    guard let byte = names[name] else { return nil }
    return (byte, end < text.count && text[end] == UInt8(ascii: ";") ? end + 1 : end)
  }

  /// The names of the HTML standard for what is neither letter nor digit in ASCII.
  private static let names: [String: UInt8] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "sol": 0x2F, "plus": 0x2B,
    "equals": 0x3D, "percnt": 0x25, "num": 0x23, "quest": 0x3F, "colon": 0x3A, "semi": 0x3B,
    "comma": 0x2C, "excl": 0x21, "dollar": 0x24, "ast": 0x2A, "midast": 0x2A, "lpar": 0x28,
    "rpar": 0x29, "lowbar": 0x5F, "underbar": 0x5F, "period": 0x2E, "commat": 0x40, "bsol": 0x5C,
    "lsqb": 0x5B, "lbrack": 0x5B, "rsqb": 0x5D, "rbrack": 0x5D, "lcub": 0x7B, "lbrace": 0x7B,
    "rcub": 0x7D, "rbrace": 0x7D, "hat": 0x5E, "grave": 0x60, "vert": 0x7C, "verbar": 0x7C,
    "nbsp": 0x20, "tilde": 0x7E,
  ]

  private static func scalar(_ value: Int, end: Int) -> [Escape] {
    guard let scalar = UInt32(exactly: value).flatMap({ Unicode.Scalar($0) }) else { return [] }
    return [Escape(bytes: Array(String(scalar).utf8), end: end)]
  }

  private static func hex(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
    guard start + count <= text.count else { return nil }
    var value = 0
    for at in start..<start + count {
      guard let digit = digit(text[at]) else { return nil }
      value = value * 16 + digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
