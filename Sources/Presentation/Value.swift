public import Weather

/// One value of a result, still without a format or a unit system.
public enum Value: Sendable, Hashable {
  /// Not known: null, an empty field, a dash. Never 0.
  case null
  /// Text as it is stored.
  case text(String)
  /// A measurement in the canonical unit of its column.
  case number(Double)
  /// A whole number without a unit of its own.
  case integer(Int)
  /// Yes or no.
  case bool(Bool)
  /// A moment with the place's own clock.
  case instant(LocalTime)
  /// A calendar day of the place.
  case date(LocalDate)

  /// Text, or null.
  public init(_ text: String?) { self = text.map(Value.text) ?? .null }
  /// A measurement, or null.
  public init(_ number: Double?) { self = number.map(Value.number) ?? .null }
  /// A whole number, or null.
  public init(_ integer: Int?) { self = integer.map(Value.integer) ?? .null }
  /// A moment, or null.
  public init(_ time: LocalTime?) { self = time.map(Value.instant) ?? .null }
}

/// A column of a result: its name and, for measurements, the canonical unit.
public struct Column: Sendable, Hashable {
  /// The name without its unit.
  public let stem: String
  /// The canonical unit of a measurement; nil for everything else.
  public let unit: MeasureUnit?
  /// Whether values are differences, which scale from unit to unit but don't shift.
  public let isDifference: Bool

  /// A column of text, whole numbers, moments, days or yes and no.
  public init(_ name: String) {
    self.stem = name
    self.unit = nil
    self.isDifference = false
  }

  /// A column of measurements.
  public init(_ stem: String, _ unit: MeasureUnit) {
    self.stem = stem
    self.unit = unit
    self.isDifference = false
  }

  /// A column of differences or sums of differences, such as degree days.
  public init(difference stem: String, _ unit: MeasureUnit) {
    self.stem = stem
    self.unit = unit
    self.isDifference = true
  }

  /// The column of a field of the model.
  public init<Owner>(_ field: Field<Owner>) {
    self.init(field.stem, field.unit)
  }

  /// How values are shown in a unit system; nil where there is no unit.
  func shown(in system: UnitSystem) -> DisplayUnit? {
    let shown = unit?.shown(in: system)
    return isDifference ? shown?.ofDifferences : shown
  }

  /// A value as it is in a unit system; what is no measurement stays as it is.
  public func value(_ value: Value, in system: UnitSystem) -> Value {
    guard case .number(let number) = value, let unit = shown(in: system) else { return value }
    return .number(unit.value(of: number))
  }

  /// The name in a unit system, the unit last: `wind_speed_max_mph`.
  public func name(in system: UnitSystem) -> String {
    guard let unit else { return stem }
    let suffix = unit.shown(in: system).suffix
    return suffix.isEmpty ? stem : "\(stem)_\(suffix)"
  }
}
