import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Glibc
import History
import Testing
import Weather

@testable import almanac

struct ExportTests {
  @Test func `the tables of commands and of the store name the same views`() {
    #expect(Program.views == StoredView.allCases.map(\.rawValue))
  }

  @Test(arguments: StoredView.allCases)
  func `a view has the same rows in each format, and all of them`(view: StoredView) throws {
    let store = try Sample.twoCities()
    let words = ["export", view.rawValue]
    let count = store.ask("sql", "SELECT count(*) AS n FROM \(view.rawValue)", "--csv").text
    let rows = Int(count.split(separator: "\n").last ?? "") ?? -1
    let json = store.ask(words + ["-f", "json"])
    #expect(json.status == (rows == 0 ? .nothing : .done))
    #expect(try json.rows().count == rows)
    let lines = store.ask(words + ["-f", "ndjson"])
    #expect(lines.text.split(separator: "\n").count == rows)
    #expect(store.ask(words).text.split(separator: "\n").count == rows + 1)
    for format in ["csv", "tsv", "ndjson", "json"] where view == .observations {
      let text = store.ask(words + ["-f", format]).text
      #expect(try Golden.difference(text, from: "cli/export.\(format)") == nil)
    }
  }

  @Test func `instants have the city's offset, and units change names and values`() throws {
    let store = try Sample.twoCities()
    let rows = try store.ask("export", "oslo", "-f", "json", "-u", "imperial").rows()
    #expect(rows.map { $0["provider"] } == [.text("met-norway"), .text("open-meteo")])
    #expect(rows[0]["observed_at"] == .text("2026-11-30T04:00:00+01:00"))
    #expect(rows[0]["temperature_f"] == .number(26.6))
    let hours = try store.ask("export", "hourly_observed", "oslo", "-f", "json").rows()
    #expect(hours[0]["hour"] == .text("2026-11-30T04:00:00+01:00"))
    let cities = try store.ask("export", "cities", "-f", "json").rows()
    #expect(cities[0]["active"] == .bool(true))
  }

  @Test(
    arguments: [
      (["--since", "2026-11-30T11:30"], 1), (["--until", "2026-11-30T11:30"], 1),
      (["--since", "today"], 2), (["--until", "yesterday"], 0), (["--since", "-2h"], 2),
      (["--since", "2026", "--until", "2026"], 2), (["-p", "met-norway"], 0),
    ] as [([String], Int)])
  func `a range is half open, in the city's own time`(options: [String], count: Int) throws {
    let answer = try Sample.twoCities().ask(["export", "lisbon", "-f", "json"] + options)
    if options.first == "-p" { return #expect(answer.status == .usage) }
    #expect(try answer.rows().count == count)
  }

  @Test(
    arguments: [
      (["--since", "2026-12-01"], 7), (["--until", "2026-12-01"], 3),
      (["--until", "2026-12-01T00:00"], 2),
      (["--since", "2026-12-01", "--until", "2026-12-01"], 1),
    ] as [([String], Int)])
  func `days are of a range that has a part of them`(options: [String], count: Int) throws {
    let answer = try Sample.twoCities().ask(["export", "forecasts", "-f", "json"] + options)
    #expect(try answer.rows().count == count)
  }

  @Test(
    arguments: [
      (["observations", "gaps"], "--format csv has room for one view"),
      (["-f", "sqlite"], "--format sqlite needs a file"),
      (["-f", "prometheus", "gaps"], "is of now and of all views"),
      (["-f", "prometheus", "-u", "uk"], "--units changes nothing of --format prometheus"),
      (["cities", "--since", "today"], "cities are of no time"),
      (["observatoins"], "did you mean observations?"), (["lisbno"], "Nearest: lisbon"),
      (["-f", "markdown"], "it is one of csv, tsv"),
      (["-f", "promethus"], "did you mean prometheus?"),
    ])
  func `what can't be is said`(words: [String], message: String) throws {
    let answer = try Sample.twoCities().ask(["export"] + words)
    #expect(answer.status == .usage)
    #expect(answer.errors.contains(message), "\(answer.errors)")
  }

  @Test func `prometheus is offered by export alone`() throws {
    let store = try Sample.twoCities()
    let answer = store.ask("now", "--format", "prometheus")
    #expect(answer.status == .usage)
    #expect(!answer.errors.contains("prometheus,"))
    #expect(store.ask("--format", "prometheus", "export").status == .done)
  }

  @Test func `without a database the header is there all the same`() throws {
    let store = try Sample.twoCities()
    let answer = store.ask("export", "gaps", "--db", "/nowhere/almanac.db")
    #expect(answer.status == .missing)
    #expect(answer.text == "city,provider,from_at,to_at,reason,filled_at\n")
  }
}
