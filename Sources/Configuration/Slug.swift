/// What people type for a city: lower case ASCII letters, digits and hyphens.
public enum Slug {
  /// The longest that is taken.
  static let maximumLength = 64

  /// Whether a text is a slug: it neither begins nor ends with a hyphen.
  static func isValid(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count) && text.first != "-" && text.last != "-"
      && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// The slug of a name; nil when the name's script leaves no letter of it.
  ///
  /// Accents go, apostrophes too; anything else that is no letter or digit becomes a hyphen:
  /// "São Tomé" is `sao-tome`, "St. John's" is `st-johns`.
  public static func from(name: String) -> String? {
    var slug = ""
    var lostLetter = false
    var gap = false
    for scalar in name.unicodeScalars {
      let letters = ascii(scalar)
      if !letters.isEmpty {
        slug += (gap && !slug.isEmpty ? "-" : "") + letters
        gap = false
      } else if scalar.properties.isAlphabetic {
        lostLetter = true
      } else if !isPassedOver(scalar) {
        gap = true
      }
    }
    if lostLetter, !slug.utf8.contains(where: isLetter) { return nil }
    var cut = slug.prefix(maximumLength)
    while cut.last == "-" { cut.removeLast() }
    return cut.isEmpty ? nil : String(cut)
  }

  /// A slug for a name that none can be made of: `city-` and six digits that follow from the name
  /// alone, so that it stays the same.
  public static func fallback(for name: String) -> String {
    var hash: UInt32 = 2_166_136_261  // FNV-1a
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String((hash ^ hash >> 24) & 0xFF_FFFF, radix: 16)
    return "city-" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// Combining marks (of accents written apart), apostrophes and invisible characters.
  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .format, .modifierLetter: true
    default: scalar == "'" || scalar == "’" || scalar == "‘" || scalar == "`"
    }
  }

  /// The ASCII letters or the digit that a character stands for; empty for none.
  ///
  /// Neither the standard library nor FoundationEssentials folds accents, but Unicode's character
  /// names say it: LATIN SMALL LETTER A WITH TILDE.
  private static func ascii(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let letter = isCapital ? byte + 32 : byte
      return isLetterOrDigit(letter) ? String(Unicode.Scalar(letter)) : ""
    }
    guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return "" }
    let words = name.split(separator: " ").dropFirst().drop { ["CAPITAL", "SMALL"].contains($0) }
    guard let kind = words.first, ["LETTER", "LIGATURE"].contains(kind) else {
      return name.contains(" LETTER DOTLESS I") ? "i" : ""
    }
    let letter = words.dropFirst().prefix { $0 != "WITH" }.joined(separator: " ")
    if let special = specials[letter] { return special }
    let isPlain = letter.utf8.count <= 2 && letter.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isPlain ? letter.lowercased() : ""
  }

  private static let specials = [
    "SHARP S": "ss", "ETH": "d", "THORN": "th", "ENG": "ng", "DOTLESS I": "i", "SCHWA": "e",
    "OPEN O": "o", "OPEN E": "e", "TURNED E": "e", "AFRICAN D": "d",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
