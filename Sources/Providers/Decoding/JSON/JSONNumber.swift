/// The numbers of JSON texts as Doubles.
enum JSONNumber {
  /// The powers of ten that a Double holds exactly, as far as they are needed.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Whether a byte may be part of a number.
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The nearest Double; nil beyond its range, and for what is no number (RFC 8259, section 6).
  ///
  /// Fifteen digits and a power of ten up to 22 are both exact Doubles, so that their quotient is
  /// rounded once, and so correctly (W. D. Clinger, "How to Read Floating Point Numbers
  /// Accurately", 1990). Others are left to the standard library.
  static func double(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
    guard let decimal = Decimal(bytes, range) else { return nil }
    if !decimal.hasExponent, decimal.count <= 15 {
      let value = Double(decimal.digits) / powers[decimal.places]
      return decimal.isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// A number by the grammar of JSON.
  private struct Decimal {
    var isNegative = false
    /// The digits before the exponent as a whole number, wrapped when there are too many.
    var digits: UInt64 = 0
    var count = 0
    /// How many of the digits come after the point.
    var places = 0
    var hasExponent = false

    init?(_ bytes: [UInt8], _ range: Range<Int>) {
      // The byte after a number is part of none, so that reading on stops there.
      var at = range.lowerBound
      if bytes[at] == UInt8(ascii: "-") {
        isNegative = true
        at += 1
      }
      let first = bytes[at]
      guard let whole = take(bytes, &at), first != UInt8(ascii: "0") || whole == 1
      else { return nil }
      if bytes[at] == UInt8(ascii: ".") {
        at += 1
        guard let taken = take(bytes, &at) else { return nil }
        places = taken
      }
      count = whole + places
      if bytes[at] | 0x20 == UInt8(ascii: "e") {
        hasExponent = true
        at += 1
        if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
        guard take(bytes, &at) != nil else { return nil }
      }
      guard at == range.upperBound else { return nil }
    }

    /// The number of digits from a place on; nil for none.
    private mutating func take(_ bytes: [UInt8], _ at: inout Int) -> Int? {
      let start = at
      while case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        at += 1
      }
      return at > start ? at - start : nil
    }
  }
}
