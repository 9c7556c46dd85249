extension Program {
  /// Understands the words after the program's name, or says which one is wrong.
  ///
  /// Options may stand before the command, after it and between its words. The last of two values
  /// counts. Abbreviated names are not taken: a script would break when an option is added.
  public func parse(_ words: [String]) throws(UsageError) -> ParsedCommand {
    var reading = Reading(program: self)
    let tokens = Token.tokens(of: words)
    var index = 0
    while index < tokens.count {
      index += try reading.take(tokens[index...])
    }
    return try reading.finish()
  }
}

/// The second pass: tokens become a command, options and arguments.
private struct Reading {
  let program: Program
  private var command: Command?
  private var arguments: [String] = []
  /// Whether the first word is `help`, which stands for `--help`.
  private var isHelp = false
  /// Options in the order of the line, with the word that they were typed as.
  private var given: [(option: Option, value: String, word: String)] = []

  init(program: Program) { self.program = program }

  /// Takes the first token, and the next one if that is its value; returns how many it took.
  mutating func take(_ tokens: ArraySlice<Token>) throws(UsageError) -> Int {
    guard let token = tokens.first else { return 0 }
    let next = tokens.dropFirst().first
    switch token.shape {
    case .plain:
      takeWord(token)
      return 1
    case .long(let name, let value):
      return try takeLong(name, value: value, next: next)
    case .letters(let letters):
      return try takeLetters(letters, next: next)
    }
  }

  private mutating func takeWord(_ token: Token) {
    guard command == nil, arguments.isEmpty, !token.isAfterTerminator else {
      arguments.append(token.word)
      return
    }
    if let named = program.command(token.word) {
      command = named
    } else if token.word == "help" {
      isHelp = true
    } else {
      arguments.append(token.word)
    }
  }

  private mutating func takeLong(
    _ name: String, value: String?, next: Token?
  ) throws(UsageError) -> Int {
    guard let option = option({ $0.long == name }) else { throw unknown("--\(name)") }
    guard option.takesValue || option.valueMayBeLeftOut && value != nil else {
      if value != nil { throw UsageError("--\(name) takes no value") }
      given.append((option, "", "--\(name)"))
      return 1
    }
    if let value {
      try add(option, value, word: "--\(name)")
      return 1
    }
    try add(option, try following(next, option, word: "--\(name)"), word: "--\(name)")
    return 2
  }

  private mutating func takeLetters(_ letters: String, next: Token?) throws(UsageError) -> Int {
    var rest = letters[...]
    while let letter = rest.popFirst() {
      let word = "-\(letter)"
      guard let option = option({ $0.short == letter }) else { throw unknown(word) }
      guard option.takesValue else {
        given.append((option, "", word))
        continue
      }
      if rest.isEmpty {
        try add(option, try following(next, option, word: word), word: word)
        return 2
      }
      try add(option, String(rest), word: word)
      return 1
    }
    return 1
  }

  /// The word after an option that needs one.
  private func following(
    _ next: Token?, _ option: Option, word: String
  ) throws(UsageError) -> String {
    guard let next, next.shape == .plain, !next.isAfterTerminator else {
      throw UsageError("\(word) needs a value", advice: "\(word) \(option.valueHint)")
    }
    return next.word
  }

  private mutating func add(
    _ option: Option, _ value: String, word: String
  ) throws(UsageError) {
    if value.isEmpty { throw UsageError("the value of \(word) is empty") }
    given.append((option, value, word))
  }

  /// Refuses a value that the command's option of this name does not take.
  private func check(_ value: String, of option: Option, word: String) throws(UsageError) {
    guard !option.allowed.isEmpty, !option.allowed.contains(value) else { return }
    let nearest = Nearest.match(value, in: option.allowed).map { "did you mean \($0)?" }
    throw UsageError(
      "\(word) can't be \(UsageError.quoted(value))",
      advice: nearest ?? "it is one of \(option.allowed.joined(separator: ", "))")
  }

  /// The first option of any command that fits: which command it is may not be known yet.
  private func option(_ fits: (Option) -> Bool) -> Option? {
    if let command, let own = command.options.first(where: fits) { return own }
    return program.sharedOptions.first(where: fits)
      ?? program.commands.lazy.flatMap(\.options).first(where: fits)
  }

