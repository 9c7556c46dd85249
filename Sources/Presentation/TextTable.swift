import Weather

/// A table for people: columns line up, and it fits the width that there is.
public struct TextTable: Sendable {
  /// A column: its heading and what may happen to it when the table is too wide.
  public struct Column: Sendable {
    /// The heading.
    public let title: String
    /// Whether cells stand at the right, as numbers do.
    public let isNumeric: Bool
    /// Columns of the largest number are left out first; 0 stays.
    public let leftOut: Int
    /// Whether long text may be cut.
    public let mayBeCut: Bool

    /// A column of text.
    public init(_ title: String, leftOut: Int = 0, mayBeCut: Bool = false) {
      self.title = title
      self.isNumeric = false
      self.leftOut = leftOut
      self.mayBeCut = mayBeCut
    }

    /// A column of numbers.
    public init(number title: String, leftOut: Int = 0) {
      self.title = title
      self.isNumeric = true
      self.leftOut = leftOut
      self.mayBeCut = false
    }
  }

  /// What stands in a row and a column.
  public struct Cell: Sendable {
    /// Text on one line, clean of control characters.
    public let text: String
    /// Its look.
    public let style: Style

    /// Makes a cell; text from outside is cleaned here.
    public init(_ text: String, _ style: Style = .plain) {
      self.text = CleanText.line(text)
      self.style = style
    }

    /// What stands for a value that is not known.
    public static let unknown = Cell("–")
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []

  /// An empty table.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; it has a cell for every column, in their order.
  public mutating func append(_ row: [Cell]) {
    rows.append(row)
  }

  /// The table as text: a heading and a line a row.
  ///
  /// A width of nil means that there is no limit, as in a pipe.
  public func text(width limit: Int?, isColored: Bool) -> String {
    let layout = layout(limit: limit)
    let heading = columns.map { Cell($0.title, .bold) }
    return ([heading] + rows).map { line(of: $0, layout, isColored: isColored) }.joined()
  }

  /// The table in Markdown (GitHub's form), every column whole.
  public var markdown: String {
    let marks = columns.map { $0.isNumeric ? "---:" : ":---" }
    let lines = [columns.map(\.title), marks] + rows.map { $0.map { Self.escaped($0.text) } }
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// Text in which nothing is Markdown.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\|*_`<>[]".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }

  private typealias Layout = [(column: Int, width: Int)]

  private static let gap = "  "

  /// Which columns are shown, and how wide: some are left out, then cut, until the table fits.
  private func layout(limit: Int?) -> Layout {
    var layout: Layout = columns.indices.map { column in
      let cells = rows.map { DisplayWidth.columns(of: $0[column].text) }
      return (column, max(DisplayWidth.columns(of: columns[column].title), cells.max() ?? 0))
    }
    guard let limit else { return layout }
    func width() -> Int { layout.reduce(0) { $0 + $1.width + Self.gap.count } - Self.gap.count }
    while width() > limit,
      let last = layout.max(by: { columns[$0.column].leftOut < columns[$1.column].leftOut }),
      columns[last.column].leftOut > 0
    {
      layout.removeAll { $0.column == last.column }
    }
    while width() > limit,
      let widest = layout.indices.filter({ columns[layout[$0].column].mayBeCut })
        .max(by: { layout[$0].width < layout[$1].width }),
      layout[widest].width > 8
    {
      layout[widest].width = max(8, layout[widest].width - (width() - limit))
    }
    return layout
  }

  private func line(of row: [Cell], _ layout: Layout, isColored: Bool) -> String {
    var line = ""
    for (position, (column, width)) in layout.enumerated() {
      let cell = row[column]
      let text = DisplayWidth.cut(cell.text, to: width)
      let styled = isColored ? cell.style.applied(to: text) : text
      let missing = max(0, width - DisplayWidth.columns(of: text))
      let padding = String(repeating: " ", count: missing)
      if position > 0 { line += Self.gap }
      if columns[column].isNumeric {
        line += padding + styled
      } else {
        line += position == layout.count - 1 ? styled : styled + padding
      }
    }
    return line + "\n"
  }
}
