import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

extension YearsOfDays {
  /// The same with forecasts of the last months: some said again, some days without any, partial
  /// days, and what was forecast in the past as backfill fetches it.
  static func forecast(
    of city: RegisteredCity = city, basis: Basis = .model, until: Date = SampleStore.now
  ) throws -> SampleStore {
    let store = try store(city, basis: basis)
    let (writer, _) = try HistoryWriter.open(path: store.path, now: SampleStore.now)
    var chance = Chance(state: 11)
    let run = try writer.beginRun(trigger: "manual", at: SampleStore.now - 100)
    for back in stride(from: 120, through: 0, by: -1) where chance.next(below: 9) > 0 {
      let date = Sample.today.adding(days: -back)
      for hour in [1, 13, 22] where chance.next(below: 5) > 0 {
        let at = Date(unixSeconds: Int64(date.daysSince1970) * 86_400 + Int64(hour) * 3600)
        for provider in ["open-meteo", "other"] {
          let days = (0..<10).map { claim(date.adding(days: $0), &chance) }
          if at > until { continue }
          _ = try writer.store(
            [Sample.outcome(city, provider: provider, at: at, days: days)], run: run)
        }
      }
    }
    var past = PastResult(
      city: city.city, provider: "other",
      dates: Sample.today.adding(days: -300)...Sample.today.adding(days: -200),
      fetchedAt: SampleStore.now, basis: .model)
    for date in (200...300).map({ Sample.today.adding(days: -$0) }) {
      for ahead in 1...3 {
        let midnight =
          Int64(date.daysSince1970 - ahead + 1) * 86_400
          - Int64(
            offset(
              Int64(date.daysSince1970 - ahead + 1) * 86_400))
        past.forecasts.append(
          PastForecast(knownAt: Date(unixSeconds: midnight), day: claim(date, &chance)))
      }
    }
    _ = try writer.storePast(past)
    try writer.close()
    return store
  }

  private static func claim(
    _ date: LocalDate, _ chance: inout Chance
  ) -> WeatherData.DayConditions {
    var day = WeatherData.DayConditions(date: date, utcOffsetSeconds: 0)
    day.temperatureHighC = Double(15 + chance.next(below: 6))
    day.temperatureLowC = chance.next(below: 10) == 0 ? nil : Double(2 + chance.next(below: 6))
    day.precipitationMm = chance.next(below: 3) == 0 ? nil : Double(chance.next(below: 3))
    day.precipitationProbabilityPct =
      chance.next(below: 5) == 0 ? nil : Double(chance.next(below: 101))
    if chance.next(below: 2) == 0 {
      day.windSpeedMaxMs = Double(chance.next(below: 20))
    } else {
      day.windSpeedMeanMs = Double(chance.next(below: 10))
    }
    day.hoursCovered = chance.next(below: 4) == 0 ? 18 : 24
    return day
  }
}

