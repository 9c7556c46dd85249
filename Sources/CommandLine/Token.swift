/// A word of the command line, sorted by its shape alone; what it means is decided later.
struct Token: Sendable, Equatable {
  enum Shape: Sendable, Equatable {
    /// `--name` or `--name=value`.
    case long(String, value: String?)
    /// `-abc`: letters after one dash.
    case letters(String)
    /// Anything else, also `-`, `-7d` and every word after `--`.
    case plain
  }

  /// The word as it was typed.
  let word: String
  let shape: Shape
  /// Whether it stood after `--`, where no word is an option or a command.
  let isAfterTerminator: Bool

  /// Sorts words into tokens; `--` itself gives none.
  static func tokens(of words: [String]) -> [Token] {
    var result: [Token] = []
    var terminated = false
    for word in words {
      if !terminated, word == "--" {
        terminated = true
      } else {
        result.append(
          Token(
            word: word, shape: terminated ? .plain : shape(of: word),
            isAfterTerminator: terminated))
      }
    }
    return result
  }

  private static func shape(of word: String) -> Shape {
    if word.hasPrefix("--") {
      let body = word.dropFirst(2)
      guard let equals = body.firstIndex(of: "=") else { return .long(String(body), value: nil) }
      return .long(String(body[..<equals]), value: String(body[body.index(after: equals)...]))
    }
    guard word.hasPrefix("-"), let first = word.dropFirst().unicodeScalars.first else {
      return .plain
    }
    // `-7d` and `-0.5` are values, never letters.
    return first.properties.numericType != nil || first == "."
      ? .plain : .letters(String(word.dropFirst()))
  }
}
