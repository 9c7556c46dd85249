public import FoundationEssentials
import Glibc

/// Whether the sun is up.
public enum Daylight {
  /// Whether some of the sun is above the horizon of a place, to a minute or two outside the polar
  /// regions.
  ///
  /// After the Astronomical Almanac's low-precision formulas, as the U.S. Naval Observatory gives
  /// them ("Computing Approximate Solar Coordinates" and "Approximate Sidereal Time"); the upper
  /// edge is seen 0.833° earlier than the middle reaches the horizon.
  public static func isDay(at instant: Date, latitude: Double, longitude: Double) -> Bool {
    let days = Double(instant.unixSeconds) / 86_400 - 10_957.5
    let anomaly = radians(357.529 + 0.985_600_28 * days)
    let ecliptic = radians(
      280.459 + 0.985_647_36 * days + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly))
    let tilt = radians(23.439 - 0.000_000_36 * days)
    let declination = asin(sin(tilt) * sin(ecliptic))
    let ascension = atan2(cos(tilt) * sin(ecliptic), cos(ecliptic))
    let sidereal = radians(15 * (18.697_375 + 24.065_709_824_279 * days) + longitude)
    let height = asin(
      sin(radians(latitude)) * sin(declination)
        + cos(radians(latitude)) * cos(declination) * cos(sidereal - ascension))
    return height > radians(-0.833)
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
