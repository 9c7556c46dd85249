import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

struct StatusQueryTests {
  @Test func `something stale makes the exit status 1`() throws {
    let fresh = try SampleStore(
      [Sample.lisbon], [Sample.outcome(Sample.lisbon, at: SampleStore.now - 60)])
    #expect(fresh.ask("status").status == .done)
    #expect(fresh.ask("status", at: SampleStore.now + 86_400).status == .nothing)
    #expect(fresh.ask("status", "--max-age", "30s").status == .nothing)
    let text = try Sample.twoCities().ask("status")
    #expect(text.status == .nothing)
    #expect(text.text.contains("STALE 9 h"))
  }

  @Test func `a source that never answered counts as stale`() throws {
    let answer = try SampleStore([Sample.lisbon]).ask("status", "--json")
    #expect(answer.status == .nothing)
    let row = try #require(try answer.rows().first)
    #expect(row["stale"] == .bool(true))
    #expect(row["age_s"] == .null)
  }

  @Test func `a failure is shown with its reason`() throws {
    var outcome = Sample.outcome(Sample.lisbon, at: SampleStore.now - 600)
    outcome.results = []
    outcome.httpStatus = 401
    outcome.error = FetchError(.key, "open-meteo refused the key (401).", status: 401)
    outcome.retryAt = SampleStore.now + 3000
    let store = try SampleStore([Sample.lisbon], [outcome])
    let row = try #require(try store.ask("status", "--json").rows().first)
    #expect(row["error_class"] == .text("key"))
    #expect(row["error"] == .text("open-meteo refused the key (401)."))
    #expect(row["failures"] == .number(1))
    let text = store.ask("status").text
    #expect(
      text.contains(
        "Lisbon, open-meteo: key refused: open-meteo refused the key (401). (next try with the next sync, with"
          + " --due not within 50 min)"))
  }

  @Test func `the json is kept byte for byte`() throws {
    let answer = try Sample.twoCities().ask("status", "--json")
    // The size is SQLite's own matter.
    let text = answer.text.replacing(#/"database_bytes":[1-9][0-9]+/#, with: "\"database_bytes\":1")
    #expect(try Golden.difference(text, from: "cli/status.json") == nil)
  }

  @Test func `each row tells of the whole database`() throws {
    let store = try Sample.twoCities()
    try store.folder.write("almanac.db.corrupt-20261130T000000Z", "junk")
    for row in try store.ask("status", "--json").rows() {
      #expect(row["daemon"] == .null && row["daemon_pid"] == .null)
      #expect(row["last_run_at"] == .text("2026-11-30T11:48:20+00:00"))
      #expect(row["database_oldest_at"] == .text("2026-11-30T03:00:00+00:00"))
      #expect(row["database_set_aside"] == .number(1))
      #expect(row["database_gaps"] == .number(0) && row["database_gap_s"] == .number(0))
    }
  }

  @Test func `a database of imports alone is told of, too`() throws {
    let store = try SampleStore([])
    try store.adopt(Sample.lisbon, provider: "weewx", at: [SampleStore.now - 600])
    let answer = store.ask("status")
    #expect(answer.status == .nothing)
    #expect(answer.errors == "almanac: No service is asked about these cities.\n")
    #expect(answer.text.contains("Readings from 2026-11-30 to 2026-11-30 11:50 UTC."))
    #expect(store.ask("status", "--json").text == "[]\n")
  }

  @Test func `cities that were taken out of the list are told of`() throws {
    let store = try SampleStore(
      [Sample.city("gone", "Gone", position: 0, active: false)],
      [])
    let answer = store.ask("now")
    #expect(answer.status == .nothing)
    #expect(answer.errors.contains("No city is configured any more; --all, or a name"))
    #expect(answer.errors.contains(" gone."))
  }
}

struct CitiesQueryTests {
  @Test(arguments: [
    ("cities.txt", ["cities"]), ("cities.json", ["cities", "--json"]),
    ("cities-verbose.txt", ["cities", "--verbose"]),
  ])
  func `the list is kept byte for byte`(name: String, words: [String]) throws {
    let answer = try Sample.twoCities().ask(words)
    #expect(answer.status == .done)
    #expect(try Golden.difference(answer.text, from: "cli/\(name)") == nil)
  }

  @Test func `a city that was taken out shows only when it is named or with --all`() throws {
    let gone = Sample.city("gone", "Gone", position: 1, active: false)
    let store = try SampleStore(
      [Sample.lisbon, gone],
      [
        Sample.outcome(Sample.lisbon, at: SampleStore.now),
        Sample.outcome(gone, at: SampleStore.now),
      ])
    #expect(try store.ask("now", "--json").rows().count == 1)
    #expect(try store.ask("now", "--json", "--all").rows().count == 2)
    #expect(try store.ask("now", "--json", "gone").rows().count == 1)
    #expect(try store.ask("cities", "--json", "gone").rows()[0]["observations"] == .number(1))
    #expect(store.ask("status", "gone").status == .nothing)
  }
}
