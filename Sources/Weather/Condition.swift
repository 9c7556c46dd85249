/// The kind of weather, the same words for every service.
///
/// `condition_code`, `icon` and `summary` keep the service's own; a service that says nothing gives
/// nil, one that says something not in its own document gives `unknown`.
public enum Condition: String, Sendable, CaseIterable {
  case clear
  case mostlyClear = "mostly_clear"
  case partlyCloudy = "partly_cloudy"
  case cloudy, fog, haze, drizzle, rain
  case heavyRain = "heavy_rain"
  case freezingRain = "freezing_rain"
  case sleet, snow
  case heavySnow = "heavy_snow"
  case thunderstorm, hail, wind, unknown

  /// The condition of a word in the store; one that a later version wrote is `unknown`.
  ///
  /// Not `init(rawValue:)`, which makes a dictionary of so many words when it is first used: that
  /// took a 50th of the time of `almanac now`.
  public init(stored word: String) {
    self = Self.allCases.first { $0.rawValue == word } ?? .unknown
  }

  /// How much it matters when a day summed from steps has several: larger is worse.
  public var severity: Int {
    switch self {
    case .unknown: 0
    case .clear: 1
    case .mostlyClear: 2
    case .partlyCloudy: 3
    case .cloudy: 4
    case .haze: 5
    case .fog: 6
    case .wind: 7
    case .drizzle: 8
    case .rain: 9
    case .sleet: 10
    case .snow: 11
    case .heavyRain: 12
    case .heavySnow: 13
    case .freezingRain: 14
    case .thunderstorm: 15
    case .hail: 16
    }
  }
}
