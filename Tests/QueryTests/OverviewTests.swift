import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

struct OverviewTests {
  /// Lisbon with a day of readings and a forecast, Oslo stale and with one reading, 東京 with
  /// readings and no forecast.
  static func threeCities() throws -> SampleStore {
    let now = SampleStore.now
    let tokyo = Sample.city("tokyo", "東京", zone: "Asia/Tokyo", position: 2)
    let lisbon = (0..<14).map { hour -> FetchOutcome in
      let degrees = hour < 11 ? 15 - Double(hour) * 0.4 : hour == 11 ? 9.4 : 2
      return Sample.outcome(
        Sample.lisbon, at: now - 720 - Double(hour) * 3600,
        days: hour == 0 ? Sample.days(from: Sample.today.adding(days: -1), count: 9) : []
      ) {
        $0.temperatureC = degrees
      }
    }
    let far = (0..<5).map { hour -> FetchOutcome in
      Sample.outcome(tokyo, at: now - 600 - Double(hour) * 3600, offset: 32_400) {
        $0.temperatureC = 8 + Double(hour)
        $0.condition = .clear
      }
    }
    return try SampleStore(
      [Sample.lisbon, Sample.oslo, tokyo],
      offsets: [
        "lisbon": [OffsetChange(from: now - 8_640_000, utcOffsetSeconds: 0)],
        "oslo": [OffsetChange(from: now - 8_640_000, utcOffsetSeconds: 3600)],
        "tokyo": [OffsetChange(from: now - 8_640_000, utcOffsetSeconds: 32_400)],
      ],
      lisbon + far + [
        Sample.outcome(Sample.oslo, provider: "met-norway", at: now - 32_400, offset: 3600) {
          $0.temperatureC = -3
          $0.condition = .snow
          $0.precipitationMm = nil
          $0.precipitationRateMmH = 0.4
        }
      ])
  }

  @Test func `all cities at a glance are kept byte for byte in every format`() throws {
    #expect(try Looks.difference(Self.threeCities(), [], from: "overview") == nil)
  }

  @Test func `one city and its coming days are kept byte for byte`() throws {
    #expect(try Looks.difference(Self.threeCities(), ["lisbon"], from: "overview-lisbon") == nil)
  }

  @Test(arguments: [120, 80, 60, 40, 24, 12])
  func `no line is wider than the terminal, and none is broken`(width: Int) throws {
    let answer = try Self.threeCities().ask([], environment: ["NO_COLOR": "1"], width: width)
    let lines = answer.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width }, "\(answer.text)")
    #expect(try Golden.difference(answer.text, from: "cli/overview-\(width).txt") == nil)
  }

  @Test func `80 columns show all but the words of the weather and the wind's direction`() throws {
    let text = try Self.threeCities().ask([], environment: ["NO_COLOR": "1"], width: 80).text
    let heading = text.prefix { $0 != "\n" }.split(separator: " ").joined(separator: " ")
    #expect(heading == "City Temp 3 h High / low Wind Rain Age")
  }

  @Test func `colour is for what is stale`() throws {
    let text = try Self.threeCities().ask([], width: 120).text
    #expect(text.contains("\u{1B}[2mOslo\u{1B}[0m"))
    #expect(text.contains("\u{1B}[33mSTALE 9 h\u{1B}[0m"))
    #expect(!text.contains("\u{1B}[2mLisbon"))
  }

  @Test func `high and low are of what was read today and of today's forecast`() throws {
    let rows = try Self.threeCities().ask("--json").rows()
    // 9.4 °C was colder than the forecast's 13.1, and no reading was as warm as its 20.
    #expect(rows[0]["today_max_c"] == .number(20))
    #expect(rows[0]["today_min_c"] == .number(9.4))
    #expect(rows[0]["today_observed_max_c"] == .number(15))
    // 23:48 of yesterday and before that is yesterday's.
    #expect(rows[0]["today_readings"] == .number(12))
    #expect(rows[0]["today_high_c"] == .number(20))
    #expect(rows[0]["today_low_c"] == .number(13.1))
    #expect(rows[2]["today_max_c"] == .number(12))
    #expect(rows[2]["today_high_c"] == .null)
  }

  @Test func `the change is that of three hours, or nothing`() throws {
    let rows = try Self.threeCities().ask("--json").rows()
    #expect(rows.map { $0["temperature_change_3h_c"] } == [.number(1.2), .null, .number(-3)])
    let imperial = try Self.threeCities().ask("--json", "-u", "imperial").rows()
    #expect(imperial[0]["temperature_change_3h_f"] == .number(2.16))
  }

  @Test func `it has the columns of now, and more behind them`() throws {
    let store = try Self.threeCities()
    let now = store.ask("now", "--csv").text.split(separator: "\n")
    let overview = store.ask("--csv").text.split(separator: "\n")
    #expect(zip(now, overview).allSatisfy { $1.hasPrefix("\($0),") })
    #expect(store.ask("overview", "--csv").text == store.ask("--csv").text)
  }

  @Test func `a single city without a reading still has its coming days, and the other way round`()
    throws
  {
    let store = try SampleStore(
      [Sample.lisbon],
      [
        Sample.outcome(
          Sample.lisbon, at: SampleStore.now + 86_400,
          days: Sample.days(from: Sample.today, count: 3))
      ])
    let days = store.ask("lisbon")
    #expect(days.status == .done)
    #expect(days.text.hasPrefix("Day "))
    #expect(days.errors.contains("No rows yet for lisbon."))
    let now = try Self.threeCities().ask("tokyo")
    #expect(now.status == .done)
    #expect(now.text.split(separator: "\n").count == 3)
    #expect(now.errors == "almanac: No forecast for tokyo.\n")
  }

  @Test func `a city without anything is no answer`() throws {
    let answer = try SampleStore([Sample.lisbon]).ask("lisbon")
    #expect(answer.status == .nothing)
    #expect(answer.text == "")
  }

  @Test(arguments: [
    ("forcast", "almanac: There is no command or city ‘forcast’; did you mean almanac forecast?\n"),
    ("lisbno", "almanac: There is no command or city ‘lisbno’; did you mean lisbon?\n"),
    ("backup", "almanac: backup is a command of almanacd; almanacd backup --help says how\n"),
    ("nox", "almanac: There is no command or city ‘nox’; did you mean almanac now or nov?\n"),
    (
      "xyzzyxyzzy",
      "almanac: There is no command or city ‘xyzzyxyzzy’; almanac --help lists the commands, "
        + "almanac cities the cities.\n"
    ),
  ])
  func `a word that is neither a command nor a city gets the nearest of both`(
    word: String, message: String
  ) throws {
    let nov = Sample.city("nov", "Nov", position: 1)
    let answer = try SampleStore([Sample.lisbon, nov]).ask([word])
    #expect(answer.status == .usage)
    #expect(answer.errors == message)
  }
}
