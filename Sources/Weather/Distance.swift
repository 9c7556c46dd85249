import Glibc

/// Distances and directions on the Earth's surface.
public enum Distance {
  /// Kilometres between two points given in degrees, good to half a per cent.
  ///
  /// The Earth is a sphere of 6371.0088 km, the IUGG mean radius.
  public static func kilometres(
    _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
  ) -> Double {
    let degree = Double.pi / 180
    let north = sin((otherLatitude - latitude) * degree / 2)
    let east = sin((otherLongitude - longitude) * degree / 2)
    let chord = north * north + cos(latitude * degree) * cos(otherLatitude * degree) * east * east
    return 2 * 6371.0088 * asin(min(1, chord.squareRoot()))
  }

  /// A direction as a vector of length 1: its parts to the east and to the north.
  public static func direction(degrees: Double) -> (east: Double, north: Double) {
    let angle = degrees * .pi / 180
    return (sin(angle), cos(angle))
  }

  /// The direction of a vector, 0..<360°.
  public static func degrees(east: Double, north: Double) -> Double {
    let angle = Canonical.rounded(atan2(east, north) * 180 / .pi)
    return angle < 0 ? angle + 360 : angle
  }
}
