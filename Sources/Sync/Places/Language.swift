/// The languages that a name may be in, by their codes (ISO 639-1).
enum Language {
  /// The most that are worth a question each.
  private static let most = 3

  /// Those of a name's script and of the countries that it may be in, the likely ones first; not
  /// English, in which services answer anyway.
  static func likely(of name: String, in countries: [String]) -> [String] {
    let letters = name.unicodeScalars.filter(\.properties.isAlphabetic)
    let ofScript = letters.lazy.compactMap { scripts(of: $0) }.first
    let local = countries.prefix(most).compactMap { ofCountries[$0] }
    var languages: [String] = []
    for code in (ofScript ?? []).filter(local.contains) + (ofScript ?? local)
    where !languages.contains(code) {
      languages.append(code)
    }
    return Array(languages.prefix(most))
  }

  /// The languages of the scripts that are not Latin; nil for a letter of that.
  private static func scripts(of letter: Unicode.Scalar) -> [String]? {
    scripts.first { $0.letters.contains(letter.value) }?.languages
  }

  private static let scripts: [(letters: ClosedRange<UInt32>, languages: [String])] = [
    (0x0370...0x03FF, ["el"]), (0x1F00...0x1FFF, ["el"]),
    (0x0400...0x052F, ["ru", "uk", "bg", "sr"]), (0x0530...0x058F, ["hy"]),
    (0x0590...0x05FF, ["he"]), (0x0600...0x06FF, ["ar", "fa", "ur"]), (0x0900...0x097F, ["hi"]),
    (0x0980...0x09FF, ["bn"]), (0x0B80...0x0BFF, ["ta"]), (0x0C00...0x0C7F, ["te"]),
    (0x0E00...0x0E7F, ["th"]), (0x10A0...0x10FF, ["ka"]), (0x1100...0x11FF, ["ko"]),
    (0x3040...0x30FF, ["ja"]), (0x3400...0x9FFF, ["zh", "ja"]), (0xAC00...0xD7AF, ["ko"]),
  ]

  private static let ofCountries = [
    "AR": "es", "AT": "de", "BE": "fr", "BG": "bg", "BR": "pt", "CH": "de", "CL": "es", "CN": "zh",
    "CO": "es", "CZ": "cs", "DE": "de", "DK": "da", "EE": "et", "EG": "ar", "ES": "es", "FI": "fi",
    "FR": "fr", "GR": "el", "HR": "hr", "HU": "hu", "ID": "id", "IL": "he", "IR": "fa", "IS": "is",
    "IT": "it", "JP": "ja", "KR": "ko", "LT": "lt", "LU": "de", "LV": "lv", "MX": "es", "NL": "nl",
    "NO": "no", "PE": "es", "PL": "pl", "PT": "pt", "RO": "ro", "RS": "sr", "RU": "ru", "SE": "sv",
    "SI": "sl", "SK": "sk", "TH": "th", "TR": "tr", "TW": "zh", "UA": "uk", "VN": "vi",
  ]
}
