/// Finds the known word that was probably meant by an unknown one.
public enum Nearest {
  /// The closest candidate, if it is close enough to suggest; the first of several equals.
  ///
  /// Close enough is one slip for up to four letters, two for up to eight, else three; case counts
  /// for nothing.
  public static func match(_ word: String, in candidates: some Sequence<String>) -> String? {
    matches(word, in: candidates, limit: 1).first
  }

  /// The close candidates, the closest first, at most so many.
  public static func matches(
    _ word: String, in candidates: some Sequence<String>, limit: Int
  ) -> [String] {
    let wanted = word.lowercased()
    let allowed = wanted.count <= 4 ? 1 : wanted.count <= 8 ? 2 : 3
    var found: [(slips: Int, order: Int, candidate: String)] = []
    for (order, candidate) in candidates.enumerated() {
      let slips = distance(wanted, candidate.lowercased())
      // A candidate whose every letter would have to change is no suggestion.
      if slips <= allowed, slips < candidate.count { found.append((slips, order, candidate)) }
    }
    found.sort { ($0.slips, $0.order) < ($1.slips, $1.order) }
    return found.prefix(limit).map(\.candidate)
  }

  /// The number of insertions, deletions, changes and swaps of neighbours between two words.
  ///
  /// Damerau–Levenshtein in its restricted form (optimal string alignment). Words longer than 64
  /// characters are compared by their first 64.
  public static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left.prefix(64)), b = Array(right.prefix(64))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        let same = a[i - 1] == b[j - 1]
        var best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, beforePrevious[j - 2] + 1)
        }
        row.append(best)
      }
      beforePrevious = previous
      previous = row
    }
    return previous[b.count]
  }
}
