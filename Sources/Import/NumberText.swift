/// One value of a row, as a format gives it.
enum CellValue {
  /// Nothing: null, or an empty field.
  case missing
  /// A number of JSON.
  case number(Double)
  /// Text, which may hold a number.
  case text(ArraySlice<UInt8>)
  /// A truth value or a nested value: never a measurement.
  case other
}

/// Numbers in plain decimal writing: `12.5`, `-3`, `1e3`; no commas, hexadecimal digits or `nan`.
enum NumberText {
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Whether a byte may stand in a number.
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The number; nil for anything else.
  ///
  /// Up to fifteen digits are a whole number divided by a power of ten that both are exact, so that
  /// one division rounds as the standard demands; the rest is left to the standard library.
  static func value(_ text: ArraySlice<UInt8>) -> Double? {
    var whole: Int64 = 0
    var digits = 0, decimals = 0
    var isNegative = false, hasPoint = false
    for (index, byte) in zip(text.indices, text) {
      switch byte {
      case 0x30...0x39:
        whole = whole &* 10 &+ Int64(byte &- 0x30)
        digits += 1
        if hasPoint { decimals += 1 }
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "-") where index == text.startIndex: isNegative = true
      default: return slowly(text)
      }
      if digits > 15 { return slowly(text) }
    }
    guard digits > 0 else { return nil }
    let value = Double(whole) / powers[decimals]
    return isNegative ? -value : value
  }

  private static func slowly(_ text: ArraySlice<UInt8>) -> Double? {
    guard text.count < 60, text.allSatisfy(isPart),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// Whether a text is one of the words for a missing value: `NA`, `null`, `-` and the like.
  static func isMissing(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 4 else { return false }
    return missing.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  private static let missing: Set<String> = [
    "", "na", "n/a", "nan", "null", "none", "-", "--", "---",
  ]
}
