import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing

@testable import almanac

// B84 and B85: what is said when there is nothing to say.
struct NothingThereTests {
  private static let commands = ["now", "forecast", "history", "cities", "status"]

  private func ask(_ words: [String], _ path: String) -> Answer {
    answer(
      to: words,
      in: Surroundings(
        now: SampleStore.now, environment: ["ALMANAC_DB": path], isRoot: false,
        terminalWidth: nil))
  }

  @Test(arguments: commands)
  func `without a database each command says so and makes none`(command: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state/almanac.db")
    let text = ask([command], path)
    #expect(text.status == .missing)
    #expect(text.text == "")
    #expect(text.errors.hasPrefix("almanac: There is no database \(path) yet"))
    #expect(text.errors.split(separator: "\n").count == 1)
    let json = ask([command, "--json"], path)
    #expect(json.status == .missing)
    #expect(json.text == "[]\n")
    #expect(json.errors.hasPrefix("{\"error\":{\"code\":\"not_found\",\"message\":\""))
    #expect(json.errors.hasSuffix(",\"exit\":66}}\n"))
    let csv = ask([command, "--csv"], path)
    #expect(csv.text.hasPrefix("city,name,"))
    #expect(csv.text.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("state")))
  }

  @Test(arguments: commands)
  func `in an empty database each command says that nothing is there yet`(
    command: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("almanac.db", "")
    let text = ask([command], path)
    #expect(text.status == .nothing)
    #expect(text.errors.contains("There is nothing in"))
    let json = ask([command, "--json"], path)
    #expect(json.text == "[]\n")
    #expect(json.errors.contains("\"no_rows\""))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["almanac.db"])
  }

  @Test(arguments: [["now"], ["forecast"], ["history"], ["history", "--every", "day"]])
  func `a city without rows is named`(words: [String]) throws {
    let store = try SampleStore([Sample.lisbon])
    let text = ask(words, store.path)
    #expect(text.status == .nothing)
    #expect(text.text == "")
    #expect(text.errors.contains("for lisbon"))
    #expect(ask(words + ["--json"], store.path).text == "[]\n")
  }