struct AccuracyTests {
  @Test func `accuracy and normals are kept byte for byte`() throws {
    let store = try YearsOfDays.forecast()
    #expect(try Looks.difference(store, ["accuracy", "lisbon"], from: "accuracy") == nil)
    #expect(
      try Looks.difference(store, ["normals", "lisbon", "2026-10-03"], from: "normals") == nil)
  }

  @Test func `figures equal an independent computation to the last digit`() async throws {
    let store = try YearsOfDays.forecast()
    for date in ["2026-10-03", "2026-12-30", "2024-02-29", "2026-07-01"] {
      let own = try store.ask("normals", "lisbon", date, "--json").rows()
      Reference.compare(own, try await Reference.rows(store, ["normals", date]), date)
    }
    for since in ["2022-01-01", "2026-11-01"] {
      let own = try store.ask("accuracy", "--since", since, "--json").rows()
      #expect(own.count >= 10)
      Reference.compare(own, try await Reference.rows(store, ["accuracy", since]), since)
    }
  }

  @Test func `a service is never held against its own models`() throws {
    let store = try Sample.revised()
    // All readings are of open-meteo's models.
    let rows = try store.ask("accuracy", "--json").rows()
    #expect(Set(rows.map { $0["provider"] }) == [.text("met-norway")])
    let answer = store.ask("accuracy", "-p", "open-meteo")
    #expect(answer.status == .nothing)
    #expect(answer.errors.contains("almanacd backfill"))
  }

  @Test func `too few days give no figure but their number`() throws {
    let row = try #require(try Sample.revised().ask("accuracy", "--json").rows().first)
    #expect(row["days"] == .number(1))
    #expect(row["lead_days"] == .number(2))
    #expect(row["temperature_high_error_c"] == .null)
    #expect(row["temperature_high_of_days"] == .number(1))
    #expect(row["rain_brier"] == .null)
  }

  @Test(arguments: ["summary", "records", "normals", "accuracy"])
  func `readings of the future are of no day that is over`(command: String) throws {
    let future = SampleStore.now + 4 * 31_536_000
    let store = try SampleStore([Sample.lisbon], [Sample.outcome(Sample.lisbon, at: future)])
    #expect(store.ask(command, "lisbon").status == .nothing)
  }

  @Test func `what is usual is offered, as no forecast, where the forecast is stale`() throws {
    let store = try YearsOfDays.forecast()
    let text = store.ask("forecast", "lisbon", at: SampleStore.now + 172_800).text
    #expect(text.contains("STALE"))
    #expect(
      text.contains("Lisbon: the forecast is STALE. Not a forecast, but usual on 2026-12-02 in "))
    #expect(!store.ask("forecast", "lisbon", "--as-of", "2026-11-29T23:00").text.contains("usual"))
    #expect(
      !store.ask("forecast", "lisbon", "--json", at: SampleStore.now + 172_800).text
        .contains("usual"))
  }

  @Test func `a normal needs three years`() throws {
    let store = try YearsOfDays.store()
    let row = try #require(
      try store.ask("normals", "lisbon", "2026-07-01", "-p", "open-meteo", "--json").rows().first)
    #expect(row["years"] == .number(5))
    #expect(row["temperature_high_of_days"] == .number(75))
    #expect(store.ask("normals", "lisbon", "-p", "weewx").status == .nothing)
    #expect(store.ask("normals", "lisbon", "nonsense").status == .usage)
  }
}

struct ExampleTests {
  /// Each line that help shows of what looks at days, as it stands there.
  static let lines =
    Program.almanac.commands
    .filter {
      ["forecast", "history", "summary", "records", "normals", "revisions", "accuracy"]
        .contains($0.name)
    }
    .flatMap(\.examples).map(\.line)

  @Test(arguments: lines)
  func `each example is answered`(line: String) throws {
    let words = line.prefix { !"|>".contains($0) }.split(separator: " ").dropFirst()
    let answer = try Sample.twoCities().ask(words.map(String.init))
    #expect([.done, .nothing].contains(answer.status), "\(answer.errors)")
  }
}

struct ForecastClaimTests {
  private func claim(_ at: Int64, confirmed: Int64? = nil, hours: Double = 24) -> ForecastClaim {
    ForecastClaim(issuedAt: at, fetchedAt: at, confirmedAt: confirmed ?? at, hours: hours)
  }

  /// Days of 100 seconds; the date itself begins at 1000.
  private func known(_ lead: Int, _ claims: [ForecastClaim]) -> Int64? {
    claims.known(lead) { Int64(1000 - 100 * $0) }?.fetchedAt
  }

  @Test func `the last of a day counts, a midnight belongs to the day that it ends`() {
    let claims = [claim(810), claim(890), claim(900), claim(950)]
    #expect(known(2, claims) == 900)
    #expect(known(1, claims) == 950)
    #expect(known(3, claims) == nil)
  }

  @Test func `what was said again counts until it was last said`() {
    let claims = [claim(650, confirmed: 850)]
    #expect([4, 3, 2].map { known($0, claims) } == [650, 650, 650])
    #expect(known(1, claims) == nil)
  }

  @Test func `of the day itself the first counts`() {
    #expect(known(0, [claim(950), claim(1010), claim(1080)]) == 1010)
    #expect(known(0, [claim(950, confirmed: 1005), claim(1010)]) == 950)
    // Fetched afterwards: said again long after the day.
    #expect(known(0, [claim(1000, confirmed: 9000)]) == nil)
  }

  @Test func `a part of the day never replaces the whole`() {
    let claims = [claim(910, confirmed: 940), claim(960, hours: 6)]
    #expect(known(1, claims) == 910)
  }
}
