import FoundationEssentials
import Schedule
import Testing

struct DueTests {
  private func next(
    _ text: String, last: String?, retryAt: String? = nil, now: String, offset: Int = 0
  ) throws -> Date {
    Due.next(
      try Schedule(parsing: text), lastAttempt: last.map(date), retryAt: retryAt.map(date),
      now: date(now), offsetSeconds: offset, in: FixedZone.utc)
  }

  @Test func `What was never tried is due now`() throws {
    #expect(try next("1h", last: nil, now: "2026-01-01T00:07") == date("2026-01-01T00:07"))
  }

  @Test func `What was missed is due once, and then the rhythm goes on`() throws {
    let missed = try next("10m", last: "2026-01-01T00:00", now: "2026-01-01T01:05")
    #expect(missed <= date("2026-01-01T01:05"))
    let after = try next("10m", last: "2026-01-01T01:05", now: "2026-01-01T01:05")
    #expect(after == date("2026-01-01T01:10"))
  }

  @Test func `The offset moves every firing by the same amount`() throws {
    #expect(
      try next("0 * * * *", last: "2026-01-01T01:02", now: "2026-01-01T01:02", offset: 120)
        == date("2026-01-01T02:02"))
    #expect(
      try next("0 * * * *", last: "2026-01-01T01:01", now: "2026-01-01T01:01", offset: 120)
        == date("2026-01-01T01:02"))
  }

  @Test func `A back-off takes the place of the schedule, earlier or later`() throws {
    for retry in ["2026-01-01T00:01", "2026-01-01T03:00"] {
      #expect(
        try next("1h", last: "2026-01-01T00:00", retryAt: retry, now: "2026-01-01T00:00")
          == date(retry))
    }
  }

  @Test func `A time far in the future is a wrong clock's and is not waited for`() throws {
    let now = "2026-01-01T00:07"
    #expect(try next("1h", last: "2030-01-01T00:00", now: now) == date(now))
    #expect(try next("1h", last: "2026-01-01T00:09", now: now) == date("2026-01-01T01:00"))
  }
}
