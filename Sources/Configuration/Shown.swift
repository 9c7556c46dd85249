import Weather

/// Pieces of messages.
enum Shown {
  /// A text from the file in quotes, cleaned and cut.
  static func quoted(_ text: some StringProtocol) -> String {
    "\"\(CleanText.line(text, limit: 80))\""
  }

  /// A path, cleaned but hardly cut: its end is what tells files apart.
  static func path(_ path: String) -> String { CleanText.line(path, limit: 1024) }

  /// `a`, `a or b`, `a, b or c`.
  static func choice(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// ` (did you mean "b"?)`, or nothing when none is near.
  static func suggestion(for word: String, among words: some Sequence<String>) -> String {
    NearestName.find(word, among: words).map { " (did you mean \"\($0)\"?)" } ?? ""
  }
}

/// The known name that a mistyped one most likely means.
enum NearestName {
  /// The nearest name that begins alike or differs in few letters; nil when there is none.
  static func find(_ word: String, among names: some Sequence<String>) -> String? {
    guard word.utf8.count <= 100 else { return nil }
    let spelled = word.lowercased().replacing("_", with: "-")
    let limit = max(1, (spelled.count + 1) / 3)
    let ranked = names.map { name -> (name: String, distance: Int) in
      let known = name.lowercased().replacing("_", with: "-")
      let common = zip(spelled, known).prefix { $0 == $1 }.count
      let distance = distance(spelled, known)
      return (name, distance <= limit || common >= 3 ? distance : .max)
    }
    let best = ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return best.flatMap { $0.distance == .max ? nil : $0.name }
  }

  /// Letters to add, drop, replace or swap with a neighbour (optimal string alignment).
  private static func distance(_ first: String, _ second: String) -> Int {
    let left = Array(first), right = Array(second)
    var older: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        var cost = previous[column] + (left[row] == right[column] ? 0 : 1)
        cost = min(cost, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, older[column - 1] + 1)
        }
        current.append(cost)
      }
      older = previous
      previous = current
    }
    return previous[right.count]
  }
}
