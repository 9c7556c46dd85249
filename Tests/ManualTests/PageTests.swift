import AlmanacTestKit
import CommandLine
import Configuration
import Presentation
import Testing
import Weather

@testable import Manual

struct PageTests {
  @Test
  func `every column of a view and of a command has a meaning, and no meaning is left over`()
    throws
  {
    let views = try SchemaView.all()
    var spoken: Set<String> = []
    let places =
      views.map { ($0.name, $0.columns) }
      + Page.reports.map { ($0.name, $0.columns.map { $0.name(in: .si) }) }
    for (place, columns) in places {
      for column in columns {
        #expect(
          ColumnMeaning.of(column, in: place) != nil,
          "say in ColumnMeaning what \(column) of \(place) is")
        spoken.formUnion([column, "\(place).\(column)"])
      }
    }
    #expect(ColumnMeaning.named.subtracting(spoken).sorted() == [])
  }

  @Test
  func `every view but the private ones is described`() throws {
    #expect(try SchemaView.all().map(\.name).sorted() == Page.about.keys.sorted())
  }

  @Test(arguments: ["almanac", "almanacd"])
  func `every command and option is on the page`(name: String) throws {
    let program = name == "almanac" ? Program.almanac : .almanacd
    let page = try #require(try Page.all().first { $0.file.hasPrefix("\(program.name).") }).text
    for command in program.commands {
      #expect(page.contains("\n.Ss \(command.name): "))
      for option in command.options + program.sharedOptions {
        let word = "\\-\(Mdoc.word(option.long))"
        let line = page.split(separator: "\n").first {
          $0.hasPrefix(".It Fl ") && $0.split(separator: " ").contains { $0 == word }
        }
        #expect(line != nil, "\(option.long)")
      }
    }
  }

  @Test
  func `every key of the configuration is on the page, and the example is read without a word`()
    throws
  {
    let page = Page.configuration.text
    let keys = [
      ConfigurationKey.file, ConfigurationKey.city, ConfigurationKey.service,
      ConfigurationKey.retention,
    ]
    for key in keys.joined() { #expect(page.contains("\n.It Cm \(key.name) Pq "), "\(key.name)") }
    // All literal blocks are one configuration, but for the key's file.
    let blocks = page.split(separator: ".Bd -literal -offset indent\n").dropFirst()
      .compactMap { $0.split(separator: ".Ed").first }.map { $0.replacing("\\-", with: "-") }
    #expect(blocks.count == 2)
    for block in blocks {
      let text = block.split(separator: "\n").filter { !$0.hasPrefix("api_key_file") }
      _ = try Configuration.parse(
        text: text.joined(separator: "\n"), path: "/a.toml", environment: [:])
    }
  }

  @Test(
    .enabled(if: Shell.isThere("mandoc"), "no mandoc here"), arguments: try Page.all().map(\.file))
  func `mandoc finds no fault, and no line is wider than 80 columns`(file: String) async throws {
    let folder = "\(Fixture.repository)/docs/man"
    let lint = try await Subprocess.run("mandoc", ["-T", "lint", file], folder: folder)
    #expect(lint.stdout == "")
    #expect(lint.status == 0)
    let text = try await Subprocess.run(
      "mandoc", ["-T", "utf8", "-O", "width=80", file], folder: folder)
    for line in text.stdout.split(separator: "\n") {
      // A letter over itself is bold, over a line is underlined.
      let width = line.count - 2 * line.count { $0 == "\u{8}" }
      #expect(width <= 80, "\(line)")
    }
  }

  @Test(arguments: [
    ("One. Two.", "One.\nTwo.\n"), (".start", "\\&.start\n"),
    ("a\\b ~ ^ `", "a\\eb \\(ti \\(ha \\(ga\n"),
    ("use --json or -7d", "use \\-\\-json or \\-7d\n"),
    ("a well-known 東", "a well-known \\[u6771]\n"),
  ])
  func `text is nothing but text to roff`(text: String, mdoc: String) {
    #expect(Mdoc.text(text) == mdoc)
  }

  @Test(arguments: [("Nm", "\"Nm\""), ("a b", "\"a b\""), ("say \"x\"", "\"say \\(dqx\\(dq\"")])
  func `a word of a macro is no macro`(text: String, mdoc: String) {
    #expect(Mdoc.word(text) == mdoc)
  }
}
