import FoundationEssentials
import Providers
import Testing
import Weather

struct OpenMeteoPastTests {
  private static func archive(_ from: String, _ through: String) -> PastAsk {
    PastAsk(.openMeteo, .archive, from: from, through: through)
  }

  @Test(
    "Each product is asked at its own address",
    arguments: [
      (PastProduct.Kind.archive, "https://archive-api.open-meteo.com/v1/archive"),
      (.recent, "https://api.open-meteo.com/v1/forecast"),
      (.historicalForecast, "https://historical-forecast-api.open-meteo.com/v1/forecast"),
      (.previousRuns, "https://previous-runs-api.open-meteo.com/v1/forecast"),
    ])
  func address(product: PastProduct.Kind, address: String) throws {
    var ask = PastAsk(.openMeteo, product, from: "2026-06-01", through: "2026-06-20")
    ask.baseURL = nil
    let request = try #require(try ask.requests().first)
    #expect(request.shownURL.hasPrefix(address + "?latitude=52.52&longitude=13.41&hourly="))
    #expect(request.shownURL.contains("&start_date=2026-05-31&end_date=2026-06-21&"))
    #expect(request.shownURL.contains("&timezone=auto&timeformat=unixtime&wind_speed_unit=ms"))
    #expect(!request.shownURL.contains("current="))
    ask.key = "K1"
    let paid = try #require(try ask.requests().first)
    #expect(paid.base.hasPrefix("https://customer-"))
    #expect(!paid.shownURL.contains("K1"))
  }

  @Test("A request costs what the service counts: variables times fortnights")
  func cost() throws {
    let request = try #require(try Self.archive("2020-01-02", "2020-01-13").requests().first)
    #expect(abs(request.cost - 2.8) < 0.001)
    let year = try #require(try Self.archive("2019-01-02", "2019-12-30").requests().first)
    #expect(abs(year.cost - 2.8 * 365 / 14) < 0.001)
  }

  @Test("No window goes before the archive or beyond today")
  func window() throws {
    let oldest = try #require(try Self.archive("1940-01-01", "1940-01-02").requests().first)
    #expect(oldest.shownURL.contains("&start_date=1940-01-01&end_date=1940-01-03&"))
    let newest = PastAsk(.openMeteo, .recent, from: "2026-06-30", through: "2026-07-01")
    let request = try #require(try newest.requests().first)
    #expect(request.shownURL.contains("&start_date=2026-06-29&end_date=2026-07-01&"))
  }

  @Test("A day of 25 hours has them all, each with its own offset, and nothing of its neighbours")
  func clockChange() throws {
    let ask = Self.archive("2025-10-26", "2025-10-26")
    let result = try ask.result(fixture: "open-meteo/archive_clock_change.json")
    #expect(result.readings.count == 25)
    #expect(result.readings.first?.observedAt == Date(unixSeconds: 1_761_429_600))
    #expect(result.readings.last?.observedAt == Date(unixSeconds: 1_761_516_000))
    #expect(result.readings.map(\.utcOffsetSeconds).filter { $0 == 7200 }.count == 3)
    #expect(result.readings.allSatisfy { $0.precipitationPeriodS == 3600 })
    #expect(result.days.map(\.date.description) == ["2025-10-26"])
    #expect(result.days.first?.utcOffsetSeconds == 7200)
    #expect(result.basis == .reanalysis && result.origin == .backfill)
    #expect(result.zone == "Europe/Berlin" && result.warnings.isEmpty)
  }

  @Test("Neighbouring ranges meet without a hole and without an overlap")
  func neighbours() throws {
    let fixture = "open-meteo/archive_clock_change.json"
    let whole = try Self.archive("2025-10-25", "2025-10-26").result(fixture: fixture)
    let first = try Self.archive("2025-10-25", "2025-10-25").result(fixture: fixture)
    let second = try Self.archive("2025-10-26", "2025-10-26").result(fixture: fixture)
    #expect(whole.readings.count == 49)
    #expect(whole.readings == first.readings + second.readings)
    #expect(whole.days == first.days + second.days)
  }

