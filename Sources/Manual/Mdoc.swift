/// Words and lists in mdoc(7), the language of the manual pages.
enum Mdoc {
  /// Source lines are kept below this many bytes, as `mandoc -T lint` asks.
  private static let width = 78

  /// Running text: a sentence begins on a line of its own, from which the end of one is known.
  static func text(_ text: String) -> String {
    sentences(of: text).flatMap(wrapped).map { "\($0)\n" }.joined()
  }

  /// A word of a macro, whatever it says.
  static func word(_ text: String) -> String {
    let escaped = escaped(text, isCode: true).replacing("\"", with: "\\(dq")
    return text.contains(" ") || isMacro(text) ? "\"\(escaped)\"" : escaped
  }

  /// A line to type.
  static func literal(_ line: String) -> String {
    ".Dl \"\(escaped(line, isCode: true).replacing("\"", with: "\\(dq"))\"\n"
  }

  /// Items of a macro line each, and what is to be said of them; nothing where there are none.
  static func list(_ items: [(tag: String, text: String)]) -> String {
    guard !items.isEmpty else { return "" }
    let body = items.map { ".It \($0.tag)\n\(text($0.text))" }.joined()
    return ".Bl -tag -width Ds\n\(body).El\n"
  }

  /// A text that roff takes for nothing but text, in ASCII.
  private static func escaped(_ text: String, isCode: Bool) -> String {
    var result = ""
    var previous: Character?
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      switch character {
      case "\\": result += "\\e"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "`": result += "\\(ga"
      case "'": result += isCode ? "\\(aq" : "'"
      case "-":
        let isInWord = previous?.isLetter == true && next?.isLetter == true
        result += isInWord && !isCode ? "-" : "\\-"
      default:
        for scalar in character.unicodeScalars {
          let hex = String(scalar.value, radix: 16, uppercase: true)
          let zeros = String(repeating: "0", count: max(0, 4 - hex.utf8.count))
          result += scalar.isASCII ? String(scalar) : "\\[u\(zeros)\(hex)]"
        }
      }
      previous = character
    }
    return result
  }

  /// Whether mdoc would take a word of a macro line for another macro or for punctuation.
  private static func isMacro(_ word: String) -> Bool {
    let isName = (2...3).contains(word.utf8.count) && word.first?.isUppercase == true
    return isName && word.dropFirst().allSatisfy(\.isLowercase)
  }

  private static func sentences(of text: String) -> [Substring] {
    var sentences: [Substring] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let after = text.index(after: index)
      if ".?!".contains(text[index]), after < text.endIndex, text[after] == " " {
        sentences.append(text[start..<after])
        start = text.index(after: after)
      }
      index = after
    }
    return start < text.endIndex ? sentences + [text[start...]] : sentences
  }

  private static func wrapped(_ sentence: Substring) -> [String] {
    var lines: [String] = []
    for word in sentence.split(whereSeparator: \.isWhitespace) {
      let escaped = escaped(String(word), isCode: false)
      if let last = lines.last, last.utf8.count + 1 + escaped.utf8.count <= width {
        lines[lines.count - 1] += " \(escaped)"
      } else {
        // A dot or an apostrophe at the beginning of a line would be a request.
        lines.append(".'".contains(escaped.first ?? " ") ? "\\&\(escaped)" : escaped)
      }
    }
    return lines
  }
}
