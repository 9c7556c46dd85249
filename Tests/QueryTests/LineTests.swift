import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Testing
import Weather

@testable import almanac

struct LineTests {
  @Test(arguments: [
    (["--line", "%c %t"], "☂ 15.0 °C\n❄ -3.0 °C\n☀ 8.0 °C\n"),
    (["now", "--line", "%l %i"], "Lisbon lisbon\nOslo oslo\n東京 tokyo\n"),
    (["lisbon", "--line=%H/%L %r, %a"], "20.0 °C/9.4 °C ↗ +1.2, 12 min ago\n"),
    (["oslo", "--line", "[%s]%r %a %p"], "[STALE] STALE 9 h 0.4 mm/h\n"),
    (["lisbon", "--line", "[%s] %h%%"], "[] 68 %%\n"),
    (
      ["lisbon", "--line", "%t %w %p %P", "-u", "imperial"], "59.0 °F 22.4 mph 0.10 in 30.07 inHg\n"
    ),
    (
      ["tokyo", "--line", "%T %C %d %g %o %v %u %S %f"],
      "20:50 clear NW – – – – open-meteo 19.5 °C\n"
    ),
    (["lisbon", "--line", "\u{1B}[1mno letters"], "\u{1B}[1mno letters\n"),
  ])
  func `a template gives a line a city`(words: [String], text: String) throws {
    let answer = try OverviewTests.threeCities().ask(words, width: 80)
    #expect(answer.text == text)
    #expect(answer.errors == "")
    #expect(answer.status == .done)
  }

  @Test func `every letter has a value of its own`() throws {
    let store = try OverviewTests.threeCities()
    for letter in LineLetter.allCases where ![.stale, .change].contains(letter) {
      let answer = store.ask("lisbon", "--line", "%\(letter.rawValue)")
      #expect(answer.text.count > 1, "\(letter)")
    }
  }

  @Test func `with all services it is a line a reading`() throws {
    let answer = try Sample.twoCities().ask("oslo", "-p", "all", "--line", "%S")
    #expect(answer.text == "met-norway\nopen-meteo\n")
  }

  @Test func `its exit statuses are those of now`() throws {
    let store = try OverviewTests.threeCities()
    #expect(store.ask("--line", "%t", "--max-age", "1h").status == .nothing)
    #expect(store.ask("lisbon", "--line", "%t", "--max-age", "1h").status == .done)
    let none = try SampleStore([Sample.lisbon]).ask("--line", "%t")
    #expect(none.status == .nothing)
    #expect(none.text == "")
    #expect(none.errors.contains("No rows yet for lisbon"))
  }

  @Test(arguments: [
    (["--line", "%x"], "--line does not know ‘%x’; it knows %a age, %c sign, %C condition,"),
    (["--line", "%t %"], "--line does not know a single ‘%’ at its end; it knows %a"),
    (["--line", "%t", "--csv"], "--line has a form of its own"),
    (["history", "--line", "%t"], "--line is not an option of almanac history"),
  ])
  func `what it can't do is said before anything is read`(words: [String], message: String) {
    let answer = answer(
      to: words,
      in: Surroundings(
        now: SampleStore.now, environment: ["ALMANAC_DB": "/nowhere"], isRoot: false,
        terminalWidth: nil))
    #expect(answer.status == .usage)
    #expect(answer.text == "")
    #expect(answer.errors.contains(message), "\(answer.errors)")
  }

  @Test func `a city's name can't steer the terminal`() throws {
    let city = Sample.city("a", "A\u{1B}[2J\nB")
    let store = try SampleStore([city], [Sample.outcome(city, at: SampleStore.now)])
    #expect(store.ask("--line", "%l").text == "A[2J B\n")
  }
}
