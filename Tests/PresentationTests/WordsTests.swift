import Presentation
import Testing
import Weather

struct WordsTests {
  @Test(
    arguments: [
      (17.25, 1, "17.3"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (0.1, 2, "0.10"), (5, 0, "5"),
      (1018.4, 0, "1018"), (0, 1, "0.0"), (-12.345, 2, "-12.35"), (1e300, 1, "1e+300"),
      (.nan, 1, "nan"), (99.95, 1, "100.0"), (0.5, 0, "1"),
    ] as [(Double, Int, String)])
  func `a number has its decimals and a dot`(value: Double, decimals: Int, text: String) {
    #expect(Words.fixed(value, decimals: decimals) == text)
  }

  @Test(
    arguments: [
      (20, MeasureUnit.celsius, UnitSystem.imperial, "68.0 °F"),
      (10, .metrePerSecond, .imperial, "22.4 mph"), (2.54, .millimetre, .imperial, "0.10 in"),
      (10, .metrePerSecond, .metric, "36.0 km/h"), (16_093.44, .metre, .uk, "10.0 mi"),
      (1013.25, .hectopascal, .imperial, "29.92 inHg"), (5.24, .none, .si, "5.2"),
      (nil, .celsius, .metric, "–"),
    ] as [(Double?, MeasureUnit, UnitSystem, String)])
  func `a measurement carries its unit`(
    value: Double?, unit: MeasureUnit, system: UnitSystem, text: String
  ) {
    #expect(Words.measurement(value, unit, in: system) == text)
  }

  // B17: codes and icons that no table has.
  @Test(
    arguments: [
      (Condition.unknown, 11, nil, "unknown (11)"),
      (.unknown, nil, "possibly-snow-day", "unknown (possibly-snow-day)"),
      (.unknown, nil, nil, "unknown"), (nil, nil, nil, "–"),
      (.partlyCloudy, 2, nil, "partly cloudy"),
    ] as [(Condition?, Int?, String?, String)])
  func `an unknown condition shows the service's own code`(
    condition: Condition?, code: Int?, icon: String?, text: String
  ) {
    #expect(Words.condition(condition, code: code, icon: icon) == text)
  }

  @Test(
    arguments: [
      (0, "N"), (11.2, "N"), (11.3, "NNE"), (90, "E"), (225, "SW"), (348.8, "N"), (360, "N"),
      (-45, "NW"), (.infinity, ""),
    ] as [(Double, String)])
  func `a direction is the nearest of sixteen points`(degrees: Double, point: String) {
    #expect(Words.compass(degrees) == point)
  }

  @Test(arguments: [
    (-5, "0 s ago"), (45, "45 s ago"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
    (172_799, "47 h ago"), (172_800, "2 d ago"),
  ])
  func `an age is in its largest unit`(seconds: Int, text: String) {
    #expect(Words.age(seconds: seconds, isStale: false) == text)
  }

  @Test func `a stale age says so`() {
    #expect(Words.age(seconds: 32_400, isStale: true) == "STALE 9 h")
    #expect(Words.age(seconds: nil, isStale: true) == "–")
  }

  @Test(
    arguments: [
      (812, "812 bytes"), (4200, "4.2 kB"), (4_200_000, "4.2 MB"), (4_200_000_000, "4.2 GB"),
    ] as [(Int64, String)])
  func `a size is short`(bytes: Int64, text: String) {
    #expect(Words.bytes(bytes) == text)
  }
}
