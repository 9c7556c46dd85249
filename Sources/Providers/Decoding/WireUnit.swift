import Weather

/// The unit that a number comes in, as seen from the canonical unit that it goes to.
enum WireUnit: Sendable {
  /// Already canonical.
  case canonical
  case fahrenheit, kelvin
  case kilometresPerHour, milesPerHour, knots
  /// Inches, to millimetres or (`snowInches`) to centimetres.
  case inches, snowInches
  case centimetresToMillimetres, metresToMillimetres
  case millimetresToCentimetres, metresToCentimetres
  case kilometres, miles, feet
  case pascals
  /// 0...1, to per cent.
  case fraction

  /// The value in the canonical unit, rounded to four decimals.
  func canonical(_ value: Double) -> Double {
    switch self {
    case .canonical: Canonical.rounded(value)
    case .fahrenheit: Canonical.celsius(fahrenheit: value)
    case .kelvin: Canonical.celsius(kelvin: value)
    case .kilometresPerHour: Canonical.metresPerSecond(kilometresPerHour: value)
    case .milesPerHour: Canonical.metresPerSecond(milesPerHour: value)
    case .knots: Canonical.metresPerSecond(knots: value)
    case .inches: Canonical.millimetres(inches: value)
    case .snowInches: Canonical.centimetres(inches: value)
    case .centimetresToMillimetres: Canonical.rounded(value * 10)
    case .millimetresToCentimetres: Canonical.rounded(value / 10)
    case .metresToCentimetres, .fraction: Canonical.rounded(value * 100)
    case .kilometres, .metresToMillimetres: Canonical.rounded(value * 1000)
    case .miles: Canonical.metres(miles: value)
    case .feet: Canonical.metres(feet: value)
    case .pascals: Canonical.hectopascals(pascals: value)
    }
  }

  /// The unit that a service's own word names, for a value of this canonical unit.
  ///
  /// nil when the word is none for such a value, so that nothing is known of the number.
  static func named(_ word: String, for unit: MeasureUnit) -> WireUnit? {
    let word = word.lowercased()
    switch unit {
    case .celsius: return temperature(word)
    case .metrePerSecond: return speed(word)
    case .millimetre, .centimetre, .metre: return length(word, for: unit)
    case .hectopascal: return ["hpa": .canonical, "mb": .canonical, "pa": .pascals][word]
    case .percent: return ["%", "percent", ""].contains(word) ? .canonical : nil
    case .degree:
      return ["°", "deg", "degrees", "degree_(angle)", ""].contains(word) ? .canonical : nil
    case .second: return ["seconds", "s"].contains(word) ? .canonical : nil
    case .none: return .canonical
    case .millimetrePerHour, .hour: return nil
    }
  }

  private static func temperature(_ word: String) -> WireUnit? {
    switch word {
    case "°c", "c", "degc", "celsius": .canonical
    case "°f", "f", "degf", "fahrenheit": .fahrenheit
    case "k", "kelvin": .kelvin
    default: nil
    }
  }

  private static func speed(_ word: String) -> WireUnit? {
    switch word {
    case "m/s", "ms", "m_s-1": .canonical
    case "km/h", "kmh", "km_h-1": .kilometresPerHour
    case "mp/h", "mph", "mi_h-1": .milesPerHour
    case "kn", "kt", "knots": .knots
    default: nil
    }
  }

  private static func length(_ word: String, for unit: MeasureUnit) -> WireUnit? {
    switch (word, unit) {
    case ("mm", .millimetre), ("cm", .centimetre), ("m", .metre): .canonical
    case ("inch", .millimetre), ("in", .millimetre): .inches
    case ("inch", .centimetre), ("in", .centimetre): .snowInches
    case ("cm", .millimetre): .centimetresToMillimetres
    case ("m", .millimetre): .metresToMillimetres
    case ("mm", .centimetre): .millimetresToCentimetres
    case ("m", .centimetre): .metresToCentimetres
    case ("km", .metre): .kilometres
    case ("mi", .metre), ("miles", .metre): .miles
    case ("ft", .metre): .feet
    default: nil
    }
  }
}
