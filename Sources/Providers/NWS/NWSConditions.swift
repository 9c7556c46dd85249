import Weather

extension Conditions {
  /// The worse of an icon's one or two codes; where there is no icon, what the words say.
  static func nws(icon: String?, words: String?) -> Condition? {
    let codes = icon.map(nwsCodes) ?? []
    let known = codes.compactMap { nwsTable[$0] }
    if let worst = known.max(by: { $0.severity < $1.severity }) { return worst }
    if let words, let condition = nws(words: words) { return condition }
    return icon == nil && words == nil ? nil : .unknown
  }

  /// The codes in an icon's address: `…/land/day/sct/tsra_hi,30?size=medium` has two.
  static func nwsCodes(_ icon: String) -> [String] {
    let path = icon.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    let parts = path.split(separator: "/").map(String.init)
    guard let half = parts.lastIndex(where: { $0 == "day" || $0 == "night" }) else {
      return parts.last.map { [$0.split(separator: ",").first.map(String.init) ?? $0] } ?? []
    }
    return parts[(half + 1)...].compactMap { $0.split(separator: ",").first.map(String.init) }
  }

  /// The codes of `https://api.weather.gov/icons`.
  static let nwsTable: [String: Condition] = [
    "skc": .clear, "few": .mostlyClear, "sct": .partlyCloudy, "bkn": .cloudy, "ovc": .cloudy,
    "wind_skc": .wind, "wind_few": .wind, "wind_sct": .wind, "wind_bkn": .wind,
    "wind_ovc": .wind, "snow": .snow, "rain_snow": .sleet, "rain_sleet": .sleet,
    "snow_sleet": .sleet, "fzra": .freezingRain, "rain_fzra": .freezingRain,
    "snow_fzra": .freezingRain, "sleet": .sleet, "rain": .rain, "rain_showers": .rain,
    "rain_showers_hi": .rain, "tsra": .thunderstorm, "tsra_sct": .thunderstorm,
    "tsra_hi": .thunderstorm, "tornado": .wind, "hurricane": .wind, "tropical_storm": .wind,
    "dust": .haze, "smoke": .haze, "haze": .haze, "hot": .clear, "cold": .clear,
    "blizzard": .heavySnow, "fog": .fog,
  ]

  /// What the words of a forecast or of a station mean, the worst first; nil when none is known.
  static func nws(words: String) -> Condition? {
    let text = words.lowercased()
    return nwsWords.first { row in row.words.contains { text.contains($0) } }?.condition
  }

  private static let nwsWords: [(words: [String], condition: Condition)] = [
    (["hail"], .hail), (["thunder"], .thunderstorm),
    (["freezing rain", "freezing drizzle", "freezing spray", "ice storm"], .freezingRain),
    (["blizzard", "heavy snow"], .heavySnow),
    (["sleet", "ice pellets", "wintry mix", "rain/snow", "rain and snow", "rain snow"], .sleet),
    (["heavy rain"], .heavyRain), (["snow", "flurries"], .snow),
    (["rain", "shower"], .rain), (["drizzle"], .drizzle),
    (["tornado", "hurricane", "tropical storm", "squall", "waterspout"], .wind),
    (["fog", "mist"], .fog), (["haze", "smoke", "dust", "sand", "volcanic ash"], .haze),
    (["windy", "breezy", "blustery"], .wind),
    (["mostly cloudy", "overcast", "considerable cloud", "increasing clouds"], .cloudy),
    (["partly", "decreasing clouds"], .partlyCloudy),
    (["mostly clear", "mostly sunny", "a few clouds"], .mostlyClear),
    (["cloudy"], .cloudy), (["clear", "sunny", "fair", "hot", "cold"], .clear),
  ]
}
