/// Strings in JSON (RFC 8259, section 7).
public enum JSONText {
  /// The text in quotes, with everything escaped that must be or that can't be seen.
  public static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    default:
      if scalar.value >= 0x20 && scalar.value < 0x7F {
        bytes.append(UInt8(scalar.value))
      } else if isHidden(scalar) {
        for unit in Array(String(scalar).utf16) { appendEscape(unit, to: &bytes) }
      } else {
        bytes += String(scalar).utf8
      }
    }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    let hex = String(unit, radix: 16)
    bytes += "\\u".utf8
    bytes += String(repeating: "0", count: 4 - hex.utf8.count).utf8
    bytes += hex.utf8
  }

  /// Control and bidi characters, separators and marks that change or break what a terminal shows.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }
}
