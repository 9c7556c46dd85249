import FoundationEssentials
import Testing
import Weather

struct RetryAfterTests {
  /// 2026-07-01T10:16:00Z.
  private let ask = Ask(.openMeteo)

  @Test(
    "A Retry-After header is read in every form",
    arguments: [
      ("40", 40.0), (" 40 ", 40), ("0", 0), ("1.5", 1.5), ("120, 120", 120),
      ("99999999999999999999", 2_678_400), ("-5", 60), ("soon", 60), ("", 60), ("0x10", 60),
      ("Wed, 01 Jul 2026 10:17:00 GMT", 60), ("wed, 01 jul 2026 10:26:00 gmt", 600),
      ("Wednesday, 01-Jul-26 10:26:00 GMT", 600), ("Wed Jul  1 10:26:00 2026", 600),
      ("Wed, 01 Jul 2026 10:00:00 GMT", 0), ("Wed, 01 Jul 9999 10:00:00 GMT", 2_678_400),
      ("Wed, 32 Jul 2026 10:17:00 GMT", 60), ("Wed, 01 Jul 2026 25:17:00 GMT", 60),
      ("1 2 3 Jul 10:00:00", 60), ("nan", 60),
    ])
  func header(value: String, seconds: Double) throws {
    let error = try ask.error(
      "", status: 429, headers: [(name: "retry-AFTER", value: value)])
    #expect(error.retryAfterSeconds == seconds)
  }

  @Test(
    "Of several headers the longest that makes sense counts",
    arguments: [
      (["soon", "40"], 40.0), (["40", "30"], 40), (["-1", "Wed, 01 Jul 2026 10:26:00 GMT"], 600),
      (["0", "120"], 120), (["soon", "later"], 60), (["", "7"], 7),
    ] as [([String], Double)])
  func several(values: [String], seconds: Double) throws {
    let error = try ask.error(
      "", status: 429, headers: values.map { (name: "Retry-After", value: $0) })
    #expect(error.retryAfterSeconds == seconds)
  }

  @Test("A date is counted from the reply's own Date")
  func wrongClock() throws {
    let error = try ask.error(
      "", status: 503,
      headers: [
        (name: "Date", value: "Thu, 01 Jan 2026 00:00:00 GMT"),
        (name: "Retry-After", value: "Thu, 01 Jan 2026 00:02:00 GMT"),
      ])
    #expect(error.code == .service && error.retryAfterSeconds == 120)
  }

  @Test(
    "Without a header the words of the limit decide, from a minute up",
    arguments: [
      ("Minutely limit is used up", 60.0), ("Hourly limit is used up", 3600),
      ("Daily limit is used up", 49_440), ("Too many concurrent requests", 60),
      ("Your account is temporary blocked", 3600),
    ])
  func words(reason: String, seconds: Double) throws {
    let error = try ask.error(#"{"error":true,"reason":"\#(reason)"}"#, status: 429)
    #expect(error.code == .quota && error.retryAfterSeconds == seconds)
  }

  @Test("A month's quota that is used up ends with the gateway's own reset")
  func gateway() throws {
    let error = try Ask(.pirateWeather).error(
      "<html></html>", status: 429,
      headers: [
        (name: "ratelimit-remaining", value: "0"), (name: "ratelimit-reset", value: "86000"),
      ])
    #expect(error.retryAfterSeconds == 86_000)
  }
}
