import AlmanacTestKit
import FoundationEssentials
import Testing

@testable import CommandLine

struct ProgramTests {
  static let programs = [Program.almanac, .almanacd]

  @Test(arguments: programs)
  func `help is kept byte for byte`(program: Program) throws {
    #expect(try Golden.difference(program.help, from: "help/\(program.name).txt") == nil)
    for command in program.commands {
      let name = "help/\(program.name)-\(command.name).txt"
      #expect(try Golden.difference(program.help(of: command), from: name) == nil)
    }
  }

  @Test(arguments: programs)
  func `no line of help is wider than 80 columns`(program: Program) {
    let texts = [program.help] + program.commands.map(program.help(of:))
    for line in texts.joined().split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: programs)
  func `each example is a line that the program takes`(program: Program) throws {
    for example in program.examples + program.commands.flatMap(\.examples) {
      var words = Self.words(of: example.line)
      #expect(words.removeFirst() == program.name)
      _ = try program.parse(words)
    }
  }

  /// The words of a line as a shell has them, up to where it goes on to another program or a file.
  private static func words(of line: String) -> [String] {
    var words: [String] = [], word = "", quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if "'\"".contains(character) {
        quote = character
      } else if "|>".contains(character) {
        break
      } else if character == " " {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  @Test(arguments: programs)
  func `names and letters of a command's options are its own`(program: Program) {
    for command in program.commands {
      let options = program.options(of: command)
      #expect(Set(options.map(\.long)).count == options.count)
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count)
    }
  }

  // An option may stand before its command, so its shape can't depend on the command; the values
  // that it takes may.
  @Test(arguments: programs)
  func `one name means one option in all commands`(program: Program) {
    var known: [String: Option] = [:]
    for option in (program.commands.flatMap(\.options) + program.sharedOptions).map({
      $0.saying("in the command's words")
    }) {
      let other = known[option.long] ?? option
      #expect(other.short == option.short && other.placeholder == option.placeholder)
      #expect(other == option || (!other.allowed.isEmpty && !option.allowed.isEmpty))
      known[option.long] = option
    }
  }

  @Test func `each command takes its own values of an option that all have`() throws {
    let program = Program.almanac
    for words in [["export", "-f", "sqlite"], ["-f", "prometheus", "export"]] {
      #expect(try program.parse(words).command.name == "export")
    }
    for words in [["now", "-f", "sqlite"], ["-f", "table", "export"], ["-f", "prometheus"]] {
      #expect(throws: UsageError.self) { try program.parse(words) }
    }
  }

  @Test func `exit statuses have the numbers of sysexits`() {
    #expect(
      ExitStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78])
    #expect(ExitStatus.tryLater.code == "try_later")
    #expect(ExitStatus.usage.code == "usage")
  }

  @Test func `help names the documents below the prefix that the program is in, where they are`()
    throws
  {
    let folder = try TemporaryFolder()
    #expect(Installed.documents(of: "\(folder.path)/bin/almanac") == nil)
    let documents = folder.file("share/doc/almanac")
    try FileManager.default.createDirectory(atPath: documents, withIntermediateDirectories: true)
    #expect(Installed.documents(of: "\(folder.path)/bin/almanac") == documents)
    let program = Program.almanac
    let help = program.help(for: try program.parse(["--help"]), documents: documents)
    #expect(help == program.help + "Documents: \(documents)\n")
    let own = program.help(for: try program.parse(["now", "--help"]), documents: documents)
    #expect(!own.contains(documents))
  }
}
