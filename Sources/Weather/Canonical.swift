/// Conversions into the canonical units, each rounded to four decimals.
///
/// A service's own unit goes in once, at decoding; nothing after that converts until presentation.
public enum Canonical {
  /// The value with at most four decimals; a negative zero becomes 0.
  public static func rounded(_ value: Double) -> Double {
    (value * 10_000).rounded() / 10_000 + 0
  }

  /// °C of degrees Fahrenheit.
  public static func celsius(fahrenheit: Double) -> Double { rounded((fahrenheit - 32) / 1.8) }
  /// °C of kelvins.
  public static func celsius(kelvin: Double) -> Double { rounded(kelvin - 273.15) }
  /// m/s of kilometres an hour.
  public static func metresPerSecond(kilometresPerHour: Double) -> Double {
    rounded(kilometresPerHour / 3.6)
  }
  /// m/s of miles an hour (exactly 0.44704).
  public static func metresPerSecond(milesPerHour: Double) -> Double {
    rounded(milesPerHour * 0.44704)
  }
  /// m/s of knots (1852 m an hour).
  public static func metresPerSecond(knots: Double) -> Double { rounded(knots * 1852 / 3600) }
  /// mm of inches (exactly 25.4).
  public static func millimetres(inches: Double) -> Double { rounded(inches * 25.4) }
  /// cm of inches.
  public static func centimetres(inches: Double) -> Double { rounded(inches * 2.54) }
  /// m of international miles.
  public static func metres(miles: Double) -> Double { rounded(miles * 1609.344) }
  /// m of feet.
  public static func metres(feet: Double) -> Double { rounded(feet * 0.3048) }
  /// hPa of pascals.
  public static func hectopascals(pascals: Double) -> Double { rounded(pascals / 100) }
}
