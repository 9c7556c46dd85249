import Weather

/// What a column of a file means.
enum ColumnTarget: Sendable {
  /// The time of the row; of several columns the one of the least rank is used.
  case time(rank: Int)
  case city, provider, fetchedAt, basis, offset
  /// A measurement: its place in the model's table of fields, and the way to its canonical unit.
  case number(field: Int, canonical: @Sendable (Double) -> Double)
  case condition, conditionCode, summary, icon
  /// Known, and of no use here, or left out by the caller.
  case ignored

  static let fields = WeatherData.CurrentConditions.fields

  /// Names of the time's column, the best first.
  private static let times = [
    "observed_at", "time", "timestamp", "datetime", "date_time", "unix_time", "local_time",
  ]

  /// Other columns of our own output.
  private static let words: [String: ColumnTarget] = [
    "city": .city, "provider": .provider, "fetched_at": .fetchedAt, "basis": .basis,
    "utc_offset_s": .offset, "condition": .condition, "condition_code": .conditionCode,
    "summary": .summary, "icon": .icon, "name": .ignored, "origin": .ignored, "age_s": .ignored,
    "stale": .ignored, "today_high_c": .ignored, "today_low_c": .ignored,
    "today_high_f": .ignored, "today_low_f": .ignored,
  ]

  /// All names but for the units that a measurement may have instead.
  static let names = times + words.keys.sorted() + fields.map(\.column)

  /// The meaning of a column's name, in lower case with `_` between its words; nil where it has
  /// none.
  ///
  /// A measurement is its canonical name with the unit that the numbers are in as its last part.
  init?(name: String) {
    if let rank = Self.times.firstIndex(of: name) {
      self = .time(rank: rank)
    } else if let word = Self.words[name] {
      self = word
    } else if let number = Self.number(name) {
      self = number
    } else {
      return nil
    }
  }

  private static func number(_ name: String) -> ColumnTarget? {
    for (index, field) in fields.enumerated() where name.hasPrefix(field.stem) {
      let rest = name.dropFirst(field.stem.count)
      guard rest.isEmpty || rest.hasPrefix("_") else { continue }
      if let canonical = InputUnit.canonical(rest.dropFirst(), for: field.unit) {
        return .number(field: index, canonical: canonical)
      }
    }
    return nil
  }

  /// What tells whether two columns mean the same.
  var key: String {
    switch self {
    case .number(let field, _): "field \(field)"
    case .time(let rank): "time \(rank)"
    default: "\(self)"
    }
  }

  /// A header's word as a name: lower case, `_` for blanks, hyphens and dots.
  static func normalized(_ title: String) -> String {
    var name = title.lowercased().map { " -.".contains($0) ? "_" : $0 }
    while name.last == "_" { name.removeLast() }
    return String(name)
  }
}

/// The units that numbers may come in, by the last part of a column's name.
enum InputUnit {
  typealias Conversion = @Sendable (Double) -> Double

  /// The way from the unit of a suffix to a canonical unit; nil where it measures something else.
  static func canonical(_ suffix: some StringProtocol, for unit: MeasureUnit) -> Conversion? {
    if suffix == unit.rawValue { return Canonical.rounded }
    return switch unit {
    case .celsius: temperature(String(suffix))
    case .metrePerSecond: speed(String(suffix))
    case .hectopascal: pressure(String(suffix))
    case .metre, .millimetre, .centimetre: length(String(suffix), unit)
    case .millimetrePerHour: rate(String(suffix))
    case .second: time(String(suffix))
    default: nil
    }
  }

  private static func temperature(_ suffix: String) -> Conversion? {
    switch suffix {
    case "f": { Canonical.celsius(fahrenheit: $0) }
    case "k": { Canonical.celsius(kelvin: $0) }
    default: nil
    }
  }

  private static func speed(_ suffix: String) -> Conversion? {
    switch suffix {
    case "kmh", "kph": { Canonical.metresPerSecond(kilometresPerHour: $0) }
    case "mph": { Canonical.metresPerSecond(milesPerHour: $0) }
    case "kn", "kt", "knots": { Canonical.metresPerSecond(knots: $0) }
    default: nil
    }
  }

  /// An inch of mercury is what presentation shows it as; 760 mmHg are 1013.25 hPa.
  private static func pressure(_ suffix: String) -> Conversion? {
    switch suffix {
    case "inhg": { Canonical.rounded($0 / 0.029_529_983_071_4) }
    case "mmhg": { Canonical.rounded($0 * 1013.25 / 760) }
    case "mbar", "mb": Canonical.rounded
    case "kpa": { Canonical.rounded($0 * 10) }
    case "pa": { Canonical.hectopascals(pascals: $0) }
    default: nil
    }
  }

  private static func length(_ suffix: String, _ unit: MeasureUnit) -> Conversion? {
    switch (suffix, unit) {
    case ("in", .millimetre): { Canonical.millimetres(inches: $0) }
    case ("in", .centimetre): { Canonical.centimetres(inches: $0) }
    case ("cm", .millimetre): { Canonical.rounded($0 * 10) }
    case ("mm", .centimetre): { Canonical.rounded($0 / 10) }
    case ("km", .metre): { Canonical.rounded($0 * 1000) }
    case ("mi", .metre): { Canonical.metres(miles: $0) }
    case ("ft", .metre): { Canonical.metres(feet: $0) }
    default: nil
    }
  }

  private static func rate(_ suffix: String) -> Conversion? {
    switch suffix {
    case "in_h": { Canonical.millimetres(inches: $0) }
    case "cm_h": { Canonical.rounded($0 * 10) }
    default: nil
    }
  }

  private static func time(_ suffix: String) -> Conversion? {
    switch suffix {
    case "min": { Canonical.rounded($0 * 60) }
    case "h": { Canonical.rounded($0 * 3600) }
    default: nil
    }
  }
}
