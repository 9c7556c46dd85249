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
    if text.utf8.count <= limit, isClean(text) { return text }
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

  /// Whether nothing has to be done, told without the tables of Unicode: nearly every text is
  /// of letters and signs of Latin scripts, dashes and single blanks.
  private static func isClean(_ text: String) -> Bool {
    var afterBlank = true
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20:
        if afterBlank { return false }
        afterBlank = true
      case 0x21...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027: afterBlank = false
      default: return false
      }
    }
    return !afterBlank || text.isEmpty
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
