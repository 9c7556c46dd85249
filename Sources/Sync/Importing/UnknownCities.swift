import Import
import Weather

/// Rows that were left out because their city is not known, by what the file calls it.
public struct UnknownCities: Sendable {
  /// How many names are told apart: a column that is no city at all has one a row.
  static let limit = 20

  private struct Name {
    let word: String
    let first: ImportPlace
    var rows = 1
  }

  private var names: [Name] = []
  private var otherRows = 0
  /// All rows that were left out.
  public private(set) var rows = 0

  mutating func take(_ word: String, at place: ImportPlace) {
    rows += 1
    if let index = names.firstIndex(where: { $0.word == word }) {
      names[index].rows += 1
    } else if names.count < Self.limit {
      names.append(Name(word: word, first: place))
    } else {
      otherRows += 1
    }
  }

  /// A warning a name, as `line 2: no city ‘Oslo’: 3 rows left out`, in the order of the file.
  public var warnings: [String] {
    var texts = names.map { name in
      "\(name.first): no city ‘\(CleanText.line(name.word, limit: 80))’: "
        + "\(Self.count(name.rows)) left out"
    }
    if otherRows > 0 { texts.append("\(Self.count(otherRows)) of other unknown cities left out") }
    return texts
  }

  private static func count(_ rows: Int) -> String { rows == 1 ? "1 row" : "\(rows) rows" }
}
