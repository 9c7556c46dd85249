import Weather

/// What each service's own codes mean in the model's words.
///
/// nil is "the service said nothing", `unknown` "something that is not in its document".
enum Conditions {
  /// WMO code table 4677 as far as Open-Meteo uses it.
  static func wmo(_ code: Int?) -> Condition? {
    code.map { wmoTable[$0] ?? .unknown }
  }

  /// OpenWeatherMap's condition ids.
  static func openWeatherMap(_ id: Int?) -> Condition? {
    id.map { openWeatherMapTable[$0] ?? .unknown }
  }

  /// Icons of Dark Sky and, with `icon=pirate`, of Pirate Weather; `none` says nothing.
  static func clearSky(_ icon: String?) -> Condition? {
    guard let icon, icon != "none" else { return nil }
    return clearSkyTable[icon] ?? .unknown
  }

  static let wmoTable: [Int: Condition] = [
    0: .clear, 1: .mostlyClear, 2: .partlyCloudy, 3: .cloudy, 45: .fog, 48: .fog,
    51: .drizzle, 53: .drizzle, 55: .drizzle, 56: .freezingRain, 57: .freezingRain,
    61: .rain, 63: .rain, 65: .heavyRain, 66: .freezingRain, 67: .freezingRain,
    71: .snow, 73: .snow, 75: .heavySnow, 77: .snow, 80: .rain, 81: .rain, 82: .heavyRain,
    85: .snow, 86: .heavySnow, 95: .thunderstorm, 96: .hail, 99: .hail,
  ]

  static let openWeatherMapTable: [Int: Condition] = [
    200: .thunderstorm, 201: .thunderstorm, 202: .thunderstorm, 210: .thunderstorm,
    211: .thunderstorm, 212: .thunderstorm, 221: .thunderstorm, 230: .thunderstorm,
    231: .thunderstorm, 232: .thunderstorm, 300: .drizzle, 301: .drizzle, 302: .drizzle,
    310: .drizzle, 311: .drizzle, 312: .drizzle, 313: .drizzle, 314: .drizzle, 321: .drizzle,
    500: .rain, 501: .rain, 502: .heavyRain, 503: .heavyRain, 504: .heavyRain,
    511: .freezingRain, 520: .rain, 521: .rain, 522: .heavyRain, 531: .rain, 600: .snow,
    601: .snow, 602: .heavySnow, 611: .sleet, 612: .sleet, 613: .sleet, 615: .sleet, 616: .sleet,
    620: .snow, 621: .snow, 622: .heavySnow, 701: .fog, 711: .haze, 721: .haze, 731: .haze,
    741: .fog, 751: .haze, 761: .haze, 762: .haze, 771: .wind, 781: .wind, 800: .clear,
    801: .mostlyClear, 802: .partlyCloudy, 803: .cloudy, 804: .cloudy,
  ]

  static let clearSkyTable: [String: Condition] = [
    "clear-day": .clear, "clear-night": .clear, "mostly-clear-day": .mostlyClear,
    "mostly-clear-night": .mostlyClear, "partly-cloudy-day": .partlyCloudy,
    "partly-cloudy-night": .partlyCloudy, "mostly-cloudy-day": .cloudy,
    "mostly-cloudy-night": .cloudy, "cloudy": .cloudy, "fog": .fog, "mist": .fog, "haze": .haze,
    "smoke": .haze, "drizzle": .drizzle, "rain": .rain, "light-rain": .rain,
    "heavy-rain": .heavyRain, "possible-rain-day": .rain, "possible-rain-night": .rain,
    "possible-precipitation-day": .rain, "possible-precipitation-night": .rain, "sleet": .sleet,
    "very-light-sleet": .sleet, "light-sleet": .sleet, "heavy-sleet": .sleet, "mixed": .sleet,
    "possible-sleet-day": .sleet, "possible-sleet-night": .sleet, "snow": .snow,
    "flurries": .snow, "light-snow": .snow, "heavy-snow": .heavySnow, "possible-snow-day": .snow,
    "possible-snow-night": .snow, "thunderstorm": .thunderstorm,
    "possible-thunderstorm-day": .thunderstorm, "possible-thunderstorm-night": .thunderstorm,
    "hail": .hail, "tornado": .wind, "wind": .wind, "breezy": .wind, "dangerous-wind": .wind,
  ]
}
