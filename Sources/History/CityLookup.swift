import SQLite
public import Weather

extension HistoryReader {
  /// The cities that words name, in the order of the words, each once; throws `CityLookupError`.
  ///
  /// An exact slug wins, also of a city no longer listed. Then a name, then the beginning of a slug
  /// or name if it is unique, both without regard to case and accents; cities no longer listed
  /// are found by these only if asked for, or where no other city fits.
  public func resolve(_ words: [String], includeInactive: Bool) throws -> [CityRecord] {
    let all = try cities(includeInactive: true)
    var lookup = CityLookup(all, includeInactive: includeInactive)
    var found: [CityRecord] = []
    for word in words {
      let city = try lookup.find(word)
      if !found.contains(where: { $0.city.slug == city.city.slug }) { found.append(city) }
    }
    return found
  }
}

/// Finds cities by what people type.
private struct CityLookup {
  private let cities: [CityRecord]
  private let includeInactive: Bool
  /// Slug and folded name of each city; made at the first word that is no slug.
  private var folded: [String]?

  init(_ cities: [CityRecord], includeInactive: Bool) {
    self.cities = cities
    self.includeInactive = includeInactive
  }

  mutating func find(_ word: String) throws -> CityRecord {
    if let exact = cities.first(where: { $0.city.slug == word }) { return exact }
    let names = try folded ?? TextFolding.fold(cities.map(\.city.name))
    folded = names
    let wanted = try TextFolding.fold([word]).first ?? ""
    guard !wanted.isEmpty else { throw unknown(word, wanted, names) }
    let cities = self.cities
    let slugForm = wanted.split(separator: " ").joined(separator: "-")
    let tests: [(Int) -> Bool] = [
      { names[$0] == wanted || cities[$0].city.slug == slugForm },
      { names[$0].hasPrefix(wanted) || cities[$0].city.slug.hasPrefix(slugForm) },
    ]
    let listed = cities.indices.filter { cities[$0].active }
    let groups = includeInactive ? [Array(cities.indices)] : [listed, Array(cities.indices)]
    for group in groups {
      for test in tests {
        let hits = group.filter(test)
        if hits.count == 1 { return cities[hits[0]] }
        guard hits.isEmpty else {
          throw CityLookupError(
            .ambiguous, word: word, candidates: hits.map { cities[$0].city.slug })
        }
      }
    }
    throw unknown(word, wanted, names)
  }

  private func unknown(_ word: String, _ wanted: String, _ names: [String]) -> CityLookupError {
    let ranked = cities.indices.map { index in
      let distance = min(
        EditDistance.between(wanted, names[index]),
        EditDistance.between(wanted, cities[index].city.slug))
      return (distance: distance, slug: cities[index].city.slug)
    }
    let near = ranked.filter { $0.distance <= max(2, wanted.count / 2) }
      .sorted { ($0.distance, $0.slug) < ($1.distance, $1.slug) }
    return CityLookupError(.unknown, word: word, candidates: near.prefix(3).map(\.slug))
  }
}

/// Folds names so that case, accents and punctuation don't matter.
enum TextFolding {
  /// The words of each text in lower case without diacritics, joined by blanks.
  ///
  /// SQLite's own full-text tokenizer does it, because FoundationEssentials has no folding.
  static func fold(_ texts: [String]) throws -> [String] {
    let memory = try Connection(path: "", mode: .memory)
    try memory.execute(
      """
      CREATE VIRTUAL TABLE folded USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE word USING fts5vocab (folded, instance);
      """)
    try memory.transaction {
      let insert = try memory.prepare("INSERT INTO folded (rowid, text) VALUES (?1, ?2)")
      for (index, text) in texts.enumerated() {
        insert.bind(1, Int64(index))
        insert.bind(2, text)
        try insert.run()
      }
    }
    var words = [[String]](repeating: [], count: texts.count)
    try memory.prepare("SELECT doc, term FROM word ORDER BY doc, offset").each { row in
      words[row.integer(0)].append(row.text(1) ?? "")
    }
    return words.map { $0.joined(separator: " ") }
  }
}

/// How far apart two words are.
private enum EditDistance {
  /// The least number of characters to insert, delete or replace (Levenshtein).
  static func between(_ left: String, _ right: String) -> Int {
    let columns = Array(right)
    var above = Array(0...columns.count)
    for (row, character) in left.enumerated() {
      var line = [row + 1]
      for (column, other) in columns.enumerated() {
        let replaced = above[column] + (character == other ? 0 : 1)
        line.append(min(replaced, above[column + 1] + 1, line[column] + 1))
      }
      above = line
    }
    return above.last ?? left.count
  }
}
