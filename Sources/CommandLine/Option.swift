/// One option of a command, as the table declares it.
public struct Option: Sendable, Hashable {
  /// The name after `--`.
  public let long: String
  /// The letter after `-`, where there is one.
  public let short: Character?
  /// What stands for the value in help: `FILE`; nil for a flag.
  public let placeholder: String?
  /// Whether it is a flag that may have a value after an equals sign: `--watch`, `--watch=5`.
  public let valueMayBeLeftOut: Bool
  /// The only values that are taken; empty when any is.
  public let allowed: [String]
  /// One sentence without a full stop.
  public private(set) var help: String
  /// Whether each use adds a value; otherwise the last one counts.
  public let repeats: Bool
  /// Another option and value that this flag is short for: `--json` is `--format json`.
  public let abbreviates: Abbreviation?

  /// An option and value that a flag is short for.
  public struct Abbreviation: Sendable, Hashable {
    /// The long name of the other option.
    public let option: String
    /// The value that it gets.
    public let value: String
  }

  /// An option that takes a value.
  public init(
    _ long: String, short: Character? = nil, _ placeholder: String, allowed: [String] = [],
    repeats: Bool = false, _ help: String
  ) {
    self.long = long
    self.short = short
    self.placeholder = placeholder
    self.valueMayBeLeftOut = false
    self.allowed = allowed
    self.repeats = repeats
    self.help = help
    self.abbreviates = nil
  }

  /// A flag.
  public init(flag long: String, short: Character? = nil, _ help: String) {
    self.init(flag: long, short: short, optional: nil, abbreviates: nil, help)
  }

  /// A flag that may have a value after an equals sign.
  public init(flag long: String, optional placeholder: String, _ help: String) {
    self.init(flag: long, short: nil, optional: placeholder, abbreviates: nil, help)
  }

  /// A flag that is short for another option with a value.
  public init(flag long: String, for option: Option, _ value: String) {
    self.init(
      flag: long, short: nil, optional: nil,
      abbreviates: Abbreviation(option: option.long, value: value),
      "short for --\(option.long) \(value)")
  }

  private init(
    flag long: String, short: Character?, optional placeholder: String?,
    abbreviates: Abbreviation?, _ help: String
  ) {
    self.long = long
    self.short = short
    self.placeholder = placeholder
    self.valueMayBeLeftOut = placeholder != nil
    self.allowed = []
    self.repeats = false
    self.help = help
    self.abbreviates = abbreviates
  }

  /// The same option, as a command has it in which it means something a little different.
  func saying(_ help: String) -> Option {
    var option = self
    option.help = help
    return option
  }

  /// Whether a value belongs to it.
  public var takesValue: Bool { placeholder != nil && !valueMayBeLeftOut }
}

extension Option {
  /// `--help`, of every command.
  public static let help = Option(flag: "help", short: "h", "show this help")
  /// `--version`, of every command.
  public static let version = Option(flag: "version", "show the version")
}
