import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Testing
import Weather

@testable import almanac

struct NowTests {
  @Test(arguments: [
    ("now", ["now"]), ("now-all", ["now", "--provider", "all"]),
    ("now-imperial", ["now", "-u", "imperial"]),
    ("now-markdown", ["now", "--format", "markdown"]),
    ("now-verbose", ["now", "lisbon", "--verbose"]),
  ])
  func `the weather now is kept byte for byte`(name: String, words: [String]) throws {
    let answer = try Sample.twoCities().ask(words)
    #expect(answer.status == .done)
    #expect(answer.errors == "")
    #expect(try Golden.difference(answer.text, from: "cli/\(name).txt") == nil)
  }

  @Test(arguments: ["csv", "tsv", "json", "ndjson"])
  func `the formats for programs are kept byte for byte`(format: String) throws {
    let answer = try Sample.twoCities().ask("now", "--format", format)
    #expect(try Golden.difference(answer.text, from: "cli/now.\(format)") == nil)
  }

  @Test func `a city's first service that is not stale answers, else its first`() throws {
    let store = try Sample.twoCities()
    let oslo = try store.ask("oslo", "--json").rows()
    #expect(oslo.map { $0["provider"] } == [.text("open-meteo")])
    let later = try store.ask("oslo", "--json", at: SampleStore.now + 86_400).rows()
    #expect(later.map { $0["provider"] } == [.text("met-norway")])
    #expect(later.map { $0["stale"] } == [.bool(true)])
    let named = try store.ask("oslo", "--json", "--provider", "met-norway").rows()
    #expect(named.map { $0["temperature_c"] } == [.number(-3)])
    let all = try store.ask("oslo", "--json", "--provider", "all").rows()
    #expect(all.map { $0["provider"] } == [.text("met-norway"), .text("open-meteo")])
  }

  @Test func `a plain question about stale rows succeeds, one with --max-age does not`() throws {
    let store = try Sample.twoCities()
    #expect(store.ask("now", at: SampleStore.now + 86_400).status == .done)
    #expect(store.ask("now", "--max-age", "1h").status == .done)
    let old = store.ask("now", "--max-age", "10m")
    #expect(old.status == .nothing)
    #expect(old.text.contains("Lisbon"))
    #expect(old.errors == "almanac: The oldest value is 12 min old: more than --max-age.\n")
  }

  @Test func `imported readings are never stale, and never shown before a service's`() throws {
    let store = try Sample.twoCities()
    try store.adopt(Sample.lisbon, provider: "weewx", at: [SampleStore.now - 370 * 86_400])
    let all = store.ask("now", "lisbon", "-p", "all", "--max-age", "1h")
    #expect(all.status == .done)
    #expect(all.errors == "")
    #expect(all.text.contains("370 d ago"))
    #expect(!all.text.contains("STALE"))
    let later = try store.ask("lisbon", "--json", at: SampleStore.now + 86_400).rows()
    #expect(later.map { $0["provider"] } == [.text("open-meteo")])
    #expect(later.map { $0["stale"] } == [.bool(true)])
  }

  @Test func `--max-age looks at imported readings where there are no others`() throws {
    let store = try SampleStore([Sample.lisbon])
    try store.adopt(Sample.lisbon, provider: "weewx", at: [SampleStore.now - 7200])
    #expect(store.ask("now").status == .done)
    #expect(store.ask("now", "--max-age", "1h").status == .nothing)
    #expect(store.ask("now", "--max-age", "3h").status == .done)
  }

  // B30: a label that is renamed while its value stays.
  @Test func `units change values and names together, and only where they are asked for`() throws {
    let store = try Sample.twoCities()
    let config = try store.folder.write("almanac.toml", "units = \"imperial\"\n")
    let text = store.ask("now", "lisbon", environment: ["ALMANAC_CONFIG": config]).text
    #expect(text.contains("68.0 °F"))
    #expect(text.contains("22.4 mph"))
    #expect(text.contains("0.10 in"))
    let plain = try store.ask("lisbon", "--json", environment: ["ALMANAC_CONFIG": config]).rows()[0]
    #expect(plain["temperature_c"] == .number(20))
    #expect(plain["wind_speed_ms"] == .number(10))
    #expect(plain["precipitation_mm"] == .number(2.54))
    let asked = try store.ask("lisbon", "--json", "--units", "imperial").rows()[0]
    #expect(asked["temperature_f"] == .number(68))
    #expect(asked["wind_speed_mph"] == .number(22.3694))
    #expect(asked["precipitation_in"] == .number(0.1))
    #expect(asked["temperature_c"] == nil)
  }

  // B17: codes and icons that no table has.
  @Test func `an unknown condition shows the service's own code`() throws {
    let a = Sample.city("a", "A"), b = Sample.city("b", "B", position: 1)
    let store = try SampleStore(
      [a, b],
      [
        Sample.outcome(a, at: SampleStore.now) {
          $0.condition = .unknown
          $0.conditionCode = 11
        },
        Sample.outcome(b, at: SampleStore.now) {
          $0.condition = .unknown
          $0.conditionCode = nil
          $0.icon = "possibly-snow-day"
        },
      ])
    let text = store.ask("now").text
    #expect(text.contains("unknown (11)"))
    #expect(text.contains("unknown (possibly-snow-day)"))
  }

  // B90: commas and quotes inside a name.
  @Test func `a name with commas and quotes is one name, in and out`() throws {
    let city = Sample.city("new-york-ny", "New York, \"NY\"")
    let store = try SampleStore([city], [Sample.outcome(city, at: SampleStore.now)])
    let answer = store.ask("now", "New York, \"NY\"", "--csv")
    #expect(answer.status == .done)
    #expect(answer.text.split(separator: "\n").count == 2)
    #expect(answer.text.contains("\nnew-york-ny,\"New York, \"\"NY\"\"\",open-meteo,"))
  }

  @Test func `a reading of the future is passed over and reported`() throws {
    let store = try SampleStore(
      [Sample.lisbon],
      [
        Sample.outcome(Sample.lisbon, at: SampleStore.now - 60),
        Sample.outcome(Sample.lisbon, at: SampleStore.now + 86_400) { $0.temperatureC = 99 },
      ])
    let answer = store.ask("now", "--json")
    #expect(try answer.rows()[0]["temperature_c"] == .number(20))
    #expect(answer.errors.contains("\"future_rows\""))
    #expect(answer.errors.contains("1 reading of the future was passed over"))
  }

  @Test func `two cities of one name are told apart by their slugs`() throws {
    let a = Sample.city("spr-il", "Springfield")
    let b = Sample.city("spr-mo", "Springfield", position: 1)
    let store = try SampleStore(
      [a, b],
      [Sample.outcome(a, at: SampleStore.now), Sample.outcome(b, at: SampleStore.now)])
    #expect(store.ask("now").text.contains("Springfield (spr-mo)"))
    let ambiguous = store.ask("now", "springfield")
    #expect(ambiguous.status == .usage)
    #expect(ambiguous.text == "")
    #expect(ambiguous.errors.contains("spr-il, spr-mo"))
    #expect(store.ask("now", "spr-il").status == .done)
  }
}