  private func unknown(_ word: String) -> UsageError {
    if ForbiddenOption.names.contains(word.lowercased()) { return ForbiddenOption.error(word) }
    if command == nil, let first = arguments.first, let error = program.mistaken(first) {
      return error
    }
    let known =
      (command.map { program.options(of: $0) }
      ?? program.sharedOptions + program.commands.flatMap(\.options)).map { "--\($0.long)" }
    return UsageError(
      "there is no option \(UsageError.quoted(word))",
      advice: Nearest.match(word, in: known).map { "did you mean \($0)?" }
        ?? "see \(program.name) \(command.map { "\($0.name) " } ?? "")--help")
  }

  func finish() throws(UsageError) -> ParsedCommand {
    let wish: ParsedCommand.Wish =
      isHelp || has(.help) ? .help : has(.version) ? .version : .run
    if isHelp, self.command == nil, !arguments.isEmpty { throw noCommand() }
    guard
      let command = command ?? program.defaultCommand.flatMap(program.command)
        ?? (wish == .run ? nil : program.commands.first)
    else { throw noCommand() }
    if wish == .run { try check(against: command) }
    let values = given.map { option, value, _ in
      option.abbreviates.map { (name: $0.option, value: $0.value) } ?? (option.long, value)
    }
    return ParsedCommand(
      wish: wish, command: command, isNamed: self.command != nil, arguments: arguments,
      given: values)
  }

  private func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  private func check(against command: Command) throws(UsageError) {
    for (option, value, word) in given {
      guard let own = program.option(option.long, of: command) else {
        throw UsageError(
          "\(word) is not an option of \(program.name) \(command.name)",
          advice: owners(of: option))
      }
      try check(value, of: own, word: word)
    }
    let most = command.words.reduce(0) { $0 + $1.count.upperBound }
    if arguments.count > most {
      throw UsageError(
        "\(program.name) \(command.name) can't take \(UsageError.quoted(arguments[most]))",
        advice: "see \(program.name) \(command.name) --help")
    }
    var least = 0
    for argument in command.words {
      least += argument.count.lowerBound
      if arguments.count < least {
        throw UsageError("\(program.name) \(command.name) needs \(argument.placeholder)")
      }
    }
  }

  private func owners(of option: Option) -> String {
    let names = program.commands.filter { $0.options.contains(option) }.map(\.name)
    return "it belongs to \(names.joined(separator: ", "))"
  }

  private func noCommand() -> UsageError {
    let names = program.commands.map(\.name).joined(separator: ", ")
    guard let word = arguments.first else {
      return UsageError("say what to do", advice: "\(program.name) has the commands \(names)")
    }
    if let error = program.mistaken(word) { return error }
    return UsageError(
      "there is no command \(UsageError.quoted(word))",
      advice: program.nearestCommand(to: word).map { "did you mean \($0)?" }
        ?? "\(program.name) has the commands \(names)")
  }
}

extension Program {
  /// What to say of a word that is a command of the other program; nil where it is none.
  public func mistaken(_ word: String) -> UsageError? {
    let other = name == Program.almanac.name ? Program.almanacd : Program.almanac
    guard other.command(word) != nil else { return nil }
    return UsageError(
      "\(word) is a command of \(other.name)", advice: "\(other.name) \(word) --help says how")
  }
}

extension Option {
  /// What to type for the value: `FILE`, or the values that are taken.
  var valueHint: String {
    allowed.isEmpty ? placeholder ?? "" : allowed.joined(separator: "|")
  }
}

/// Options that other programs take keys by: command lines are readable by every local user.
private enum ForbiddenOption {
  static let names: Set<String> = [
    "--api-key", "--apikey", "--api_key", "--key", "--appid", "--app-id", "--token",
  ]

  static func error(_ word: String) -> UsageError {
    UsageError(
      "\(word) is not taken: other users of this machine can read command lines",
      advice: "put the key into a file that only you can read and name it with api_key_file "
        + "in the configuration, or set ALMANAC_KEY_<PROVIDER>")
  }
}
