import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

extension Sample {
  /// Lisbon's yesterday, forecast three times by one service and once by another, and read hourly.
  static func revised(hours: Int = 24) throws -> SampleStore {
    let city = city("lisbon", "Lisbon", providers: ["open-meteo", "met-norway"])
    let midnight = SampleStore.now - 36 * 3600
    func forecast(daysBefore: Int, high: Double, rain: Double, by service: String = "open-meteo")
      -> FetchOutcome
    {
      var day = days(from: today.adding(days: -1), count: 1)[0]
      day.temperatureHighC = high
      day.precipitationMm = rain
      day.precipitationProbabilityPct = rain > 0 ? 80 : 10
      return outcome(
        city, provider: service, at: SampleStore.now - Double(daysBefore * 86_400), days: [day])
    }
    let readings = (0..<hours).map { hour in
      outcome(city, at: midnight + Double(hour * 3600)) {
        $0.temperatureC = 11 + Double(hour) / 4
        $0.precipitationMm = hour == 9 ? 2.4 : 0
        $0.precipitationPeriodS = 3600
      }
    }
    return try SampleStore(
      [city], offsets: ["lisbon": [OffsetChange(from: midnight - 864_000, utcOffsetSeconds: 0)]],
      [
        forecast(daysBefore: 5, high: 19, rain: 0), forecast(daysBefore: 4, high: 19, rain: 0),
        forecast(daysBefore: 3, high: 18, rain: 1.2),
        forecast(daysBefore: 3, high: 15.5, rain: 4, by: "met-norway"),
        forecast(daysBefore: 2, high: 17.4, rain: 3),
      ] + readings)
  }
}

struct RevisionsTests {
  @Test func `revisions are kept byte for byte`() throws {
    let store = try Sample.revised()
    let words = ["revisions", "lisbon", "yesterday"]
    #expect(try Looks.difference(store, words, from: "revisions") == nil)
  }

  @Test func `a forecast said again is one revision, and the last one counts`() throws {
    let rows = try Sample.revised().ask("revisions", "lisbon", "2026-11-29", "--json").rows()
    #expect(
      rows.map { $0["kind"] } == ["forecast", "forecast", "forecast", "observed"].map { .text($0) })
    #expect(rows.map { $0["lead_days"] } == [.number(4), .number(2), .number(1), .null])
    #expect(rows.map { $0["current"] } == [.bool(false), .bool(false), .bool(true), .null])
    #expect(rows[0]["confirmed_at"] == .text("2026-11-26T12:00:20+00:00"))
  }

  @Test func `the day is what readings of any service say of it, and how well`() throws {
    let words = ["revisions", "lisbon", "yesterday", "--json"]
    let rows = try Sample.revised().ask(words + ["-p", "met-norway"]).rows()
    #expect(rows.map { $0["provider"] } == [.text("met-norway"), .text("open-meteo")])
    let observed = try #require(rows.last)
    #expect(observed["temperature_high_c"] == .number(16.75))
    #expect(observed["temperature_low_c"] == .number(11))
    #expect(observed["precipitation_mm"] == .number(2.4))
    #expect(observed["readings"] == .number(24))
    #expect(observed["coverage_pct"] == .number(100))
    #expect(observed["basis"] == .text("model"))
  }

  @Test func `a day that readings cover too little of is not known`() throws {
    let store = try Sample.revised(hours: 19)
    let rows = try store.ask("revisions", "lisbon", "yesterday", "--json").rows()
    #expect(rows.count == 3)
    #expect(
      store.ask("revisions", "lisbon", "yesterday").text.hasSuffix(
        "What Sun 2026-11-29 was is not known: readings cover 79 % of it, and 80 % are needed.\n"))
  }

  @Test func `then what the service says afterwards is taken`() throws {
    let store = try Sample.revised(hours: 3)
    let (writer, _) = try HistoryWriter.open(path: store.path, now: SampleStore.now)
    let date = Sample.today.adding(days: -1)
    var past = PastResult(
      city: Sample.lisbon.city, provider: "open-meteo", dates: date...date,
      fetchedAt: SampleStore.now, basis: .reanalysis)
    past.days = Sample.days(from: date, count: 1)
    _ = try writer.storePast(past)
    try writer.close()
    let rows = try store.ask("revisions", "lisbon", "yesterday", "--json").rows()
    #expect(rows.last?["basis"] == .text("reanalysis"))
    #expect(rows.last?["readings"] == .null)
    #expect(rows.last?["fetched_at"] == .text("2026-11-30T12:00:00+00:00"))
    #expect(
      store.ask("revisions", "lisbon", "yesterday").text.hasSuffix(
        "Sun 2026-11-29 as open-meteo has it (reanalysis).\n"))
  }

  @Test func `a day to come has no outcome, and one that nobody forecast no row`() throws {
    let store = try Sample.twoCities()
    let answer = store.ask("revisions", "lisbon", "tomorrow")
    #expect(answer.status == .done)
    #expect(answer.text.hasSuffix("Tue 2026-12-01 is not over.\n"))
    let none = store.ask("revisions", "lisbon", "2027-01-01", "--json")
    #expect(none.status == .nothing)
    #expect(none.text == "[]\n")
    #expect(none.errors.contains("No forecast of 2027-01-01 for lisbon."))
  }

  @Test(arguments: [
    (["revisions"], "needs CITY"), (["revisions", "lisbon"], "needs DATE"),
    (["revisions", "lisbon", "soon"], "the date can't be ‘soon’"),
    (["revisions", "lisbon", "2026-11"], "the date can't be ‘2026-11’"),
    (["revisions", "lisbon", "oslo", "today"], "can't take ‘today’"),
  ])
  func `a city and a date are needed`(words: [String], message: String) throws {
    let answer = try Sample.twoCities().ask(words)
    #expect(answer.status == .usage)
    #expect(answer.errors.contains(message), "\(answer.errors)")
  }
}

