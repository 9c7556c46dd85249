import FoundationEssentials
import Schedule
import Testing

struct ScheduleTests {
  @Test(
    "The next firings in UTC",
    arguments: [
      ("15m", "2026-01-01T00:07", ["2026-01-01T00:15", "2026-01-01T00:30"]),
      ("90s", "2026-01-01T00:00", ["2026-01-01T00:01:30", "2026-01-01T00:03:00"]),
      (
        "0 0 13 * 5", "2026-01-10T00:00",
        [
          "2026-01-13T00:00", "2026-01-16T00:00", "2026-01-23T00:00", "2026-01-30T00:00",
          "2026-02-06T00:00",
        ]
      ),
      (
        "*/7 * * * *", "2026-01-01T00:50",
        [
          "2026-01-01T00:56", "2026-01-01T01:00", "2026-01-01T01:07",
        ]
      ),
      (
        "5/15 * * * *", "2026-01-01T00:00",
        [
          "2026-01-01T00:05", "2026-01-01T00:20", "2026-01-01T00:35", "2026-01-01T00:50",
          "2026-01-01T01:05",
        ]
      ),
      ("0 5 * * 7", "2026-02-01T00:00", ["2026-02-01T05:00", "2026-02-08T05:00"]),
      ("0 5 * * sun", "2026-02-01T00:00", ["2026-02-01T05:00", "2026-02-08T05:00"]),
      (
        "0 0 * * fri-sun", "2026-02-01T00:00",
        [
          "2026-02-06T00:00", "2026-02-07T00:00", "2026-02-08T00:00",
        ]
      ),
      ("0 0 1 JAN,jul *", "2026-01-01T00:00", ["2026-07-01T00:00", "2027-01-01T00:00"]),
      ("0 0 29 2 *", "2026-01-01T00:00", ["2028-02-29T00:00", "2032-02-29T00:00"]),
      ("0 0 29 2 *", "2096-03-01T00:00", ["2104-02-29T00:00"]),
      ("0 0 29 2 */6", "2026-01-01T00:00", ["2032-02-29T00:00", "2048-02-29T00:00"]),
      ("59 23 31 * *", "2026-02-01T00:00", ["2026-03-31T23:59", "2026-05-31T23:59"]),
      ("0 */6 * * *", "2026-01-01T00:00", ["2026-01-01T06:00", "2026-01-01T12:00"]),
      ("10-20/5 8-9 * * *", "2026-01-01T08:15", ["2026-01-01T08:20", "2026-01-01T09:10"]),
      ("06:00,18:00", "2026-01-01T06:00", ["2026-01-01T18:00", "2026-01-02T06:00"]),
      ("@hourly", "2026-01-01T00:00", ["2026-01-01T01:00", "2026-01-01T02:00"]),
      ("@weekly", "2026-01-01T00:00", ["2026-01-04T00:00", "2026-01-11T00:00"]),
      ("@monthly", "2026-01-01T00:00", ["2026-02-01T00:00"]),
      ("@yearly", "2026-01-01T00:00", ["2027-01-01T00:00"]),
      ("@midnight", "1969-12-30T12:00", ["1969-12-31T00:00", "1970-01-01T00:00"]),
    ])
  func nextFirings(text: String, from: String, expected: [String]) throws {
    let found = try firings(text, from: from, count: expected.count, in: FixedZone.utc)
    #expect(found == expected.map(date))
  }

  @Test func `Both restricted day fields are joined by OR, 61 times in 2026`() throws {
    let schedule = try Schedule(parsing: "0 0 13 * 5")
    var instant = date("2025-12-31T23:59"), count = 0
    while true {
      instant = schedule.next(after: instant, in: FixedZone.utc)
      guard instant < date("2027-01-01T00:00") else { break }
      count += 1
    }
    #expect(count == 61)
  }

