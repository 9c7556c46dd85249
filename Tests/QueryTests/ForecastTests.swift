import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

struct ForecastTests {
  @Test func `the coming days are kept byte for byte`() throws {
    let store = try Sample.twoCities()
    #expect(try Looks.difference(store, ["forecast", "lisbon"], from: "forecast") == nil)
  }

  @Test func `it begins with today and has as many days as asked for`() throws {
    let store = try Sample.twoCities()
    let days = try store.ask("forecast", "lisbon", "--json").rows().map { $0["date"] }
    #expect(days.count == 7)
    #expect(days.first == .text("2026-11-30"))
    #expect(try store.ask("forecast", "lisbon", "--json", "-d", "1").rows().count == 1)
    #expect(store.ask("forecast", "--days", "0").status == .usage)
  }

  // B25: today in the first hours of the day.
  @Test func `today is each city's own`() throws {
    let now = Date(unixSeconds: 1_768_414_800)  // 2026-01-14T18:20:00Z
    let first = try #require(LocalDate(iso: "2026-01-14"))
    let london = Sample.city("london", "London", zone: "Europe/London")
    let kathmandu = Sample.city("kathmandu", "Kathmandu", zone: "Asia/Kathmandu", position: 1)
    let store = try SampleStore(
      [london, kathmandu],
      offsets: [
        "london": [OffsetChange(from: now - 86_400, utcOffsetSeconds: 0)],
        "kathmandu": [OffsetChange(from: now - 86_400, utcOffsetSeconds: 20_700)],
      ],
      [
        Sample.outcome(london, at: now - 60, days: Sample.days(from: first, count: 3)),
        Sample.outcome(
          kathmandu, at: now - 60, offset: 20_700,
          days: Sample.days(from: first, count: 3, offset: 20_700)),
      ])
    let rows = try store.ask("forecast", "--days", "1", "--json", at: now).rows()
    #expect(rows.map { $0["date"] } == [.text("2026-01-14"), .text("2026-01-15")])
  }

  @Test func `a city without a forecast is named beside those that have one`() throws {
    let answer = try Sample.twoCities().ask("forecast")
    #expect(answer.status == .done)
    #expect(answer.errors == "almanac: No forecast for oslo.\n")
  }
}
