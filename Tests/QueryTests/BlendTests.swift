import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

extension YearsOfDays {
  /// The same with days that are known by more than the services' own models, and forecasts that
  /// stay fresh for two days.
  static func blended(until: Date = SampleStore.now) throws -> SampleStore {
    var city = city
    city.sources = city.sources.map { source in
      var source = source
      source.freshness.intervalSeconds = 86_400
      return source
    }
    return try forecast(of: city, basis: .reanalysis, until: until)
  }
}

struct BlendTests {
  @Test func `a blend is kept byte for byte`() throws {
    let store = try YearsOfDays.blended()
    let words = ["forecast", "lisbon", "--blend", "--days", "9"]
    #expect(try Looks.difference(store, words, from: "forecast-blend") == nil)
    #expect(
      try Looks.difference(store, ["accuracy", "lisbon"], from: "accuracy-blend") == nil)
  }

  @Test func `figures equal an independent computation to the last digit`() async throws {
    let store = try YearsOfDays.blended()
    for back in [0, 7, 40, 100] {
      let now = SampleStore.now - Double(86_400 * back + 61)
      let day = Sample.today.adding(days: -back).description
      let own = try store.ask(
        "forecast", "lisbon", "--blend", "--json", "--days", "9", "--as-of",
        LocalTime(now, utcOffsetSeconds: 0).rfc3339
      ).rows()
      let words = ["blend", "\(now.unixSeconds)", "9"]
      #expect(own.count >= 7)
      Reference.compare(own, try await Reference.rows(store, words, today: day), day)
    }
    for since in ["2022-01-01", "2026-10-20"] {
      let own = try store.ask("accuracy", "--since", since, "--json").rows()
      #expect(own.contains { $0["provider"] == .text("blend") })
      Reference.compare(own, try await Reference.rows(store, ["accuracy", since]), since)
    }
  }

  @Test func `what came later changes nothing of what would have been said`() throws {
    let then = SampleStore.now - 86_400 * 30
    let words = ["forecast", "lisbon", "--blend", "--json", "--days", "9"]
    let early = try YearsOfDays.blended(until: then).ask(words, at: then)
    let late = try YearsOfDays.blended().ask(words + ["--as-of", "2026-10-31T12:00:00Z"])
    #expect(try late.rows().allSatisfy { $0["basis"] == .text("blend") })
    #expect(early.text == late.text)
  }

  @Test func `one service, or too few days, leave the first alone and say so`() throws {
    let alone = try Sample.twoCities().ask("forecast", "lisbon", "--blend")
    #expect(alone.text.contains("open-meteo alone"))
    #expect(alone.text.contains("almanacd backfill fetches what days were"))
    // All that is known of the days is by the models of one of the two.
    let store = try YearsOfDays.forecast()
    for row in try store.ask("forecast", "lisbon", "--blend", "--json").rows() {
      #expect(row["basis"] == .text("primary"))
      #expect(row["provider"] == .text("open-meteo"))
      #expect(row["temperature_high_spread_c"] == .null)
      #expect(row["temperature_high_of_days"] == .number(0))
    }
    let names = try store.ask("accuracy", "lisbon", "--json").rows().map { $0["provider"] }
    #expect(!names.contains(.text("blend")))
    #expect(store.ask("accuracy", "lisbon").text.contains("No blend of Lisbon: too few days"))
  }

  @Test func `it is of all services`() throws {
    let store = try Sample.twoCities()
    #expect(store.ask("forecast", "--blend", "-p", "open-meteo").status == .usage)
    #expect(store.ask("forecast", "-p", "blend").status == .usage)
    #expect(store.ask("forecast", "oslo", "--blend", "--json").text == "[]\n")
  }

  @Test func `a stale service has no say while another is fresh`() throws {
    let city = Sample.city("lisbon", "Lisbon", providers: ["open-meteo", "other"])
    let days = Sample.days(from: Sample.today, count: 3)
    let store = try SampleStore(
      [city],
      offsets: ["lisbon": [OffsetChange(from: SampleStore.now - 864_000, utcOffsetSeconds: 0)]],
      [
        Sample.outcome(city, at: SampleStore.now - 90_000, days: days),
        Sample.outcome(city, provider: "other", at: SampleStore.now - 600, days: days),
      ])
    let rows = try store.ask("forecast", "lisbon", "--blend", "--json").rows()
    #expect(rows.map { $0["provider"] } == Array(repeating: .text("other"), count: 3))
    #expect(rows.allSatisfy { $0["stale"] == .bool(false) })
  }
}
