public import Weather

/// Values as people read them.
public enum Words {
  /// What stands for a value that is not known.
  public static let unknown = "–"

  /// A number with so many decimals, rounded half away from zero, always with a dot.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    let scale = decimals <= 0 ? 1 : decimals == 1 ? 10 : decimals == 2 ? 100 : 1000
    guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "\(value)" }
    var text = scaled < 0 ? "-" : ""
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    text += String(whole)
    if scale > 1 {
      text += "."
      // The zeros that the part begins with: 105 is .05 of a hundredth.
      var least = UInt(scale) / 10
      while least > max(part, 1) {
        text += "0"
        least /= 10
      }
      text += String(part)
    }
    return text
  }

  /// A measurement with its unit, `17.2 °C`; a dash when it is not known.
  public static func measurement(
    _ canonical: Double?, _ unit: MeasureUnit, in system: UnitSystem
  ) -> String {
    guard let canonical else { return unknown }
    let shown = unit.shown(in: system)
    let number = fixed(shown.value(of: canonical), decimals: shown.decimals)
    return shown.symbol.isEmpty ? number : number + " " + shown.symbol
  }

  /// The nearest of sixteen compass points: 0 and 360 are `N`.
  public static func compass(_ degrees: Double) -> String {
    let points = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    guard degrees.isFinite else { return "" }
    let turns = degrees.truncatingRemainder(dividingBy: 360) / 22.5
    let index = Int((turns < 0 ? turns + 16 : turns).rounded()) % 16
    return points[index]
  }

  /// `partly cloudy`; for a code that no table has, `unknown (11)` or `unknown (possibly-snow-day)`.
  public static func condition(_ condition: Condition?, code: Int?, icon: String?) -> String {
    guard let condition else { return unknown }
    guard condition == .unknown else {
      return words(of: condition)
    }
    let own = code.map { "\($0)" } ?? icon
    return own.map { "unknown (\($0))" } ?? "unknown"
  }

  private static func words(of condition: Condition) -> String {
    let name = condition.rawValue.utf8
    return String(unsafeUninitializedCapacity: name.count) { buffer in
      for (place, byte) in zip(buffer.indices, name) {
        buffer[place] = byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte
      }
      return name.count
    }
  }

  /// A length of time in its largest unit: `45 s`, `12 min`, `9 h`, `3 d`.
  public static func length(seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  /// How old a value is: `12 min ago`, or `STALE 9 h`.
  public static func age(seconds: Int?, isStale: Bool) -> String {
    guard let seconds else { return unknown }
    return isStale ? "STALE \(length(seconds: seconds))" : "\(length(seconds: seconds)) ago"
  }

  /// `Sun 2026-11-29`.
  public static func day(_ date: LocalDate) -> String {
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    return "\(days[date.weekday]) \(date)"
  }
}

extension Words {
  /// A size of a file: `812 bytes`, `4.2 MB` (powers of ten).
  public static func bytes(_ count: Int64) -> String {
    switch count {
    case ..<1000: "\(count) bytes"
    case ..<1_000_000: "\(fixed(Double(count) / 1000, decimals: 1)) kB"
    case ..<1_000_000_000: "\(fixed(Double(count) / 1_000_000, decimals: 1)) MB"
    default: "\(fixed(Double(count) / 1_000_000_000, decimals: 1)) GB"
    }
  }
}
