/// The escapes of JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// A string without its escapes; nil for what no string may hold.
  static func removed(from text: ArraySlice<UInt8>) -> String? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        guard byte >= 0x20 else { return nil }
        plain.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      if let byte = meaning(letter) {
        plain.append(byte)
      } else {
        guard let scalar = scalar(&rest) else { return nil }
        plain.append(contentsOf: String(scalar).utf8)
      }
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// The scalar of `XXXX`, or of the pair of surrogates `XXXX\uXXXX`.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard rest.starts(with: "\\u".utf8) else { return nil }
    rest.removeFirst(2)
    guard let second = unit(&rest), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(
      0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst().flatMap(hexadecimal) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func meaning(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
