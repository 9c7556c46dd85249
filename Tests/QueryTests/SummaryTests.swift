import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

struct SummaryTests {
  @Test func `summaries and records are kept byte for byte`() throws {
    let store = try YearsOfDays.store()
    #expect(
      try Looks.difference(store, ["summary", "lisbon", "--month", "2026-10"], from: "summary")
        == nil)
    #expect(try Looks.difference(store, ["records", "lisbon"], from: "records") == nil)
  }

  @Test func `figures equal an independent computation to the last digit`() async throws {
    let store = try YearsOfDays.store()
    for period in ["2026-10", "2026-11", "2024-02", "2025-07", "2026", "2023"] {
      let option = period.count == 4 ? "--year" : "--month"
      let own = try store.ask("summary", "lisbon", "--json", option, period).rows()
      let expected = try await Reference.rows(store, ["summary", period])
      #expect(own.count == 2)
      Reference.compare(own, expected, period)
    }
    let own = try store.ask("records", "lisbon", "--json").rows()
    #expect(own.count == 9)
    Reference.compare(own, try await Reference.rows(store, ["records"]), "records")
  }

  @Test(arguments: [["--month", "0000-01"], ["--year", "0000"], ["--year", "0"]])
  func `there is no year 0`(words: [String]) throws {
    let answer = try YearsOfDays.store().ask(["summary", "lisbon"] + words)
    #expect(answer.status == .usage)
  }

  @Test func `too few days give no mean, and no days no summary`() throws {
    let store = try Sample.revised()
    let row = try #require(try store.ask("summary", "lisbon", "--json").rows().first)
    #expect(row["days"] == .number(1))
    #expect(row["length_days"] == .number(29))
    #expect(row["temperature_max_c"] == .number(16.75))
    #expect(row["temperature_high_mean_c"] == .null)
    #expect(row["temperature_high_mean_of_days"] == .number(1))
    #expect(row["records_broken"] == .null)
    #expect(store.ask("summary", "lisbon", "--month", "2025-10").status == .nothing)
    #expect(store.ask("summary", "lisbon", "--month", "2026-12").status == .nothing)
    #expect(try Sample.twoCities().ask("records").status == .nothing)
  }

  @Test func `on the first of a month it is of the one before, city by city`() throws {
    let store = try YearsOfDays.store()
    let first = Date(unixSeconds: (Int64(Sample.today.daysSince1970) + 1) * 86_400 + 36_000)
    let row = try #require(try store.ask("summary", "lisbon", "--json", at: first).rows().first)
    #expect(row["period"] == .text("2026-11"))
    let wrong = store.ask("summary", "lisbon", "--month", "2026-12", at: first)
    #expect(wrong.errors == "almanac: No day of 2026-12 is over yet.\n")
  }

  @Test func `one service alone is asked where it is named`() throws {
    let store = try YearsOfDays.store()
    let rows = try store.ask(
      "summary", "lisbon", "--month", "2026-10", "-p", "weewx", "--json"
    ).rows()
    #expect(rows.first?["days"] == .number(3))
    #expect(rows.first?["providers"] == .text("weewx"))
  }

  @Test func `no day is cut where the city's zone was another when it was read`() throws {
    let now = SampleStore.now
    let store = try SampleStore(
      [Sample.lisbon],
      offsets: ["lisbon": [OffsetChange(from: now - 86_400 * 365, utcOffsetSeconds: 32_400)]])
    let (writer, _) = try HistoryWriter.open(path: store.path, now: now)
    let month = Sample.today.adding(days: -60)...Sample.today.adding(days: -30)
    var past = PastResult(
      city: Sample.lisbon.city, provider: "open-meteo", dates: month, fetchedAt: now, basis: .model)
    past.readings = (0..<(31 * 24)).map { hour in
      let at = Int64(month.lowerBound.daysSince1970 * 86_400 + hour * 3600)
      var reading = WeatherData.CurrentConditions(
        observedAt: Date(unixSeconds: at), utcOffsetSeconds: 0)
      reading.temperatureC = Double(hour % 24)
      return reading
    }
    _ = try writer.storePast(past)
    try writer.close()
    let row = try #require(
      try store.ask("summary", "lisbon", "--month", "2026-10", "--json").rows().first)
    #expect(row["days"] == .number(31))
    #expect(row["temperature_high_mean_c"] == .number(23))
    let days = try store.ask(
      "history", "lisbon", "--every", "day", "--month", "2026-10", "--json"
    ).rows()
    #expect(days.map { $0["readings"] } == Array(repeating: .number(24), count: 31))
    #expect(days.first?["period"] == .text("2026-10-01"))
  }

  @Test(arguments: [
    ["--month", "2026"], ["--year", "2026-10"], ["--month", "2026-10", "--year", "2026"],
    ["--month", "x"],
  ])
  func `a period is a month or a year`(words: [String]) throws {
    #expect(try Sample.revised().ask(["summary", "lisbon"] + words).status == .usage)
  }
}
