import Weather

extension Conditions {
  /// Symbol codes of MET Norway, with or without `_day`, `_night` and `_polartwilight`.
  static func metNorway(_ symbol: String?) -> Condition? {
    guard let symbol else { return nil }
    let parts = symbol.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !["day", "night", "polartwilight"].contains(parts[1]) {
      return .unknown
    }
    return parts.first.flatMap { metNorwayTable[String($0)] } ?? .unknown
  }

  /// By stem; two of them are misspelt in the service's own list, with a doubled s.
  static let metNorwayTable: [String: Condition] = {
    var table: [String: Condition] = [
      "clearsky": .clear, "fair": .mostlyClear, "partlycloudy": .partlyCloudy,
      "cloudy": .cloudy, "fog": .fog, "lightssleetshowersandthunder": .thunderstorm,
      "lightssnowshowersandthunder": .thunderstorm,
    ]
    let kinds: [(String, plain: Condition, heavy: Condition)] = [
      ("rain", .rain, .heavyRain), ("sleet", .sleet, .sleet), ("snow", .snow, .heavySnow),
    ]
    for (name, plain, heavy) in kinds {
      for strength in ["light", "", "heavy"] {
        for showers in ["", "showers"] {
          let stem = strength + name + showers
          table[stem] = strength == "heavy" ? heavy : plain
          table[stem + "andthunder"] = .thunderstorm
        }
      }
    }
    return table
  }()
}
