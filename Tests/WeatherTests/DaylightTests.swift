import FoundationEssentials
import Testing
import Weather

struct DaylightTests {
  // By NOAA's solar calculator (Meeus, Astronomical Algorithms), which is another formula.
  @Test(
    arguments: [
      ("Lisbon in winter", 38.7223, -9.1393, 1_796_024_085, 1_796_058_940),
      ("Lisbon in summer", 38.7223, -9.1393, 1_782_018_722, 1_782_072_284),
      ("Oslo in winter", 59.9139, 10.7522, 1_796_024_963, 1_796_048_514),
      ("Oslo in summer", 59.9139, 10.7522, 1_782_006_829, 1_782_074_629),
      ("Kathmandu in winter", 27.7172, 85.3240, 1_795_999_888, 1_796_037_795),
    ] as [(String, Double, Double, Int64, Int64)])
  func `the sun is up between sunrise and sunset, to two minutes`(
    place: String, latitude: Double, longitude: Double, rise: Int64, set: Int64
  ) {
    func isDay(_ second: Int64) -> Bool {
      Daylight.isDay(
        at: Date(unixSeconds: second), latitude: latitude, longitude: longitude)
    }
    #expect(!isDay(rise - 120) && isDay(rise + 120) && isDay(set - 120) && !isDay(set + 120))
  }

  @Test func `it is never day at a pole in its winter, and never night in its summer`() {
    for hour in 0..<24 {
      let december = Date(unixSeconds: 1_797_811_200 + Int64(hour) * 3600)
      #expect(!Daylight.isDay(at: december, latitude: 89, longitude: 20))
      #expect(Daylight.isDay(at: december, latitude: -89, longitude: 20))
    }
  }
}
