import CommandLine
import FoundationEssentials
import Testing
import Weather

@testable import almanac

/// Clocks that change once, as a city's do twice a year.
private func clock(
  now: Int64 = 1_796_040_000, before: Int, after: Int, at change: Int64
) -> CityClock {
  CityClock(now: Date(unixSeconds: now)) { $0.unixSeconds < change ? before : after }
}

struct TimeWordTests {
  private func date(_ text: String) throws -> LocalDate { try #require(LocalDate(iso: text)) }

  @Test(arguments: [
    ("2026-11-01", "2026-11-01", "2026-11-02"), ("2026-02", "2026-02-01", "2026-03-01"),
    ("2024-02", "2024-02-01", "2024-03-01"), ("2026-12", "2026-12-01", "2027-01-01"),
    ("2026", "2026-01-01", "2027-01-01"), ("0001", "0001-01-01", "0002-01-01"),
  ])
  func `a date means the whole of its period`(text: String, first: String, last: String) throws {
    #expect(TimeWord(text) == .days(try date(first), try date(last)))
  }

  @Test func `times are of the city's clocks unless they bring an offset`() throws {
    let day = try date("2026-11-01")
    #expect(TimeWord("2026-11-01T06:00") == .local(day, secondOfDay: 21_600))
    #expect(TimeWord("2026-11-01 06:00:30") == .local(day, secondOfDay: 21_630))
    let instant = Date(unixSeconds: 1_793_509_200)
    #expect(TimeWord("2026-11-01T06:00:00+01:00") == .instant(instant))
    #expect(TimeWord("2026-11-01T05:00Z") == .instant(instant))
    #expect(TimeWord("2026-11-01T00:00-05:00") == .instant(instant))
  }

  @Test func `words and lengths count from now`() {
    #expect(TimeWord("today") == .day(fromToday: 0))
    #expect(TimeWord("yesterday") == .day(fromToday: -1))
    #expect(TimeWord("-7d") == .ago(604_800))
    #expect(TimeWord("-36h") == .ago(129_600))
  }

  @Test(arguments: [
    "", "-", "-x", "tomorrow", "2026-13", "2026-11-31", "2026-11-01T24:00", "2026-11-01T6:00",
    "2026-11-01T06", "2026-11-01T06:00+1", "2026-11-01T06:00Z1", "9999999", "26", "2026-11-1",
    "2026-11-01T+6:00", "٢٠٢٦", "2026-11-01T06:00:00.5",
  ])
  func `anything else is no time`(text: String) {
    #expect(TimeWord(text) == nil)
  }
}

struct CityClockTests {
  /// Berlin's change of 2026-10-25, 01:00 UTC.
  private let autumn = clock(before: 7200, after: 3600, at: 1_792_890_000)
  /// Berlin's change of 2026-03-29, 01:00 UTC.
  private let spring = clock(before: 3600, after: 7200, at: 1_774_746_000)

  @Test func `the day of an autumn change has 25 hours, of a spring one 23`() throws {
    let day = try #require(TimeWord("2026-10-25")).period(by: autumn)
    #expect(day.from.unixSeconds == 1_792_879_200)
    #expect(day.to.unixSeconds == 1_792_969_200)
    let short = try #require(TimeWord("2026-03-29")).period(by: spring)
    #expect(short.to.unixSeconds - short.from.unixSeconds == 23 * 3600)
  }

  @Test func `a time that comes twice is the first of the two`() throws {
    let time = try #require(TimeWord("2026-10-25T02:30")).period(by: autumn)
    #expect(time.from.unixSeconds == 1_792_888_200)
    #expect(time.to == time.from)
  }

  @Test func `a time that is skipped is the end of the gap`() throws {
    let time = try #require(TimeWord("2026-03-29T02:30")).period(by: spring)
    #expect(time.from.unixSeconds == 1_774_746_000)
    // Clocks that skip midnight itself: the day begins at 01:00.
    let midnight = clock(before: -18_000, after: -14_400, at: 1_773_032_400)
    let day = try #require(TimeWord("2026-03-09")).period(by: midnight)
    #expect(day.from.unixSeconds == 1_773_032_400)
  }

  // B36: month bounds in the city's own zone.
  @Test func `a month is the city's own, whatever the system's zone`() throws {
    let london = clock(before: 3600, after: 0, at: 1_729_990_800)
    let month = try #require(TimeWord("2024-10")).period(by: london)
    #expect(month.from.unixSeconds == 1_727_737_200)
    #expect(month.to.unixSeconds == 1_730_419_200)
  }

  // B25: today between local midnight and the offset.
  @Test(arguments: [(0, "2026-01-14"), (20_700, "2026-01-15"), (-43_200, "2026-01-14")])
  func `today is the city's own date`(offset: Int, date: String) throws {
    let city = CityClock(now: Date(unixSeconds: 1_768_414_800)) { _ in offset }
    #expect(try city.today().description == date)
  }
}

struct HistoryRangeTests {
  private let utc = CityClock(now: Date(unixSeconds: 1_796_040_000)) { _ in 0 }

  private func instants(_ words: String...) throws -> (Int64?, Int64) {
    let range = try HistoryRange(Program.almanac.parse(["history"] + words))
    let (from, to) = try range.instants(by: utc)
    return (from?.unixSeconds, to.unixSeconds)
  }

  private static let now: Int64 = 1_796_040_000

  @Test(
    arguments: [
      ([], now - 86_400, now + 301), (["--last", "7d"], now - 604_800, now + 301),
      (["--last=36h"], now - 129_600, now + 301), (["--since", "-7d"], now - 604_800, now + 301),
      (["--until", "2026-11-01"], nil, 1_793_577_600),
      (["--since", "2026-11-01", "--until", "2026-11-02"], 1_793_491_200, 1_793_664_000),
      (["--day", "yesterday"], 1_795_910_400, 1_795_996_800),
      (["--month", "2026-11"], 1_793_491_200, 1_796_083_200),
      (["--year", "2026"], 1_767_225_600, 1_798_761_600),
    ] as [([String], Int64?, Int64)])
  func `options give half-open ranges`(words: [String], from: Int64?, to: Int64) throws {
    let range = try HistoryRange(Program.almanac.parse(["history"] + words)).instants(by: utc)
    #expect(range.from?.unixSeconds == from)
    #expect(range.to.unixSeconds == to)
  }

  @Test(arguments: [
    ["--day", "2026-11"], ["--month", "2026"], ["--month", "2026-11-01"], ["--year", "2026-11"],
    ["--day", "-7d"], ["--since", "soon"], ["--last", "x"], ["--last", "-1h"],
    ["--last", "7"],
    ["--day", "2026-11-01", "--month", "2026-11"], ["--last", "7d", "--since", "-1d"],
    ["--day", "2026-11-01", "--until", "2026-11-02"], ["--last", "7d", "--until", "today"],
  ])
  func `what contradicts or is no such time is a wrong use`(words: [String]) throws {
    let parsed = try Program.almanac.parse(["history"] + words)
    #expect(throws: UsageError.self) { try HistoryRange(parsed) }
  }
}
