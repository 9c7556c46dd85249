/// One command of a program: all that parsing and help need to know.
public struct Command: Sendable {
  /// What stands for the words after a command.
  public struct Argument: Sendable {
    /// What stands for it in help: `CITY`.
    public let placeholder: String
    /// One sentence without a full stop.
    public let help: String
    /// How many words it takes.
    public let count: ClosedRange<Int>
    /// Words that it may be whatever the database holds.
    public let known: [String]

    /// Declares an argument.
    public init(
      _ placeholder: String, count: ClosedRange<Int>, among known: [String] = [], _ help: String
    ) {
      self.placeholder = placeholder
      self.count = count
      self.known = known
      self.help = help
    }
  }

  /// A line to type and what it does.
  public struct Example: Sendable {
    /// The line, with the program's name.
    public let line: String
    /// What it does, in a few words.
    public let meaning: String

    /// Pairs a line with its meaning.
    public init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// An exit status and when it comes.
  public struct Exit: Sendable {
    /// The status.
    public let status: ExitStatus
    /// When it comes, in a few words.
    public let meaning: String

    /// Pairs a status with its meaning; nil is the usual one.
    public init(_ status: ExitStatus, _ meaning: String? = nil) {
      self.status = status
      self.meaning = meaning ?? status.meaning
    }
  }

  /// The word that is typed.
  public let name: String
  /// One line for the list of commands, without a full stop.
  public let summary: String
  /// A paragraph for the command's own help.
  public let discussion: String
  /// The words after the command, if it takes any.
  public let argument: Argument?
  /// The word after those, if there may be one.
  public let last: Argument?
  /// Its own options, without those that all commands share; one of the same name as a shared one
  /// takes its place.
  public let options: [Option]
  /// Lines to learn from.
  public let examples: [Example]
  /// The exit statuses that mean something of its own; the program's help lists the others.
  public let exits: [Exit]

  /// Declares a command.
  public init(
    _ name: String, _ summary: String, discussion: String, argument: Argument? = nil,
    last: Argument? = nil, options: [Option] = [], examples: [Example], exits: [Exit] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.argument = argument
    self.last = last
    self.options = options
    self.examples = examples
    self.exits = exits
  }
}

extension Command {
  /// Its arguments in the order of the line.
  public var words: [Argument] { [argument, last].compactMap(\.self) }
}

/// A program: its commands, the options that they share, and what a bare call means.
public struct Program: Sendable {
  /// The word that is typed.
  public let name: String
  /// One line, without a full stop.
  public let summary: String
  /// The commands in the order of help.
  public let commands: [Command]
  /// Options of every command; `--help` and `--version` are among them.
  public let sharedOptions: [Option]
  /// The command of a call that names none; nil means that one must be named.
  public let defaultCommand: String?
  /// The exit statuses that help lists.
  public let exits: [Command.Exit]
  /// Lines to learn from.
  public let examples: [Command.Example]
  /// The last line of help: where more is written; nil without one.
  public let reference: String?

  /// Declares a program.
  public init(
    _ name: String, _ summary: String, commands: [Command], sharedOptions: [Option],
    defaultCommand: String? = nil, exits: [Command.Exit], examples: [Command.Example],
    reference: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.sharedOptions = sharedOptions + [.help, .version]
    self.defaultCommand = defaultCommand
    self.exits = exits
    self.examples = examples
    self.reference = reference
  }

  /// The command of a name.
  public func command(_ name: String) -> Command? {
    commands.first { $0.name == name }
  }

  /// The command that was probably meant by a word that is none.
  public func nearestCommand(to word: String) -> String? {
    Nearest.match(word, in: commands.map(\.name))
  }

  /// The line that `--version` prints: `almanac 0.1.0`.
  public var versionLine: String { "\(name) \(Version.current)" }

  /// All options that a command takes.
  public func options(of command: Command) -> [Option] {
    command.options + sharedOptions(of: command)
  }

  /// The option of a long name as a command takes it; nil where it takes none of this name.
  public func option(_ long: String, of command: Command) -> Option? {
    command.options.first { $0.long == long } ?? sharedOptions.first { $0.long == long }
  }

  /// The options that a command shares with others.
  public func sharedOptions(of command: Command) -> [Option] {
    sharedOptions.filter { shared in !command.options.contains { $0.long == shared.long } }
  }
}
