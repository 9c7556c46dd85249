/// A command line that has been understood: the command, its words and its options.
public struct ParsedCommand: Sendable {
  /// What the caller wants of the program.
  public enum Wish: Sendable, Equatable {
    /// Do what the command does.
    case run
    /// Show the program's help, or the command's if one was named.
    case help
    /// Show the version.
    case version
  }

  /// What is wanted.
  public let wish: Wish
  /// The command, or the program's default one.
  public let command: Command
  /// Whether the command's word was typed; otherwise the first argument may be a slip for one.
  public let isNamed: Bool
  /// The words that are neither the command nor an option.
  public let arguments: [String]
  /// The words that stand for the command's `argument`.
  public var words: [String] { Array(arguments.prefix(command.argument?.count.upperBound ?? 0)) }
  /// The word that stands for its `last`; nil where none was typed.
  public var lastWord: String? { arguments.dropFirst(words.count).first }
  /// Each option's long name with a value, in the order of the line.
  let given: [(name: String, value: String)]

  /// Whether a flag was given.
  public func has(_ option: Option) -> Bool { given.contains { $0.name == option.long } }

  /// The value of an option, the last one if it was given twice; nil if it was not given.
  public func value(of option: Option) -> String? {
    given.last { $0.name == option.long }?.value
  }

  /// All values of an option that repeats, in their order.
  public func values(of option: Option) -> [String] {
    given.filter { $0.name == option.long }.map(\.value)
  }

  /// The value as a case of an enumeration; the table's `allowed` has been checked already.
  public func choice<Choice: RawRepresentable<String>>(
    of option: Option, as type: Choice.Type
  ) -> Choice? {
    value(of: option).flatMap(Choice.init(rawValue:))
  }

  /// The value as a whole number in a range.
  public func integer(
    of option: Option, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option.long) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \(UsageError.quoted(text))")
    }
    return number
  }

  /// The value as a length of time in seconds: `90s`, `15m`, `1h`, `2d`, `1w`, or whole seconds.
  public func seconds(of option: Option) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let seconds = DurationText.seconds(text) else {
      throw UsageError(
        "--\(option.long) takes a length of time such as 90s, 15m, 2h or 7d, "
          + "not \(UsageError.quoted(text))")
    }
    return seconds
  }
}

/// Lengths of time as people type them.
public enum DurationText {
  /// Seconds of `90s`, `15m`, `1h`, `2d`, `1w`, `5y` (365 days each) or a bare number of seconds.
  ///
  /// nil for anything else, for less than a second and for more than a thousand years.
  public static func seconds(_ text: some StringProtocol) -> Int? {
    let factors: [Character: Int] = [
      "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_536_000,
    ]
    let factor = text.last.flatMap { factors[$0] }
    let digits = factor == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.count <= 11,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(digits)
    else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: factor ?? 1)
    return overflow || seconds < 1 || seconds > 31_536_000_000 ? nil : seconds
  }
}
