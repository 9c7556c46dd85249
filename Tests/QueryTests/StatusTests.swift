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
        "Lisbon, open-meteo: key refused: open-meteo refused the key (401). (next try in 50 min)"))
  }

  @Test func `the json is kept byte for byte`() throws {
    let answer = try Sample.twoCities().ask("status", "--json")
    #expect(try Golden.difference(answer.text, from: "cli/status.json") == nil)
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
