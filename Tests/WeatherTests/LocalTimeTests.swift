import FoundationEssentials
import Testing
import Weather

struct LocalTimeTests {
  @Test(
    "An instant prints with the offset of its place",
    arguments: [
      (1_782_890_100, -25_200, "2026-07-01T00:15:00-07:00"),
      (1_768_414_800, 20_700, "2026-01-15T00:05:00+05:45"),
      (1_768_414_800, -12_600, "2026-01-14T14:50:00-03:30"), (0, 0, "1970-01-01T00:00:00+00:00"),
      (-1, 0, "1969-12-31T23:59:59+00:00"), (-1, 3600, "1970-01-01T00:59:59+01:00"),
      (-2_208_988_800, 3208, "1900-01-01T00:53:28+00:53"),
    ])
  func rfc3339(seconds: Int64, offset: Int, text: String) {
    #expect(
      LocalTime(Date(unixSeconds: seconds), utcOffsetSeconds: offset).rfc3339 == text)
  }

  @Test(
    "Unix seconds round down and stay within four-digit years",
    arguments: [
      (0.9, 0), (-0.1, -1), (1e300, 253_402_300_799), (-1e300, -253_402_300_799),
      (.infinity, 253_402_300_799), (-.infinity, -253_402_300_799),
    ])
  func unixSeconds(seconds: Double, whole: Int64) {
    #expect(Date(timeIntervalSince1970: seconds).unixSeconds == whole)
  }

  @Test("Not a number is no crash")
  func notANumber() {
    _ = Date(timeIntervalSince1970: .nan).unixSeconds
  }
}
