import CommandLine
import Testing

struct ParserTests {
  private func now(_ words: String...) throws -> ParsedCommand { try Program.almanac.parse(words) }

  private func message(_ program: Program, _ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try program.parse(words)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a bare almanac is almanac overview`() throws {
    let parsed = try now()
    #expect(parsed.command.name == "overview")
    #expect(!parsed.isNamed)
    #expect(parsed.arguments.isEmpty)
  }

  @Test func `a word that is no command is a city for the overview`() throws {
    let parsed = try now("lisbon", "oslo")
    #expect(parsed.command.name == "overview")
    #expect(!parsed.isNamed)
    #expect(parsed.arguments == ["lisbon", "oslo"])
    #expect(Program.almanac.nearestCommand(to: "forcast") == "forecast")
    #expect(Program.almanac.nearestCommand(to: "lisbon") == nil)
  }

  @Test(arguments: [
    ["history", "lisbon", "--since", "-7d"],
    ["history", "--since=-7d", "lisbon"],
    ["--since", "-7d", "history", "lisbon"],
    ["history", "-s-7d", "lisbon"],
    ["history", "-s", "-7d", "--", "lisbon"],
  ])
  func `an option is the same before and after the command and in each spelling`(
    words: [String]
  ) throws {
    let parsed = try Program.almanac.parse(words)
    #expect(parsed.command.name == "history")
    #expect(parsed.value(of: .since) == "-7d")
    #expect(parsed.arguments == ["lisbon"])
  }

  @Test func `after -- no word is an option or a command`() throws {
    let parsed = try now("--", "history", "--json")
    #expect(parsed.command.name == "overview")
    #expect(parsed.arguments == ["history", "--json"])
  }

  @Test func `letters join after one dash and the last may take a value`() throws {
    let parsed = try now("-avu", "uk")
    #expect(parsed.has(.all))
    #expect(parsed.has(.verbose))
    #expect(parsed.value(of: .units) == "uk")
  }

  @Test func `a flag may take a value, but never the next word`() throws {
    #expect(try now("--watch").value(of: .watch) == "")
    #expect(try now("--watch=5").value(of: .watch) == "5")
    #expect(try now("--watch", "5").arguments == ["5"])
    #expect(message(.almanac, ["--watch="]) == "the value of --watch is empty")
    #expect(try now().value(of: .watch) == nil)
  }

  @Test func `a flag may be short for an option with a value, and the last one counts`() throws {
    #expect(try now("--json").value(of: .format) == "json")
    #expect(try now("--json", "--format", "csv").value(of: .format) == "csv")
    #expect(try now("--format", "tsv", "--csv").value(of: .format) == "csv")
  }

  @Test func `an option that repeats keeps all its values`() throws {
    let parsed = try Program.almanacd.parse(["sync", "--city", "a", "-c", "b", "--city=c"])
    #expect(parsed.values(of: .city) == ["a", "b", "c"])
  }

  @Test(
    arguments: [
      (["now", "--fromat", "csv"], "there is no option ‘--fromat’; did you mean --format?"),
      (["now", "--form", "csv"], "there is no option ‘--form’; did you mean --format?"),
      (["now", "-z"], "there is no option ‘-z’; see almanac now --help"),
      (
        ["now", "--format"],
        "--format needs a value; --format table|csv|tsv|json|ndjson|markdown"
      ),
      (["now", "--db", "--json"], "--db needs a value; --db FILE"),
      (["now", "--db="], "the value of --db is empty"),
      (["now", "--db", ""], "the value of --db is empty"),
      (["now", "--units", "imperail"], "--units can't be ‘imperail’; did you mean imperial?"),
      (["now", "--color", "x"], "--color can't be ‘x’; it is one of auto, always, never"),
      (["now", "--json=1"], "--json takes no value"),
      (["now", "--days", "3"], "--days is not an option of almanac now; it belongs to forecast"),
      (["now", "--api-key", "SECRET"], nil),
      (["--appid=SECRET"], nil),
      (["now", "--a\u{1B}[31mb"], "there is no option ‘--a?[31mb’; see almanac now --help"),
    ] as [([String], String?)])
  func `a wrong line of almanac says what is wrong`(words: [String], expected: String?) throws {
    let text = try #require(message(.almanac, words))
    if let expected { #expect(text == expected) }
    #expect(!text.contains("SECRET"))
  }

  private static let commands =
    "almanacd has the commands run, sync, check, lookup, backfill, import, backup,"
    + " prune, rebuild, migrate, reprocess"

  @Test(arguments: [
    ([], "say what to do; \(Self.commands)"),
    (["snyc"], "there is no command ‘snyc’; did you mean sync?"),
    (
      ["frobnicate"],
      "there is no command ‘frobnicate’; \(Self.commands)"
    ),
    (["sync", "lisbon"], "almanacd sync can't take ‘lisbon’; see almanacd sync --help"),
    (["run", "--due"], "--due is not an option of almanacd run; it belongs to sync"),
  ])
  func `a wrong line of almanacd says what is wrong`(words: [String], expected: String) {
    #expect(message(.almanacd, words) == expected)
  }

  @Test(arguments: ["--api-key", "--key", "--appid", "--apikey", "--API-KEY"])
  func `no option takes a key, and the advice names the ways that do`(name: String) throws {
    for program in [Program.almanac, .almanacd] {
      let text = try #require(message(program, [name, "SECRET"]))
      #expect(text.contains("api_key_file"))
      #expect(text.contains("ALMANAC_KEY_"))
      #expect(!text.contains("SECRET"))
    }
  }

  @Test func `help and version win over what is missing`() throws {
    #expect(try Program.almanacd.parse(["--version"]).wish == .version)
    #expect(try Program.almanacd.parse(["--help"]).wish == .help)
    #expect(try Program.almanacd.parse(["sync", "-h"]).command.name == "sync")
    #expect(try now("--version", "--help").wish == .help)
    #expect(Program.almanac.versionLine == "almanac 0.1.0")
  }

  @Test func `help is a word for --help, of the program or of a command`() throws {
    for words in [["help"], ["help", "help"], ["--db", "x", "help"]] {
      let parsed = try Program.almanac.parse(words)
      #expect(parsed.wish == .help && !parsed.isNamed)
    }
    let topic = try Program.almanacd.parse(["help", "sync"])
    #expect(topic.wish == .help && topic.isNamed && topic.command.name == "sync")
    #expect(message(.almanac, ["help", "forcast"])?.contains("did you mean forecast?") == true)
    #expect(try now("now", "help").arguments == ["help"])
    #expect(try now("--", "help").arguments == ["help"])
  }

  @Test(arguments: [
    (Program.almanacd, ["now"], "now is a command of almanac; almanac now --help says how"),
    (
      .almanacd, ["export", "--csv"],
      "export is a command of almanac; almanac export --help says how"
    ),
    (.almanacd, ["help", "now"], "now is a command of almanac; almanac now --help says how"),
    (.almanac, ["sync", "--due"], "sync is a command of almanacd; almanacd sync --help says how"),
    (
      .almanac, ["sync", "-c", "x"], "sync is a command of almanacd; almanacd sync --help says how"
    ),
  ])
  func `a command of the other program is named as one`(
    program: Program, words: [String], expected: String
  ) {
    #expect(message(program, words) == expected)
  }
}

struct ParsedCommandTests {
  @Test(arguments: [("1", 1), ("16", 16)])
  func `a whole number in range is taken`(text: String, number: Int) throws {
    let parsed = try Program.almanac.parse(["forecast", "--days", text])
    #expect(try parsed.integer(of: .days, in: 1...16) == number)
  }

  @Test(arguments: ["0", "17", "x", "1.5", "-3", "99999999999999999999"])
  func `anything else is refused with the limits`(text: String) throws {
    let parsed = try Program.almanac.parse(["forecast", "--days=\(text)"])
    #expect(throws: UsageError("--days takes a whole number from 1 to 16, not ‘\(text)’")) {
      try parsed.integer(of: .days, in: 1...16)
    }
  }

  @Test func `an option that was not given is nil`() throws {
    let parsed = try Program.almanac.parse(["now"])
    #expect(try parsed.integer(of: .days, in: 1...16) == nil)
    #expect(try parsed.seconds(of: .maximumAge) == nil)
    #expect(parsed.value(of: .units) == nil)
    #expect(parsed.values(of: .city).isEmpty)
  }

  @Test(
    arguments: [
      ("90s", 90), ("15m", 900), ("1h", 3600), ("2d", 172_800), ("1w", 604_800), ("60", 60),
      ("1y", 31_536_000), ("", nil), ("0s", nil), ("h", nil), ("-1h", nil), ("1.5h", nil),
      ("1H", nil), ("99999999999y", nil), ("123456789012", nil), ("²h", nil),
    ] as [(String, Int?)])
  func `a length of time is seconds`(text: String, seconds: Int?) {
    #expect(DurationText.seconds(text) == seconds)
  }

  @Test func `a wrong length of time says what one looks like`() throws {
    let parsed = try Program.almanac.parse(["now", "--max-age", "soon"])
    #expect(throws: UsageError.self) { try parsed.seconds(of: .maximumAge) }
  }
}
