/// A piece of a schedule's text that knows where it stands.
struct Word {
  let text: Substring
  /// Its first character, counted from 1.
  let position: Int

  /// Whether it leaves its field unrestricted, by Vixie cron's rule.
  var isStarred: Bool { text.first == "*" }

  /// The pieces between white space.
  static func all(of text: String) -> [Word] {
    Word(text: text[...], position: 1).pieces { $0.isWhitespace }.filter { !$0.text.isEmpty }
  }

  /// The pieces between separators, empty ones too.
  func split(at separator: Character) -> [Word] { pieces { $0 == separator } }

  /// The word without white space around it.
  var trimmed: Word {
    let start = text.drop { $0.isWhitespace }
    let position = position + text.count - start.count
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else {
      return Word(text: start, position: position)
    }
    return Word(text: start[...last], position: position)
  }

  private func pieces(separatedWhere isSeparator: (Character) -> Bool) -> [Word] {
    var position = position
    return text.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).map { piece in
      defer { position += piece.count + 1 }
      return Word(text: piece, position: position)
    }
  }
}