struct AsOfTests {
  private let store: SampleStore

  init() throws { store = try Sample.revised() }

  private func highs(_ time: String, _ words: String...) throws -> [JSONValue?] {
    try store.ask(["forecast", "lisbon", "--json", "--as-of", time] + words).rows()
      .map { $0["temperature_high_c"] }
  }

  @Test func `what had been received by then counts, from its own day on`() throws {
    #expect(try highs("2026-11-26T12:00") == [.number(19)])
    #expect(try highs("2026-11-27T12:00:19") == [.number(19)])
    #expect(try highs("2026-11-27T12:00:20") == [.number(18)])
    #expect(try highs("2026-11-29") == [.number(17.4)])
    #expect(try highs("2026-11-28T13:00", "-p", "met-norway") == [.number(15.5)])
    #expect(store.ask("forecast", "lisbon", "--as-of", "2026-11-25T12:00").status == .nothing)
    #expect(store.ask("forecast", "lisbon", "--as-of", "-1h").status == .nothing)
  }

  @Test func `age and staleness are as they were`() throws {
    let rows = try store.ask("forecast", "lisbon", "--json", "--as-of", "2026-11-27T06:00").rows()
    #expect(rows.first?["age_s"] == .number(64_780))
    #expect(rows.first?["stale"] == .bool(true))
    let fresh = try store.ask(
      "forecast", "lisbon", "--json", "--as-of", "2026-11-25T13:00:00Z"
    ).rows()
    #expect(fresh.first?["stale"] == .bool(false))
  }

  @Test func `the future was never known`() throws {
    let answer = store.ask("forecast", "lisbon", "--as-of", "2026-12-24")
    #expect(answer.status == .usage)
    #expect(answer.errors.contains("--as-of can't be of the future"))
    #expect(store.ask("forecast", "lisbon", "--as-of", "soon").status == .usage)
  }

  @Test func `a forecast of then is kept byte for byte`() throws {
    let words = ["forecast", "lisbon", "--as-of", "2026-11-28T12:30"]
    #expect(try Looks.difference(store, words, from: "forecast-as-of") == nil)
  }
}
