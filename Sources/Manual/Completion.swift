import CommandLine
import Presentation
import Weather

/// What a shell offers for a value or a word.
enum Completion: Equatable {
  /// Words that are known beforehand.
  case words([String])
  case file, folder
  /// Slugs of the database.
  case city
  /// Slugs of the database, and words that are known beforehand.
  case cityOr([String])
  /// Services of the database, and further words.
  case service([String])
  /// Columns of the database.
  case column
  /// A name of the user's, an equals sign and a column of the database.
  case mapping
  /// Nothing: numbers, names that only the user knows.
  case nothing

  /// For each word that stands for a value in the tables of commands.
  static let placeholders: [String: Completion] = [
    "FILE": .file, "DIR": .folder, "CITY": .city, "SLUG": .city, "COLUMN": .column,
    "COLUMN=FIELD": .mapping, "TIME": .words(["today", "yesterday", "-24h", "-7d"]),
    "LENGTH": .words(["24h", "7d"]), "AGE": .words(["1h", "3h"]),
  ]

  init(_ option: Option) {
    if !option.allowed.isEmpty {
      self = .words(option.allowed)
    } else if option.long == Option.provider.long {
      self = .service(option == .provider ? ["all"] : [])
    } else {
      self = Self.placeholders[option.placeholder ?? ""] ?? .nothing
    }
  }

  init(_ argument: Command.Argument?) {
    let known = argument?.known ?? []
    self =
      known.isEmpty ? Self.placeholders[argument?.placeholder ?? ""] ?? .nothing : .cityOr(known)
  }

  /// Which column of `almanac status --format tsv` has the slugs, which the names, which the
  /// services: it lists all cities, also those without a row, and counts none.
  static let slug = column("city"), name = column("name"), provider = column("provider")

  private static func column(_ name: String) -> Int {
    (FetchingReport.columns.firstIndex { $0.name(in: .si) == name } ?? 0) + 1
  }
}

/// What the scripts of all shells need to know of a program.
struct CompletionTable {
  let program: Program

  /// The commands, in their order, that have options of their own.
  var commandsWithOptions: [Command] { program.commands.filter { !$0.options.isEmpty } }

  /// All options, each once.
  var options: [Option] {
    var known: Set<Option> = []
    return (program.sharedOptions + program.commands.flatMap(\.options)).filter { option in
      !variants.contains { $0.option == option } && known.insert(option).inserted
    }
  }

  /// The commands that take other values for a shared option than the others, with theirs.
  var variants: [(command: Command, option: Option)] {
    program.commands.flatMap { command in
      command.options.filter { own in program.sharedOptions.contains { $0.long == own.long } }
        .map { (command, $0) }
    }
  }

  /// What words after a command may be, for all commands.
  var kinds: [Completion] {
    let mixed = program.commands.map { Completion($0.argument) }.filter {
      if case .cityOr = $0 { true } else { false }
    }
    return [.city] + mixed + [.file, .folder, .column]
  }

  /// Names of commands whose words are completed like this.
  func commands(taking completion: Completion) -> [String] {
    program.commands.filter { Completion($0.argument) == completion }.map(\.name)
  }

  /// What a word may be where no command was named.
  var unnamed: Completion {
    Completion(program.defaultCommand.flatMap(program.command)?.argument)
  }

  /// Options that say where the database is.
  static let sources = [Option.database.long, Option.configuration.long]

  /// `-u` and `--units`.
  static func spellings(of option: Option) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
  }

  /// The first line of each script.
  func head(_ shell: String) -> String {
    "# Completion of \(program.name) for \(shell), made by `make man` from the table of its commands."
  }
}

/// A word between single quotes, as all three shells read it.
func shellQuoted(_ text: String) -> String {
  "'\(text.replacing("'", with: "'\\''"))'"
}
