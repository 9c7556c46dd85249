/// Text from outside, made fit to be shown: no control, escape or bidi characters.
public enum CleanText {
  /// The text on one line, without control and format characters, cut to so many characters.
  ///
  /// Runs of white space become one blank; a cut ends in `…`. Bidi controls are dropped because
  /// they can make a line read as another (Unicode TR 36, section 2.10).
  public static func line(_ text: some StringProtocol, limit: Int = 200) -> String {
    cleaned(String(text), limit: limit)
  }

  private static func cleaned(_ text: String, limit: Int) -> String {
    if text.utf8.count <= limit, plainLength(of: text) != nil { return text }
    var result = ""
    var blank = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        blank = !result.isEmpty
        continue
      }
      if isHidden(scalar) { continue }
      if blank {
        result.unicodeScalars.append(" ")
        blank = false
      }
      result.unicodeScalars.append(scalar)
    }
    return result.count > limit ? String(result.prefix(limit)) + "…" : result
  }

  /// The beginning of a body for an error message: at most 80 characters, invalid UTF-8 replaced.
  public static func quote(_ bytes: some Sequence<UInt8>) -> String {
    line(String(decoding: Array(bytes.prefix(1024)), as: UTF8.self), limit: 80)
  }

  /// The number of characters of a text to which nothing has to be done, each of which is one
  /// column wide; nil where only the tables of Unicode can tell.
  ///
  /// Nearly every text is of letters and signs of Latin scripts, dashes and single blanks. Read by
  /// its bytes: a table has a thousand texts.
  public static func plainLength(of text: String) -> Int? {
    var text = text
    return text.withUTF8 { plainLength(ofUTF8: $0) }
  }

  private static func plainLength(ofUTF8 bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = 0, length = 0
    var afterBlank = true
    while place < bytes.count {
      let byte = bytes[place]
      let isBlank = byte == 0x20
      if isBlank && afterBlank { return nil }
      afterBlank = isBlank
      switch byte {
      case 0x20...0x7E: place += 1
      // U+00A1 to U+00BF without the soft hyphen, U+00C0 to U+02FF.
      case 0xC2 where bytes[place + 1] > 0xA0 && bytes[place + 1] != 0xAD: place += 2
      case 0xC3...0xCB: place += 2
      // U+2010 to U+2027: dashes, quotation marks, the ellipsis.
      case 0xE2
      where bytes[place + 1] == 0x80 && (0x90...0xA7).contains(bytes[place + 2]):
        place += 3
      default: return nil
      }
      length += 1
    }
    return afterBlank && length > 0 ? nil : length
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    // Joiners shape emoji and Indic text; every other format character is invisible or bidi.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }
}