  @Test("The nulls at the end of the archive are no rows, in ISO times too")
  func trailingNulls() throws {
    let result = try Self.archive("2025-10-25", "2025-10-27")
      .result(fixture: "open-meteo/archive_end_null.json")
    #expect(result.readings.first?.observedAt == Date(unixSeconds: 1_761_343_200))
    #expect(result.readings.last?.observedAt == Date(unixSeconds: 1_761_260_400 + 59 * 3600))
    #expect(result.days.map(\.date.description) == ["2025-10-25"])
    #expect(result.warnings.isEmpty)
  }

  @Test("Nothing of the future, and no day that is not over")
  func future() throws {
    var ask = PastAsk(.openMeteo, .recent, from: "2025-10-24", through: "2025-10-27")
    ask.now = Date(unixSeconds: 1_761_474_600)
    let result = try ask.result(fixture: "open-meteo/archive_clock_change.json")
    #expect(result.readings.last?.observedAt == Date(unixSeconds: 1_761_472_800))
    #expect(result.days.map(\.date.description) == ["2025-10-24", "2025-10-25"])
    #expect(result.basis == .model)
  }

  @Test(
    "Arrays of different lengths refuse the reply",
    arguments: [
      #"{"hourly":{"time":[1761260400,1761264000],"temperature_2m":[1.0]},"daily":{"time":[]}}"#,
      #"{"hourly":{"time":[],"temperature_2m":[]},"daily":{"time":[1],"weather_code":[1,2]}}"#,
      #"{"daily":{"time":[]}}"#, #"{"hourly":{"time":[]}}"#, "[]", "{}", "nan", "",
    ])
  func refused(body: String) throws {
    #expect(try Self.archive("2025-10-25", "2025-10-25").error(body).code == .undecodable)
  }

  @Test("An error reply is an error of its class")
  func errors() throws {
    let ask = Self.archive("2025-10-25", "2025-10-25")
    let text = #"{"error":true,"reason":"Hourly API request limit exceeded."}"#
    #expect(try ask.error(text, status: 429).code == .quota)
    #expect(try ask.error(text, status: 200).code == .quota)
    #expect(try ask.error("", status: 503).code == .service)
  }

  @Test("Earlier forecasts are dated by when the last of their hours had been forecast")
  func previousRuns() throws {
    let ask = PastAsk(.openMeteo, .previousRuns, from: "2025-10-26", through: "2025-10-26")
    let result = try ask.result(fixture: "open-meteo/previous_runs.json")
    // The run of seven days before ends within the day, which is then no whole one.
    #expect(result.forecasts.count == 6)
    let oldest = try #require(result.forecasts.first), newest = try #require(result.forecasts.last)
    #expect(oldest.knownAt == Date(unixSeconds: 1_761_429_600 - 5 * 86_400))
    #expect(newest.knownAt == Date(unixSeconds: 1_761_429_600))
    #expect(newest.day.hoursCovered == 24 && newest.day.temperatureLowC == 11)
    #expect(newest.day.windSpeedMaxMs == 1 && newest.day.condition == .cloudy)
    #expect(newest.day.precipitationMm == 2.5)
    #expect(result.readings.isEmpty && result.days.isEmpty)
  }

  @Test("Each past day has a product, the best first")
  func products() throws {
    let provider = try Self.archive("2020-01-01", "2020-01-01").provider()
    let today = try #require(LocalDate(iso: "2026-07-01"))
    let products = provider.pastProducts(today: today)
    for back in [0, 1, 5, 6, 60, 2000, 31_000] {
      let date = today.adding(days: -back)
      let first = products.first { $0.dates.contains(date) }
      #expect(first?.kind == (back < 6 ? .recent : .archive))
    }
    #expect(products.map(\.kind) == [.archive, .recent, .historicalForecast, .previousRuns])
  }
}
