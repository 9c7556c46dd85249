import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

struct HistoryQueryTests {
  /// Berlin's readings, an hour apart, from an instant on.
  private func berlin(from first: Int64, count: Int) throws -> SampleStore {
    let city = Sample.city("berlin", "Berlin", zone: "Europe/Berlin")
    let change: Int64 = 1_792_890_000
    return try SampleStore(
      [city],
      offsets: [
        "berlin": [
          OffsetChange(from: Date(unixSeconds: 1_774_746_000), utcOffsetSeconds: 7200),
          OffsetChange(from: Date(unixSeconds: change), utcOffsetSeconds: 3600),
        ]
      ],
      (0..<count).map { index in
        let instant = first + Int64(index) * 3600
        return Sample.outcome(
          city, at: Date(unixSeconds: instant), offset: instant < change ? 7200 : 3600)
      })
  }

  // B23: the day of 25 hours.
  @Test(arguments: [1_783_000_000, 1_800_000_000] as [Int64])
  func `the day of an autumn change has 25 readings, whatever today is`(now: Int64) throws {
    let store = try berlin(from: 1_792_872_000, count: 30)
    let rows = try store.ask(
      "history", "berlin", "--day", "2026-10-25", "--json", at: Date(unixSeconds: now)
    ).rows()
    #expect(rows.count == 25)
    #expect(rows.first?["observed_at"] == .text("2026-10-25T00:00:00+02:00"))
    #expect(rows.last?["observed_at"] == .text("2026-10-25T23:00:00+01:00"))
  }

  @Test func `the two hours of one name show their offsets`() throws {
    let text = try berlin(from: 1_792_872_000, count: 30)
      .ask("history", "berlin", "--day", "2026-10-25").text
    #expect(text.contains("02:00+02:00"))
    #expect(text.contains("02:00+01:00"))
    #expect(text.contains(" 03:00 "))
  }

  // B36: month bounds in two zones.
  @Test func `a month is the city's own`() throws {
    let city = Sample.city("london", "London", zone: "Europe/London")
    let store = try SampleStore(
      [city],
      offsets: [
        "london": [
          OffsetChange(from: Date(unixSeconds: 1_711_846_800), utcOffsetSeconds: 3600),
          OffsetChange(from: Date(unixSeconds: 1_729_990_800), utcOffsetSeconds: 0),
        ]
      ],
      [
        (1_727_737_199, 3600), (1_727_737_200, 3600), (1_730_419_199, 0), (1_730_419_200, 0),
      ].map { Sample.outcome(city, at: Date(unixSeconds: $0), offset: $1) })
    let answer = store.ask(
      "history", "london", "--month", "2024-10", "--json", environment: ["TZ": "Asia/Shanghai"])
    #expect(
      try answer.rows().map { $0["observed_at"] } == [
        .text("2024-10-01T00:00:00+01:00"), .text("2024-10-31T23:59:59+00:00"),
      ])
  }

  @Test(arguments: [
    ("history.txt", ["history", "lisbon"]), ("history.csv", ["history", "--csv"]),
    ("history-day.txt", ["history", "lisbon", "--every", "day"]),
    ("history-hour.json", ["history", "lisbon", "--every", "hour", "--json"]),
  ])
  func `a history is kept byte for byte`(name: String, words: [String]) throws {
    let answer = try Sample.twoCities().ask(words)
    #expect(answer.status == .done)
    #expect(answer.errors == "")
    #expect(try Golden.difference(answer.text, from: "cli/\(name)") == nil)
  }

  @Test func `the last 24 hours unless told otherwise`() throws {
    let store = try berlin(from: 1_792_872_000, count: 30)
    let now = Date(unixSeconds: 1_792_872_000 + 29 * 3600)
    #expect(try store.ask("history", "--json", at: now).rows().count == 25)
    #expect(try store.ask("history", "--json", "--last", "2h", at: now).rows().count == 3)
    #expect(try store.ask("history", "--json", "--since", "2026", at: now).rows().count == 30)
  }

  @Test func `a range without readings is said to have none`() throws {
    let answer = try Sample.twoCities().ask("history", "--day", "2020-01-01")
    #expect(answer.status == .nothing)
    #expect(answer.text == "")
    #expect(
      answer.errors == "almanac: No readings in that time for lisbon, oslo; almanac cities shows"
        + " from when to when there are any.\n")
  }

  @Test(arguments: [[], ["--every", "day"]])
  func `a service that has readings of that time is named where another has none`(
    words: [String]
  ) throws {
    let store = try Sample.twoCities()
    let then = Date(unixSeconds: 1_577_880_000)
    try store.adopt(Sample.lisbon, provider: "weewx", at: [then])
    let question = ["history", "lisbon", "--day", "2020-01-01"] + words
    let answer = store.ask(question)
    #expect(answer.status == .nothing)
    #expect(
      answer.errors == "almanac: No readings in that time for lisbon; there are readings of weewx: "
        + "add --provider weewx.\n")
    #expect(store.ask(question + ["--provider", "weewx"]).status == .done)
    try store.adopt(Sample.lisbon, provider: "old station", at: [then])
    #expect(
      store.ask(question).errors.hasSuffix(
        "readings of weewx, old station: add --provider NAME, or --provider all.\n"))
    let other = store.ask(question + ["--provider", "open-meteo"])
    #expect(other.errors.contains("No readings in that time for lisbon; almanac cities shows from"))
  }

  @Test(arguments: [[], ["--every", "month"]])
  func `people are told of imported readings that they do not see beside others`(
    words: [String]
  ) throws {
    let store = try Sample.twoCities()
    let question = ["history", "lisbon", "--year", "2026"] + words
    let alone = store.ask(question)
    #expect(alone.status == .done && alone.errors == "")
    try store.adopt(
      Sample.lisbon, provider: "weewx", at: [Date(unixSeconds: 1_767_600_000)])
    let beside = store.ask(question)
    #expect(beside.status == .done && beside.text == alone.text)
    #expect(
      beside.errors
        == "almanac: For the same time there are readings of weewx: add --provider weewx.\n")
    #expect(store.ask(question + ["--json"]).errors == "")
    #expect(store.ask(question + ["-p", "all"]).errors == "")
  }

  @Test func `all services give their readings when they are asked for`() throws {
    let store = try Sample.twoCities()
    let rows = try store.ask("history", "oslo", "--json", "-p", "all").rows()
    #expect(Set(rows.map { $0["provider"] }) == [.text("met-norway"), .text("open-meteo")])
    #expect(store.ask("history", "oslo", "-p", "all").text.contains("Service"))
  }
}
