public import Weather

extension Words {
  /// The sign of a kind of weather; a clear sky at night has a moon.
  ///
  /// Only signs that all terminals show in as many columns as wcwidth(3) says: none that is an emoji
  /// or not by a mark behind it. Fog, haze and hail are as in weather maps.
  public static func sign(of condition: Condition?, atNight: Bool) -> String {
    switch condition {
    case nil: unknown
    case .clear, .mostlyClear: atNight ? "☽" : "☀"
    case .partlyCloudy: atNight ? "☁" : "⛅"
    case .cloudy: "☁"
    case .fog: "≡"
    case .haze: "∞"
    case .drizzle, .rain: "☂"
    case .heavyRain: "☔"
    case .freezingRain, .sleet: "☂❄"
    case .snow: "❄"
    case .heavySnow: "☃"
    case .thunderstorm: "⚡"
    case .hail: "△"
    case .wind: "≋"
    case .unknown: "?"
    }
  }

  /// A change of temperature with its arrow, `↗ +1.2`, in the unit of the temperatures.
  ///
  /// Less than half a degree Celsius is level, three degrees and more are steep.
  public static func change(_ degrees: Double?, in units: UnitSystem) -> String {
    guard let degrees else { return "" }
    let arrow =
      switch degrees {
      case 3...: "↑"
      case 0.5...: "↗"
      case ...(-3): "↓"
      case ...(-0.5): "↘"
      default: "→"
      }
    let shown = MeasureUnit.celsius.shown(in: units)
    let number = fixed(shown.difference(of: degrees), decimals: shown.decimals)
    let isPositive = degrees > 0 && number.contains { ("1"..."9").contains($0) }
    return "\(arrow) \(isPositive ? "+" : "")\(number)"
  }
}
