import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Testing
import Weather

@testable import almanac

struct WhenTests {
  @Test func `days that meet a condition are printed in every look of a forecast`() throws {
    let store = try Sample.twoCities()
    let words = ["when", "lisbon", "temperature_high_c > 21 AND condition = 'partly_cloudy'"]
    #expect(try Looks.difference(store, words, from: "when") == nil)
  }

  @Test(
    arguments: [
      ("temperature_high_c >= 26", 2), ("temperature_high_f > 79", 1), ("temperature_low_c < 0", 0),
      ("wind_speed_max_kmh = 18", 8), ("wind_speed_max_ms = 5", 8), ("wind_gust_ms > 0", 0),
      ("wind_gust_ms IS NULL", 8), ("date BETWEEN '2026-12-01' AND '2026-12-02'", 2),
      ("strftime('%H', sunrise, 'unixepoch') = '07'", 8), ("stale", 0), ("NOT stale", 8),
      ("1 -- all of them", 8), ("temperature_high_c > temperature_low_c + 100", 0),
    ])
  func `the exit status says whether a day meets it`(condition: String, count: Int) throws {
    let store = try Sample.twoCities()
    let answer = store.ask("when", "lisbon", condition, "--json")
    #expect(answer.status == (count > 0 ? .done : .nothing))
    #expect(answer.errors == "")
    #expect(try answer.rows().count == count)
    let text = store.ask("when", "lisbon", condition)
    #expect(text.errors == "" && (text.text == "") == (count == 0))
  }

  @Test(arguments: [("36h", 2), ("12h", 1), ("13h", 2), ("2d", 3), ("1s", 1)])
  func `within counts the days that begin before its end`(length: String, count: Int) throws {
    // It is noon in Lisbon.
    let answer = try Sample.twoCities().ask("when", "lisbon", "1", "--within", length, "--json")
    #expect(try answer.rows().count == count)
  }

  @Test func `with a time of the past it is about readings`() throws {
    let store = try Sample.twoCities()
    let answer = store.ask("when", "lisbon", "temperature_c < 19", "--last", "1d", "--json")
    #expect(answer.status == .done)
    #expect(try answer.rows().map { $0["temperature_c"] } == [.number(18.4)])
    let none = store.ask("when", "lisbon", "temperature_f > 100", "--day", "today")
    #expect(none.status == .nothing && none.errors == "")
    let all = store.ask(
      "when", "oslo", "temperature_c < 0", "--since", "2026", "-p", "all", "--json")
    #expect(try all.rows().count == 2)
    #expect(store.ask("when", "oslo", "1", "--last", "1d", "--within", "1d").status == .usage)
  }

  @Test func `readings of another service are named beside those that are looked at`() throws {
    let store = try Sample.twoCities()
    let instants = [Date(unixSeconds: 1_577_880_000), SampleStore.now - 7200]
    try store.adopt(Sample.lisbon, provider: "weewx", at: instants)
    let question = ["when", "lisbon", "temperature_c = 7"]
    let beside = store.ask(question + ["--last", "1d"])
    #expect(beside.status == .nothing && beside.text == "")
    let advice = "there are readings of weewx: add --provider weewx.\n"
    #expect(beside.errors == "almanac: For the same time \(advice)")
    let alone = store.ask(question + ["--day", "2020-01-01"])
    #expect(alone.errors == "almanac: No readings in that time for lisbon; \(advice)")
    #expect(store.ask(question + ["--last", "1d", "-p", "weewx"]).status == .done)
  }

  @Test func `a city without any rows is named, which is not the same as none that meets it`()
    throws
  {
    let answer = try Sample.twoCities().ask("when", "oslo", "1")
    #expect(answer.status == .nothing)
    #expect(answer.errors == "almanac: No forecast for oslo.\n")
  }

  @Test(
    arguments: [
      ("temprature_low_c < 0", "did you mean temperature_low_c?"),
      ("temperature_c < 0", "it is a column of readings: add a time of the past"),
      ("nonsense < 0", "no such column: nonsense, at character 1."),
      (
        "1 < (SELECT 1)",
        "The condition can only look at the columns of a row: a SELECT of its own is refused."
      ),
      ("1) UNION SELECT (2", "a SELECT of its own is refused"),
      ("1); DELETE FROM row; --", "there are several"),
      ("EXISTS (SELECT 1 FROM sqlite_schema)", "a SELECT of its own is refused"),
      ("date IN sqlite_schema", "refused"),
      ("load_extension('x')", "load_extension is refused"),
      ("length(randomblob(10000000)) > 0", "string or blob too big"),
      ("max(1) > count(*)", "misuse of aggregate"), ("", "syntax error"),
      ("\"temprature_low_c\" < 0", "no such column: temprature_low_c"),
    ])
  func `what is no comparison of the columns is refused`(condition: String, words: String) throws {
    let store = try Sample.twoCities()
    let answer = store.ask(["when", "lisbon", condition])
    #expect(answer.status == .usage)
    #expect(answer.errors.contains(words), "\(answer.errors)")
  }

  @Test(
    arguments: [
      ("printf('%.*c', 1999999999, 'x')", "can't use printf, which no limit could end."),
      ("format('%d', 1)", "can't use format, which no limit could end."),
      (":a = 1", "parameters"), ("temperature_low_c < ?", "parameters"),
    ])
  func `a condition that no limit could end, or that lacks a value, is refused`(
    condition: String, words: String
  ) throws {
    let answer = try Sample.twoCities().ask("when", "lisbon", condition)
    #expect(answer.status == .usage && answer.errors.contains(words), "\(answer.errors)")
  }

  @Test(arguments: [
    ("wind_gust_ms IS NULL AND temperature_high_f > 0", [], ["Wind gust"]),
    ("uv_index > -1 OR hours_covered > 0", ["-u", "imperial"], ["UV index", "Hours covered"]),
    ("temperature_high_c > 0 AND NOT stale", [], []),
    ("wind_gust_kmh > -1 OR temperature_c > -50", ["--last", "1d"], ["Wind gust"]),
    ("wind_gust_kmh > -1 OR temperature_c > -50", ["--last", "1d", "-v"], []),
    ("basis = 'model'", ["--last", "1d"], ["Basis"]),
  ])
  func `what a condition looks at stands in the table`(
    condition: String, more: [String], headings: [String]
  ) throws {
    let store = try Sample.twoCities()
    let plain = store.ask(["when", "lisbon", "1"] + more).text.prefix { $0 != "\n" }
    let answer = store.ask(["when", "lisbon", condition] + more)
    #expect(answer.status == .done)
    let head = answer.text.prefix { $0 != "\n" }
    for heading in headings { #expect(head.contains("  \(heading)"), "\(head)") }
    if headings.isEmpty { #expect(head == plain) }
  }
}
