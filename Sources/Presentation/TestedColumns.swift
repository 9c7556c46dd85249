import Weather

/// The columns that a question is about and the table of its answer does not have by itself.
struct TestedColumns {
  private let columns: [Column]
  private let places: [Int]

  /// - Parameters:
  ///   - tested: what the question is about.
  ///   - all: the columns of the report's rows.
  ///   - shown: the names, without units, of what the table shows anyhow.
  init(_ tested: [Column], of all: [Column], shown: @autoclosure () -> Set<String>) {
    // Most tables are of no condition.
    let names = tested.isEmpty ? [] : shown()
    let wanted = tested.filter { !names.contains($0.stem) }
    places = all.indices.filter { wanted.contains(all[$0]) }
    columns = places.map { all[$0] }
  }

  /// Their headings: `Wind gust` of `wind_gust_ms`.
  var headings: [TextTable.Column] {
    columns.map { column in
      let words = column.stem.replacing("_", with: " ").replacing("uv ", with: "UV ")
      let title = words.prefix(1).uppercased() + words.dropFirst()
      return column.unit == nil ? .init(title) : .init(number: title)
    }
  }

  /// Their cells of a row of the report, which is made only where there are any.
  func texts(of row: @autoclosure () -> [Value], in units: UnitSystem) -> [String] {
    guard !places.isEmpty else { return [] }
    let row = row()
    return zip(places, columns).map { place, column in
      guard case .number(let number) = row[place], let unit = column.unit else {
        return row[place].shownText
      }
      return Words.measurement(number, unit, in: units)
    }
  }
}
