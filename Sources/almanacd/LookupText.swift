import Weather

/// Places as columns for people, a line a place.
struct LookupText {
  private let places: [Place]

  init(_ places: [Place]) {
    self.places = places
  }

  /// A heading and the lines.
  var text: String {
    let rows = [Self.heading] + places.map(Self.row)
    let widths = Self.heading.indices.map { column in
      rows.map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0
    }
    return rows.map { Self.line($0, widths) + "\n" }.joined()
  }

  private static let heading = ["Name", "Area", "Country", "Population", "Coordinates", "Zone"]
  /// The column of numbers, which stand at the right.
  private static let numeric = 3
  /// Columns of a terminal that a text may take.
  private static let longest = 40
  private static let unknown = "–"

  private static func row(_ place: Place) -> [String] {
    [
      shown(place.name), shown(place.admin), shown(place.countryName ?? place.countryCode),
      place.population.map { "\($0)" } ?? unknown,
      "\(URLText.coordinate(place.latitude)),\(URLText.coordinate(place.longitude))",
      shown(place.timezone),
    ]
  }

  private static func shown(_ text: String?) -> String {
    let clean = CleanText.line(text ?? "")
    return clean.isEmpty ? unknown : DisplayWidth.cut(clean, to: longest)
  }

  private static func line(_ row: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, text) in row.enumerated() {
      let blanks = String(repeating: " ", count: widths[column] - DisplayWidth.columns(of: text))
      if column > 0 { line += "  " }
      line += column == numeric ? blanks + text : text
      if column != numeric, column < row.count - 1 { line += blanks }
    }
    return line
  }
}