  @Test func `cities without rows beside one with rows are named and cost nothing`() throws {
    let store = try SampleStore(
      [Sample.lisbon, Sample.oslo], [Sample.outcome(Sample.lisbon, at: SampleStore.now)])
    let text = store.ask("now")
    #expect(text.status == .done)
    #expect(text.errors == "almanac: No rows yet for oslo.\n")
    let json = store.ask("now", "--json")
    #expect(try json.rows().count == 1)
    #expect(
      json.errors
        == "{\"warning\":{\"code\":\"no_rows\",\"message\":\"No rows yet for oslo.\"}}\n")
  }

  @Test func `a command of the other program is named where there is no database, too`() throws {
    let folder = try TemporaryFolder()
    let answer = ask(["sync"], folder.file("almanac.db"))
    #expect(answer.status == .usage)
    #expect(answer.errors.hasPrefix("almanac: sync is a command of almanacd"))
  }

  @Test func `where nothing is known at all, it is said what to do`() throws {
    let store = try SampleStore([Sample.lisbon])
    #expect(
      store.ask("now").errors == "almanac: No rows yet for lisbon; almanac status says why.\n")
    let past =
      "almanacd backfill fetches what days were, almanacd import takes readings from a file.\n"
    for words in [
      ["records"], ["normals", "lisbon"], ["summary", "--month", "2026-10"],
    ] {
      #expect(store.ask(words).errors.hasSuffix("for lisbon; \(past)"), "\(words)")
    }
    // What is to come can't be fetched.
    #expect(
      store.ask("summary", "--month", "2026-12").errors
        == "almanac: No day of 2026-12 is over yet.\n")
  }

  @Test(arguments: ["oslo", "OSLO", "são tomé", "st", "Sao-Tome"])
  func `a city that is configured and was not fetched yet is no unknown one`(word: String) throws {
    let store = try SampleStore([Sample.lisbon])
    let path = try store.folder.write(
      "almanac.toml",
      """
      schedule = 15
      [[city]]
      name = "Oslo"
      [[city]]
      name = "São Tomé"
      [[city]]
      name = "St. John's"
      slug = "st"
      [[city]]
      name = "Idle"
      active = false
      """)
    let answer = store.ask(["now", word], environment: ["ALMANAC_CONFIG": path])
    #expect(answer.status == (word == "Sao-Tome" ? .usage : .nothing))
    #expect(
      answer.errors.contains("is configured and was not fetched yet: ") == (word != "Sao-Tome"))
    #expect(store.ask(["idle"], environment: ["ALMANAC_CONFIG": path]).status == .usage)
  }

  @Test func `an unknown city gets the nearest, a slip for a command gets that`() throws {
    let store = try Sample.twoCities()
    let unknown = store.ask("now", "lisbno")
    #expect(unknown.status == .usage)
    #expect(unknown.errors.contains("lisbon"))
    let json = store.ask("now", "--json", "nosuchcity")
    #expect(json.status == .usage)
    #expect(json.text == "[]\n")
    #expect(json.errors.contains("\"unknown_city\""))
    let slip = store.ask("forcast")
    #expect(slip.status == .usage)
    #expect(slip.errors.contains("did you mean almanac forecast?"))
  }

  @Test func `a word that may mean many cities names a few of them`() throws {
    let cities = (0..<12).map { Sample.city("place-\($0)", "Place \($0)", position: $0) }
    let answer = try SampleStore(cities).ask("now", "place")
    #expect(answer.status == .usage)
    #expect(answer.errors.hasPrefix("almanac: ‘place’ is ambiguous: place-"))
    #expect(answer.errors.hasSuffix(" and 4 more.\n"))
  }

  @Test func `an unknown service gets the nearest`() throws {
    let answer = try Sample.twoCities().ask("now", "--provider", "open-meto")
    #expect(answer.status == .usage)
    #expect(answer.errors.contains("did you mean open-meteo?"))
  }

  @Test(arguments: [
    ["--json", "--nosuch"], ["--nosuch", "--format", "json"], ["--format=json", "--days", "3"],
    ["--json", "--max-age", "soon"],
  ])
  func `a wrong line that asks for json gets json`(words: [String]) {
    let answer = ask(words, "/nowhere/almanac.db")
    #expect(answer.status == .usage)
    #expect(answer.text == "[]\n")
    #expect(answer.errors.hasPrefix("{\"error\":{\"code\":\"usage\""))
  }

  @Test func `a file that is no database is reported and left alone`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "not a database at all ", count: 500)
    let path = try folder.write("almanac.db", text)
    let answer = ask(["now"], path)
    #expect(answer.status == .data)
    #expect(answer.errors.contains("\(path) is no database of Almanac; it is left as it is."))
    #expect(try Fixture.read(path) == Array(text.utf8))
  }

  @Test func `a folder in the place of the database is named as one`() throws {
    let folder = try TemporaryFolder()
    let answer = ask(["now"], folder.path)
    #expect(answer.status == .missing)
    #expect(answer.errors.contains("\(folder.path) is a directory, not a database"))
  }

  @Test func `a configuration that can't be read is a warning on standard error`() throws {
    let store = try Sample.twoCities()
    let config = try store.folder.write("almanac.toml", "units = \n")
    let answer = store.ask("now", environment: ["ALMANAC_CONFIG": config])
    #expect(answer.status == .done)
    #expect(answer.text.contains("Lisbon"))
    #expect(answer.errors.contains("almanac.toml:1"))
  }

  @Test func `help and version need no store`() {
    #expect(ask(["--version"], "/nowhere").text == "almanac 0.1.0\n")
    let help = ask(["history", "--help"], "/nowhere")
    #expect(help.status == .done)
    #expect(help.text.hasPrefix("Usage: almanac history"))
  }
}
