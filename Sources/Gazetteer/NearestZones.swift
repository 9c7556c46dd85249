import Glibc
import Weather

/// The zones of the places nearest to many points, in one pass over the places.
struct NearestZones {
  /// How far a place may be, in kilometres, and the degrees of latitude that this is at most.
  private static let reach = 50.0, reachDegrees = 0.45

  private let points: [(latitude: Double, longitude: Double)]
  private var nearest: [(distance: Double, zone: String?)]
  /// The points of each square of a degree.
  private var squares: [Int: [Int]] = [:]

  /// A search for points in degrees.
  init(_ points: [(latitude: Double, longitude: Double)]) {
    self.points = points
    self.nearest = points.map { _ in (Self.reach, nil) }
    for (index, point) in points.enumerated() {
      let square = Self.square(Self.floor(point.latitude), Self.floor(point.longitude))
      squares[square, default: []].append(index)
    }
  }

  /// The zone of each point; nil where no place is near.
  var zones: [String?] { nearest.map(\.zone) }

  /// Between which latitudes a place matters, in degrees.
  var latitudes: ClosedRange<Double> {
    let all = points.map(\.latitude)
    return (all.min() ?? 0) - Self.reachDegrees...(all.max() ?? 0) + Self.reachDegrees
  }

  /// Looks at a place, in degrees.
  mutating func consider(latitude: Double, longitude: Double, zone: @autoclosure () -> String?) {
    let farthest = min(89, abs(latitude) + Self.reachDegrees)
    let width = Self.reachDegrees / cos(farthest * .pi / 180)
    for row in Self.floor(latitude - Self.reachDegrees)...Self.floor(latitude + Self.reachDegrees) {
      for column in Self.floor(longitude - width)...Self.floor(longitude + width) {
        for index in squares[Self.square(row, column)] ?? [] {
          let distance = Distance.kilometres(
            latitude, longitude, points[index].latitude, points[index].longitude)
          if distance < nearest[index].distance { nearest[index] = (distance, zone()) }
        }
      }
    }
  }

  private static func floor(_ degrees: Double) -> Int { Int(degrees.rounded(.down)) }

  /// A square's number; columns go around the Earth.
  private static func square(_ row: Int, _ column: Int) -> Int {
    (row + 90) * 360 + ((column + 180) % 360 + 360) % 360
  }
}
