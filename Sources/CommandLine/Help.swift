extension Program {
  /// The text of `--help`: of the command if one was named, else of the program, with the folder of
  /// its documents where there is one.
  public func help(for parsed: ParsedCommand, documents: String? = nil) -> String {
    guard !parsed.isNamed else { return help(of: parsed.command) }
    return help + (documents.map { "Documents: \($0)\n" } ?? "")
  }

  /// The program's help: what it is, lines to learn from, its commands.
  public var help: String {
    let commands = self.commands.map { ($0.name, $0.summary) }
    let word = defaultCommand == nil ? "COMMAND" : "[COMMAND]"
    var lines = ["\(name): \(summary)", "", "Usage: \(name) \(word) [OPTION]..."]
    lines += section("Examples", examples.map { ($0.line, $0.meaning) }, limit: 46)
    lines += section("Commands", commands)
    lines += section("Options of every command", sharedOptions.map(\.helpRow))
    lines += section("Exit status", exits.map(\.helpRow))
    lines += ["", "More about a command: \(name) COMMAND --help"]
    lines += reference.map { [$0] } ?? []
    return lines.joined(separator: "\n") + "\n"
  }

  /// A command's help: how to call it, lines to learn from, its options.
  public func help(of command: Command) -> String {
    let words = command.words.map { " \($0.usage)" }.joined()
    var lines = ["Usage: \(name) \(command.name)\(words) [OPTION]...", ""]
    lines += TextWrap.lines(of: command.discussion, width: TextWrap.width)
    lines += section("Examples", command.examples.map { ($0.line, $0.meaning) }, limit: 46)
    lines += section("Arguments", command.words.map { ($0.placeholder, $0.help) })
    lines += section("Options", command.options.map(\.helpRow))
    if command.options.contains(.line) {
      let letters = LineLetter.allCases.map { ("%\($0.rawValue)", $0.meaning) }
      lines += section("Letters of --line", letters + [("%%", "a per cent sign")])
    }
    lines += section("Options of every command", sharedOptions(of: command).map(\.helpRow))
    lines += section("Exit status", command.exits.map(\.helpRow))
    return lines.joined(separator: "\n") + "\n"
  }

  /// A heading and rows of two columns; nothing at all when there are no rows.
  private func section(_ title: String, _ rows: [(String, String)], limit: Int = 26) -> [String] {
    guard !rows.isEmpty else { return [] }
    return ["", "\(title):"] + TextWrap.columns(rows, limit: limit)
  }
}

extension Command.Argument {
  /// `CITY`, `[CITY]...`, as usage lines have it.
  var usage: String {
    let word = count.lowerBound == 0 ? "[\(placeholder)]" : placeholder
    return count.upperBound > 1 ? "\(word)..." : word
  }
}

extension Command.Exit {
  /// Left and right column of a help line.
  var helpRow: (String, String) { ("\(status.rawValue)", meaning) }
}

extension Option {
  /// Left and right column of a help line.
  var helpRow: (String, String) {
    let letter = short.map { "-\($0), " } ?? "    "
    let value = placeholder.map { valueMayBeLeftOut ? "[=\($0)]" : " \($0)" } ?? ""
    let choices = allowed.isEmpty ? "" : ": \(allowed.joined(separator: ", "))"
    return ("\(letter)--\(long)\(value)", help + choices)
  }
}

/// Text broken into lines at blanks.
enum TextWrap {
  /// The width of help, whatever the terminal's: it is read, kept and compared as text.
  static let width = 80

  /// Lines of at most so many characters; a longer word gets a line of its own.
  static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Rows of two columns; a left part wider than the limit stands on a line of its own.
  static func columns(_ rows: [(String, String)], limit: Int) -> [String] {
    let left = min(limit, rows.map(\.0.count).max() ?? 0)
    let indent = String(repeating: " ", count: left + 4)
    return rows.flatMap { name, text in
      let wrapped = lines(of: text, width: width - left - 4)
      let padding = String(repeating: " ", count: max(0, left - name.count))
      let first = name.count > left ? "  \(name)" : "  \(name)\(padding)  \(wrapped.first ?? "")"
      let rest = name.count > left ? wrapped[...] : wrapped.dropFirst()
      return [first] + rest.map { indent + $0 }
    }
  }
}
