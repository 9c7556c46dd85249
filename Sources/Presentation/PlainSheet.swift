import Weather

/// A table of rows of which nothing is known but their names, for people.
public struct PlainSheet {
  private let names: [String]
  private let rows: [[Value]]

  /// Makes a sheet; each row has a value for every name.
  public init(_ names: [String], _ rows: [[Value]]) {
    self.names = names
    self.rows = rows
  }

  /// The table, or its Markdown.
  public func rendered(_ rendering: Rendering) -> [UInt8] {
    var table = TextTable(
      names.indices.map { column in
        let title = CleanText.line(names[column], limit: 60)
        return isNumeric(column) ? .init(number: title) : .init(title, mayBeCut: true)
      })
    for row in rows { table.append(row.map { TextTable.Cell($0.shownText) }) }
    if rendering.format == .markdown { return Array(table.markdown.utf8) }
    let width = rendering.isVerbose ? nil : rendering.width
    return table.text(width: width, isColored: rendering.isColored)
      + Self.note(leftOut: table.columnsLeftOut(width: width), of: names.count)
  }

  /// What the terminal has no room for, and how to see it.
  private static func note(leftOut count: Int, of all: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    let columns = all.counted("column has", "columns have")
    return Array(
      "\(count) of \(columns) no room here: name fewer, or see them all with --verbose.\n".utf8)
  }

  private func isNumeric(_ column: Int) -> Bool {
    rows.contains { $0[column] != .null }
      && rows.allSatisfy { row in
        switch row[column] {
        case .null, .number, .integer: true
        default: false
        }
      }
  }
}

extension Value {
  /// The value as people read it, without a unit.
  var shownText: String {
    switch self {
    case .null: Words.unknown
    case .text(let text): text
    case .number(let number): "\(number)"
    case .integer(let integer): "\(integer)"
    case .bool(let bool): bool ? "yes" : "no"
    case .instant(let time): time.rfc3339
    case .date(let date): date.description
    }
  }
}
