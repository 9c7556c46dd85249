/// Reads one JSON object whose values are numbers, texts, truth values or null (RFC 8259).
///
/// By hand, because a decoder would take a minute for a million lines. A nested value is read over.
struct JSONLine {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  /// The members in their order; nil where the line is not one JSON object.
  static func members(of line: ArraySlice<UInt8>) -> [(key: String, value: CellValue)]? {
    var reader = JSONLine(line)
    return reader.object()
  }

  private init(_ line: ArraySlice<UInt8>) {
    bytes = line
    place = line.startIndex
  }

  private mutating func object() -> [(key: String, value: CellValue)]? {
    guard skip("{") else { return nil }
    var members: [(key: String, value: CellValue)] = []
    if skip("}") { return isAtEnd ? members : nil }
    repeat {
      guard let key = string(), skip(":"), let value = value(depth: 0) else { return nil }
      members.append((String(decoding: key, as: UTF8.self), value))
    } while skip(",")
    return skip("}") && isAtEnd ? members : nil
  }

  private mutating func value(depth: Int) -> CellValue? {
    skipBlanks()
    guard place < bytes.endIndex, depth < 100 else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""): return string().map { .text($0[...]) }
    case UInt8(ascii: "{"), UInt8(ascii: "["): return nested(depth: depth)
    case UInt8(ascii: "t"): return word("true") ? .other : nil
    case UInt8(ascii: "f"): return word("false") ? .other : nil
    case UInt8(ascii: "n"): return word("null") ? .missing : nil
    default: return number()
    }
  }

  private mutating func nested(depth: Int) -> CellValue? {
    let isObject = bytes[place] == UInt8(ascii: "{")
    let end: Unicode.Scalar = isObject ? "}" : "]"
    place += 1
    if skip(end) { return .other }
    repeat {
      if isObject { guard string() != nil, skip(":") else { return nil } }
      guard value(depth: depth + 1) != nil else { return nil }
    } while skip(",")
    return skip(end) ? .other : nil
  }

  private mutating func number() -> CellValue? {
    let start = place
    while place < bytes.endIndex, NumberText.isPart(bytes[place]) { place += 1 }
    let text = bytes[start..<place]
    guard let first = text.first, first != UInt8(ascii: "+"), let number = NumberText.value(text)
    else { return nil }
    return .number(number)
  }

  /// The bytes of a string; nil when there is none here or it is broken.
  private mutating func string() -> [UInt8]? {
    guard skip("\"") else { return nil }
    var text: [UInt8] = []
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): guard escape(into: &text) else { return nil }
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into text: inout [UInt8]) -> Bool {
    guard place < bytes.endIndex else { return false }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = escapedScalar() else { return false }
      text += UTF8.encode(scalar).map { Array($0) } ?? []
    default: return false
    }
    return true
  }

  /// The character of `uXXXX`, or of two of them that are a surrogate pair; half a pair is U+FFFD.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let first = hexUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    let after = place
    if first < 0xDC00, place + 1 < bytes.endIndex, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    {
      place += 2
      if let second = hexUnit(), (0xDC00...0xDFFF).contains(second) {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      }
    }
    place = after
    return "\u{FFFD}"
  }

  private mutating func hexUnit() -> UInt32? {
    guard place + 4 <= bytes.endIndex else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[place..<(place + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    place += 4
    return unit
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.endIndex,
      word.withUTF8Buffer({ bytes[place..<end].elementsEqual($0) })
    else { return false }
    place = end
    return true
  }

  private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < bytes.endIndex, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipBlanks() {
    while place < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return place == bytes.endIndex
    }
  }
}