  @Test(
    "Local times on the days on which clocks change, in Berlin",
    arguments: [
      (
        "30 2 * * *", "2026-03-28T00:00",
        [
          "2026-03-28T01:30", "2026-03-29T01:00", "2026-03-30T00:30",
        ]
      ),
      (
        "30 2 * * *", "2026-10-24T00:00",
        [
          "2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30",
        ]
      ),
      // Of several times in the skipped hour one run remains.
      ("0,20,40 2 * * *", "2026-03-29T00:00", ["2026-03-29T01:00", "2026-03-30T00:00"]),
      ("02:15,02:45,03:00", "2026-03-29T00:00", ["2026-03-29T01:00", "2026-03-30T00:15"]),
      (
        "*/30 2 * * *", "2026-10-25T00:00",
        [
          "2026-10-25T00:30", "2026-10-26T01:00", "2026-10-26T01:30",
        ]
      ),
      // Started inside the second pass of the repeated hour.
      ("30 2 * * *", "2026-10-25T01:15", ["2026-10-26T01:30"]),
      // A `*` hour goes on as time does.
      (
        "30 * * * *", "2026-10-24T23:45",
        [
          "2026-10-25T00:30", "2026-10-25T01:30", "2026-10-25T02:30",
        ]
      ),
      ("0 * * * *", "2026-03-29T00:00", ["2026-03-29T01:00", "2026-03-29T02:00"]),
      ("20m", "2026-10-25T00:30", ["2026-10-25T00:40", "2026-10-25T01:00", "2026-10-25T01:20"]),
      ("@daily", "2026-10-24T12:00", ["2026-10-24T22:00", "2026-10-25T23:00"]),
    ])
  func clockChanges(text: String, from: String, expected: [String]) throws {
    let found = try firings(text, from: from, count: expected.count, in: TestZone.berlin)
    #expect(found == expected.map(date))
  }

  @Test func `A skipped midnight runs at the first instant after it`() throws {
    let found = try firings("@daily", from: "2026-03-07T12:00", count: 2, in: TestZone.havana)
    #expect(found == [date("2026-03-08T05:00"), date("2026-03-09T04:00")])
  }

  @Test func `A repeated midnight runs once`() throws {
    let found = try firings("00:30", from: "2026-10-31T12:00", count: 2, in: TestZone.havana)
    #expect(found == [date("2026-11-01T04:30"), date("2026-11-02T05:30")])
  }

  @Test func `A day that does not exist runs when the next one begins`() throws {
    let found = try firings("00:00,12:00", from: "2011-12-30T09:00", count: 3, in: TestZone.apia)
    #expect(
      found == [date("2011-12-30T10:00"), date("2011-12-30T22:00"), date("2011-12-31T10:00")])
  }

  @Test(
    "A schedule prints as it can be read again",
    arguments: [
      ("900s", "15m"), (" 15m ", "15m"), ("120s", "2m"), ("@Hourly", "@hourly"),
      ("*/15  * * *\t*", "*/15 * * * *"), ("18:00, 6:00", "06:00,18:00"),
      ("0 5 * * Sun", "0 5 * * Sun"),
    ])
  func roundTrip(text: String, description: String) throws {
    let schedule = try Schedule(parsing: text)
    #expect(schedule.description == description)
    #expect(try Schedule(parsing: description) == schedule)
  }

  @Test(
    "The longest gap of the next eight days",
    arguments: [
      ("15m", 900), ("*/7 * * * *", 420), ("06:00,18:00", 43_200), ("0 6,12 * * *", 64_800),
      ("0 0 * * 1-5", 3 * 86_400), ("@weekly", 7 * 86_400), ("@monthly", 28 * 86_400),
    ])
  func longestGap(text: String, seconds: Int) throws {
    let schedule = try Schedule(parsing: text)
    #expect(
      schedule.longestGapSeconds(from: date("2026-01-15T00:00"), in: FixedZone.utc) == seconds)
  }

  @Test func `The ends of time do no harm`() throws {
    for text in ["1000y", "@hourly", "0 0 29 2 *", "06:00"] {
      let schedule = try Schedule(parsing: text)
      #expect(schedule.next(after: .distantPast, in: TestZone.berlin) > .distantPast)
      #expect(schedule.next(after: .distantFuture, in: FixedZone.utc) > date("2100-01-01T00:00"))
    }
  }

  @Test func `A decision is cheap`() throws {
    // Far above what was measured (0.02 µs and 0.1 µs in a release build): only a blunder fails it.
    for (text, limit) in [("15m", 200_000), ("30 2 * * 1", 1_000_000)] {
      let schedule = try Schedule(parsing: text)
      var instant = date("2026-01-01T00:00")
      let took = ContinuousClock().measure {
        for _ in 0..<1000 { instant = schedule.next(after: instant, in: TestZone.berlin) }
      }
      #expect(took < .microseconds(limit))
    }
  }
}
