/// How many columns of a terminal a text takes, as wcwidth(3) counts them.
public enum DisplayWidth {
  /// Columns of the text: combining marks take none, CJK and emoji take two.
  public static func columns(of text: String) -> Int {
    CleanText.plainLength(of: text) ?? text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text, cut to so many columns; a cut ends in `…`.
  public static func cut(_ text: String, to limit: Int) -> String {
    guard columns(of: text) > limit else { return text }
    var result = "", width = 0
    for character in text {
      let next = columns(of: character)
      if width + next > limit - 1 { break }
      result.append(character)
      width += next
    }
    return result + "…"
  }

  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if let first = scalars.first,
      first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
    {
      return 2
    }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // Conjoining vowels and finals of Hangul join the syllable before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Wide and full-width blocks (Unicode TR 11); emoji have a property of their own.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
