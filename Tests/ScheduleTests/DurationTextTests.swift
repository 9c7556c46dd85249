import Schedule
import Testing

struct DurationTextTests {
  @Test(
    "Durations are read",
    arguments: [
      ("90s", 90), ("15m", 900), ("1h", 3600), ("2d", 172_800), ("5y", 157_680_000), ("1s", 1),
      (" 15m\n", 900), ("1000y", DurationText.maximumSeconds),
    ])
  func parsed(text: String, seconds: Int) throws {
    #expect(try DurationText.parse(text) == seconds)
    #expect(try DurationText.parse(DurationText.describe(seconds)) == seconds)
  }

  @Test(
    "What is no duration is refused, with the place",
    arguments: [
      ("", 1), ("m", 1), ("-5m", 1), ("0m", 1), ("1.5h", 2), ("15 m", 3), ("15min", 3), ("15M", 3),
      ("1001y", 1), ("15", 3), (" 1 ", 3), ("99999999999999999999", 1), ("+1", 1), ("٣m", 1),
    ])
  func refused(text: String, position: Int) {
    let error = #expect(throws: ScheduleError.self) { try DurationText.parse(text) }
    #expect(error?.position == position)
  }
}
