import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Presentation
import Testing

@testable import almanac

/// `docs/formats.md` is what programs rely on; who else reads the formats as it says is Python.
struct ContractTests {
  /// A question a command, with an answer that has rows; all of them in further words.
  private static let questions: [String: [[String]]] = [
    "overview": [[], ["lisbon"]],
    "now": [["now"], ["now", "-p", "all"]],
    "forecast": [["forecast", "lisbon"]],
    "history": [["history"], ["history", "--every", "hour"], ["history", "--every", "day"]],
    "summary": [["summary", "lisbon", "--month", "2026-10"]],
    "records": [["records", "lisbon"]],
    "normals": [["normals", "lisbon"]],
    "revisions": [["revisions", "lisbon", "today"]],
    "accuracy": [["accuracy", "lisbon"]],
    "when": [["when", "lisbon", "1"], ["when", "lisbon", "1", "--last", "2d"]],
    "cities": [["cities"]],
    "gaps": [["gaps", "--all"]],
    "status": [["status"]],
    "export": Program.views.map { ["export", $0] },
    "sql": [["sql", "SELECT * FROM current_conditions"], ["sql", "SELECT * FROM sync_log"]],
  ]

  /// The stores that the questions are asked of: each question has an answer in one of them.
  private static func stores() throws -> [(name: String, store: SampleStore)] {
    [
      ("two", try Sample.twoCities()), ("years", try YearsOfDays.forecast()),
      ("gaps", try GapsQueryTests.store()),
    ]
  }

  @Test func `every format of every command is read by an independent parser`() async throws {
    let folder = try TemporaryFolder()
    let program = Program.almanac
    var answered: Set<String> = []
    for (name, store) in try Self.stores() {
      for command in program.commands {
        let questions = try #require(
          Self.questions[command.name], "ask something of \(command.name) here")
        let formats = try #require(program.option(Option.format.long, of: command)).allowed
        for (number, words) in questions.enumerated() {
          for format in formats {
            let file = folder.file("\(name)-\(command.name)-\(number).\(format)")
            let options = try Self.options(format, words, number, file)
            guard let options else { continue }
            let answer = store.ask(words.filter { !options.dropped.contains($0) } + options.words)
            #expect([.done, .nothing].contains(answer.status), "\(words) \(answer.errors)")
            let lines = answer.output.count { $0 == UInt8(ascii: "\n") }
            if lines > 1 || !answer.output.isEmpty && format == "ndjson" || format == "sqlite" {
              answered.insert("\(command.name) \(format)")
            }
            if format != "sqlite" { try Data(answer.output).write(to: URL(filePath: file)) }
          }
        }
      }
    }
    let output = try await Subprocess.run(
      "python3", ["\(Fixture.repository)/Tests/Reference/formats.py", folder.path])
    #expect(output.stdout == "")
    #expect(output.stderr == "")
    // Without rows there would be little to read.
    let all = program.commands.flatMap { command in
      let formats = program.option(Option.format.long, of: command)?.allowed ?? []
      return formats.map { "\(command.name) \($0)" }
    }
    #expect(Set(all).subtracting(answered).sorted() == [])
  }

  /// What asks for a format; nil where a format is of all views at once and was asked for already.
  private static func options(
    _ format: String, _ words: [String], _ number: Int, _ file: String
  ) throws -> (words: [String], dropped: Set<String>)? {
    switch format {
    case "prometheus": number == 0 ? (["-f", format], Set(Program.views)) : nil
    case "sqlite": number == 0 ? (["-f", format, "-o", file], Set(Program.views)) : nil
    default: (["-f", format], [])
    }
  }

  @Test func `each command and error has its place in the contract, of the program's version`()
    throws
  {
    let text = String(
      decoding: try Fixture.read("\(Fixture.repository)/docs/formats.md"), as: UTF8.self)
    #expect(text.contains("\nVersion \(FormatContract.version). "))
    for command in Program.almanac.commands {
      #expect(text.contains("\n### `\(command.name)`"), "\(command.name)")
      let formats = Program.almanac.option(Option.format.long, of: command)?.allowed ?? []
      for format in formats where !["table", "markdown"].contains(format) {
        #expect(text.contains("| `\(format)` |"), "\(format)")
      }
    }
    for name in Program.views { #expect(text.contains("`\(name)`"), "\(name)") }
  }

  @Test func `the version of the formats is told to programs`() throws {
    let store = try Sample.twoCities()
    let version = FormatContract.version
    #expect(
      store.ask("--version", "--json").text
        == "{\"program\":\"almanac\",\"version\":\"\(Version.current)\",\"formats\":\(version)}\n")
    #expect(store.ask("--version").text == "almanac \(Version.current)\n")
    #expect(store.ask("export", "-f", "prometheus").text.contains("formats=\"\(version)\""))
  }

  @Test(arguments: [
    ["now", "nosuchcity"], ["now", "--nosuch"], ["nosuchcommand"], ["history", "--days", "3"],
    ["forecast", "--format", "json", "--days", "many"], ["when", "lisbon", "nonsense"],
    ["sql", "nonsense"], ["export", "nonsense"], ["sql"], ["export", "gaps", "cities"],
    ["now", "--db", "/nowhere/almanac.db"], ["normals", "lisbon", "never"],
  ])
  func `an error is JSON where JSON was asked for`(words: [String]) throws {
    let store = try Sample.twoCities()
    for option in [["--json"], ["-f", "json"], ["--format=ndjson"], ["-fndjson"]] {
      let answer = store.ask(option + words)
      #expect(answer.status != .done)
      let lines = answer.errors.split(separator: "\n")
      #expect(!lines.isEmpty, "\(words)")
      for line in lines {
        let object = try JSONDecoder().decode(
          [String: [String: JSONValue]].self, from: Data(line.utf8))
        #expect(object["error"]?["exit"] == .number(Double(answer.status.rawValue)))
        #expect(object["error"]?["code"] != nil && object["error"]?["message"] != nil)
      }
      let isDocument = option != ["--format=ndjson"] && option != ["-fndjson"]
      if !words.contains("json") { #expect(answer.text == (isDocument ? "[]\n" : "")) }
    }
  }
}
