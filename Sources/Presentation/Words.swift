public import Weather

/// Values as people read them.
public enum Words {
  /// What stands for a value that is not known.
  public static let unknown = "–"

  /// A number with so many decimals, rounded half away from zero, always with a dot.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    fixed(value, decimals: decimals, unit: "")
  }

  /// A measurement with its unit, `17.2 °C`; a dash when it is not known.
  public static func measurement(
    _ canonical: Double?, _ unit: MeasureUnit, in system: UnitSystem
  ) -> String {
    guard let canonical else { return unknown }
    let shown = unit.shown(in: system)
    return fixed(shown.value(of: canonical), decimals: shown.decimals, unit: shown.symbol)
  }

  /// A limit that is defined in canonical units: `1.0 mm`, in others `0.04 in (1.0 mm)`, as what is
  /// shown is rounded.
  static func threshold(
    _ canonical: Double, _ unit: MeasureUnit, in system: UnitSystem
  ) -> String {
    let own = measurement(canonical, unit, in: .si)
    let shown = measurement(canonical, unit, in: system)
    return shown == own ? own : "\(shown) (\(own))"
  }

  /// A number, and after a blank its unit where it has one; written from its end, in one piece.
  private static func fixed(_ value: Double, decimals: Int, unit: String) -> String {
    let places = min(3, max(0, decimals))
    let scale = places == 0 ? 1 : places == 1 ? 10 : places == 2 ? 100 : 1000
    guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else {
      return unit.isEmpty ? "\(value)" : "\(value) \(unit)"
    }
    var unit = unit
    return unit.withUTF8 { unit in
      written(scaled, places: places, tail: unit)
    }
  }

  private static func written(
    _ scaled: Int, places: Int, tail: UnsafeBufferPointer<UInt8>
  ) -> String {
    let head = digits(of: scaled.magnitude, least: places + 1) + (places > 0 ? 1 : 0)
    let start = scaled < 0 ? 1 : 0
    let size = start + head + (tail.isEmpty ? 0 : 1 + tail.count)
    return String(unsafeUninitializedCapacity: size) { buffer in
      if scaled < 0 { buffer[0] = UInt8(ascii: "-") }
      var rest = scaled.magnitude
      var place = start + head
      while place > start {
        place -= 1
        if places > 0, place == start + head - 1 - places {
          buffer[place] = UInt8(ascii: ".")
        } else {
          buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
      }
      if !tail.isEmpty {
        buffer[start + head] = UInt8(ascii: " ")
        for index in tail.indices { buffer[start + head + 1 + index] = tail[index] }
      }
      return size
    }
  }

  private static func digits(of value: UInt, least: Int) -> Int {
    var count = 1, rest = value / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return max(count, least)
  }

  /// The nearest of sixteen compass points: 0 and 360 are `N`.
  public static func compass(_ degrees: Double) -> String {
    guard degrees.isFinite else { return "" }
    let turns = degrees.truncatingRemainder(dividingBy: 360) / 22.5
    let index = Int((turns < 0 ? turns + 16 : turns).rounded()) % 16
    return compassPoints[index]
  }

  private static let compassPoints = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

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
    var name = condition.rawValue
    return name.withUTF8 { name in
      String(unsafeUninitializedCapacity: name.count) { buffer in
        for place in name.indices {
          buffer[place] = name[place] == UInt8(ascii: "_") ? UInt8(ascii: " ") : name[place]
        }
        return name.count
      }
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
