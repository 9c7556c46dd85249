/// The canonical unit of a measurement, as it stands at the end of a column's name.
public enum MeasureUnit: String, Sendable, CaseIterable {
  case celsius = "c"
  case percent = "pct"
  case hectopascal = "hpa"
  case metrePerSecond = "ms"
  case degree = "deg"
  case metre = "m"
  case millimetre = "mm"
  case millimetrePerHour = "mm_h"
  case centimetre = "cm"
  case second = "s"
  case hour = "h"
  /// A bare number, such as the UV index: nothing stands at the end of the name.
  case none = ""
}

/// The units that people read: `si` is the canonical set that rows are stored in.
public enum UnitSystem: String, Sendable, CaseIterable {
  case metric, imperial, uk, si
}

/// How a canonical value is shown in a unit system: value, column suffix and sign change together.
public struct DisplayUnit: Sendable {
  /// What stands at the end of the column's name: `f`, `mph`, `in_h`; empty for a bare number.
  public let suffix: String
  /// The sign that people read: `°F`, `mph`, `in/h`.
  public let symbol: String
  /// Decimals that are worth showing to people.
  public let decimals: Int
  private let factor: Double
  private let shift: Double

  fileprivate init(
    _ suffix: String, _ symbol: String, _ decimals: Int, factor: Double = 1, shift: Double = 0
  ) {
    self.suffix = suffix
    self.symbol = symbol
    self.decimals = decimals
    self.factor = factor
    self.shift = shift
  }

  /// The value in this unit, rounded to four decimals like the canonical one.
  public func value(of canonical: Double) -> Double {
    factor == 1 && shift == 0 ? canonical : Canonical.rounded(canonical * factor + shift)
  }

  /// How a difference (a bias, a spread) shows in this unit: scaled, not shifted.
  public func difference(of canonical: Double) -> Double { ofDifferences.value(of: canonical) }

  /// The same unit for differences.
  public var ofDifferences: DisplayUnit {
    DisplayUnit(suffix, symbol, decimals, factor: factor)
  }
}

extension MeasureUnit {
  /// The unit that a system shows this one in.
  public func shown(in system: UnitSystem) -> DisplayUnit {
    switch self {
    case .celsius:
      system == .imperial
        ? DisplayUnit("f", "°F", 1, factor: 1.8, shift: 32) : DisplayUnit("c", "°C", 1)
    case .metrePerSecond: Self.wind(in: system)
    case .metre:
      switch system {
      case .metric: DisplayUnit("km", "km", 1, factor: 0.001)
      case .imperial, .uk: DisplayUnit("mi", "mi", 1, factor: 1 / 1609.344)
      case .si: DisplayUnit("m", "m", 0)
      }
    case .millimetre:
      system == .imperial
        ? DisplayUnit("in", "in", 2, factor: 1 / 25.4) : DisplayUnit("mm", "mm", 1)
    case .millimetrePerHour:
      system == .imperial
        ? DisplayUnit("in_h", "in/h", 2, factor: 1 / 25.4) : DisplayUnit("mm_h", "mm/h", 1)
    case .centimetre:
      system == .imperial
        ? DisplayUnit("in", "in", 1, factor: 1 / 2.54) : DisplayUnit("cm", "cm", 1)
    case .hectopascal:
      system == .imperial
        ? DisplayUnit("inhg", "inHg", 2, factor: 0.029_529_983_071_4)
        : DisplayUnit("hpa", "hPa", 0)
    case .percent: DisplayUnit("pct", "%", 0)
    case .degree: DisplayUnit("deg", "°", 0)
    case .second: DisplayUnit("s", "s", 0)
    case .hour: DisplayUnit("h", "h", 0)
    case .none: DisplayUnit("", "", 1)
    }
  }

  private static func wind(in system: UnitSystem) -> DisplayUnit {
    switch system {
    case .metric: DisplayUnit("kmh", "km/h", 1, factor: 3.6)
    case .imperial, .uk: DisplayUnit("mph", "mph", 1, factor: 1 / 0.44704)
    case .si: DisplayUnit("ms", "m/s", 1)
    }
  }
}
