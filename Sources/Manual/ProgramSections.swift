import CommandLine

/// The parts of a page that a program's table of commands gives.
struct ProgramSections {
  let program: Program

  /// How it is called: once in short, then each command.
  var synopsis: String {
    program.commands.map { command in
      let name = ".Cm \(command.name)\n"
      let isDefault = command.name == program.defaultCommand
      return ".Nm\n" + (isDefault ? ".Op Cm \(command.name)\n" : name)
        + ".Op Ar option ...\n" + command.words.map { ".\($0.mdoc)\n" }.joined()
    }.joined() + ".Nm\n.Fl \\-help | \\-version\n"
  }

  /// A subsection for each command.
  var commands: String {
    program.commands.map { command in
      let options =
        command.words.map { ("Ar \($0.placeholder)", sentence($0.help)) }
        + command.options.map(item)
      return ".Ss \(Mdoc.word(command.name)): \(Mdoc.word(command.summary))\n"
        + Mdoc.text(command.discussion)
        + Mdoc.list(options)
        + (command.exits.isEmpty ? "" : ".Pp\nIts exit statuses:\n.Pp\n" + exits(command.exits))
    }.joined()
  }

  /// The options of every command.
  var sharedOptions: String { Mdoc.list(program.sharedOptions.map(item)) }

  /// The exit statuses of the program.
  var exits: String { exits(program.exits) }

  /// Lines to learn from: the program's, then each command's that are not among them.
  var examples: String {
    var known: Set<String> = []
    let all = program.examples + program.commands.flatMap(\.examples)
    let new = all.filter { known.insert($0.line).inserted }
    return new.map { example in
      let meaning = sentence(example.meaning.prefix(1).uppercased() + example.meaning.dropFirst())
      let text = meaning.hasSuffix("?") ? meaning : String(meaning.dropLast()) + ":"
      return Mdoc.text(text) + Mdoc.literal(example.line)
    }.joined(separator: ".Pp\n")
  }

  private func exits(_ exits: [Command.Exit]) -> String {
    ".Bl -tag -width Ds -compact\n"
      + exits.map { ".It \($0.status.rawValue)\n\(Mdoc.text(sentence($0.meaning)))" }.joined()
      + ".El\n"
  }

  private func item(_ option: Option) -> (String, String) {
    let value =
      option.placeholder.map {
        option.valueMayBeLeftOut
          ? " Ns Op Li = Ns Ar \(Mdoc.word($0))" : " Ar \(Mdoc.word($0))"
      } ?? ""
    let letter = option.short.map { "\($0)\(value) , " } ?? ""
    let fallen = value.isEmpty || letter.isEmpty ? "" : "Fl "
    let choices = option.allowed.isEmpty ? "" : ": \(option.allowed.joined(separator: ", "))"
    return (
      "Fl \(letter)\(fallen)\\-\(Mdoc.word(option.long))\(value)",
      sentence(option.help + choices)
    )
  }

  /// Help lines are no sentences; a page's are.
  private func sentence(_ text: String) -> String {
    let isWhole = text.last.map { ".?!:".contains($0) } ?? true
    return text.prefix(1).uppercased() + text.dropFirst() + (isWhole ? "" : ".")
  }
}

extension Command.Argument {
  /// `Op Ar CITY ...`, without the dot of a macro line.
  fileprivate var mdoc: String {
    let word = count.upperBound > 1 ? "Ar \(placeholder) ..." : "Ar \(placeholder)"
    return count.lowerBound == 0 ? "Op \(word)" : word
  }
}
