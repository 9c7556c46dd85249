import FoundationEssentials
import Schedule
import Testing

struct SpreadTests {
  @Test func `Ten installations start at eight or more different seconds`() {
    let offsets = (1...10).map {
      Spread.offsetSeconds(installation: "installation-\($0)", key: "lisbon", spreadSeconds: 300)
    }
    #expect(Set(offsets).count >= 8)
    #expect(offsets.allSatisfy { (0..<300).contains($0) })
  }

  @Test func `The offset of an installation never changes`() {
    // The values of the documented hash, so that an upgrade moves nobody.
    #expect(Spread.offsetSeconds(installation: "a", key: "lisbon", spreadSeconds: 300) == 117)
    #expect(Spread.offsetSeconds(installation: "", key: "", spreadSeconds: 300) == 191)
  }

  @Test func `Cities of one installation are spread too`() {
    let offsets = (1...100).map {
      Spread.offsetSeconds(installation: "one", key: "city-\($0)", spreadSeconds: 300)
    }
    #expect(Set(offsets).count > 60)
  }

  @Test(arguments: [0, -1])
  func `No spread is exactly on time`(spread: Int) {
    #expect(Spread.offsetSeconds(installation: "a", key: "b", spreadSeconds: spread) == 0)
  }

  @Test(
    "The default is a tenth of the interval, at most five minutes",
    arguments: [("15m", 90), ("5s", 0), ("2h", 300), ("@hourly", 300), ("*/10 * * * *", 60)])
  func defaults(text: String, seconds: Int) throws {
    let schedule = try Schedule(parsing: text)
    #expect(
      Spread.defaultSeconds(for: schedule, from: date("2026-01-01T00:00"), in: FixedZone.utc)
        == seconds)
  }
}
