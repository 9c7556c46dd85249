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
    let width: Int

    /// Makes a cell; text from outside is cleaned here.
    public init(_ text: String, _ style: Style = .plain) {
      self.style = style
      if text.utf8.count <= Self.limit, let length = CleanText.plainLength(of: text) {
        self.text = text
        self.width = length
      } else {
        self.text = CleanText.line(text, limit: Self.limit)
        self.width = DisplayWidth.columns(of: self.text)
      }
    }

    /// Characters of a text, which in bytes are never fewer.
    private static let limit = 200

    /// What stands for a value that is not known.
    public static let unknown = Cell("–")
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []
  /// The widest cell of each column, its heading among them.
  private var widths: [Int]

  /// The number of columns.
  var columnCount: Int { columns.count }

  /// An empty table.
  public init(_ columns: [Column]) {
    self.columns = columns
    self.widths = columns.map { DisplayWidth.columns(of: $0.title) }
  }

  /// Adds a row; it has a cell for every column, in their order.
  public mutating func append(_ row: [Cell]) {
    for column in widths.indices { widths[column] = max(widths[column], row[column].width) }
    rows.append(row)
  }

  /// Adds a line of text across all columns, however wide they are; the terminal's end cuts it.
  public mutating func append(note: String) { rows.append([Cell(note, .dim)]) }

  /// The table as text: a heading and a line a row.
  ///
  /// A width of nil means that there is no limit, as in a pipe.
  public func text(width limit: Int?, isColored: Bool) -> [UInt8] {
    let layout = layout(limit: limit)
    var bytes: [UInt8] = []
    // A letter may take more bytes than columns.
    bytes.reserveCapacity((rows.count + 1) * layout.reduce(16) { $0 + $1.width + Self.gap })
    append(columns.map { Cell($0.title, .bold) }, layout, isColored: isColored, to: &bytes)
    for row in rows {
      if row.count < columns.count, let note = row.first {
        let text = limit.map { DisplayWidth.cut(note.text, to: $0) } ?? note.text
        bytes += "\(isColored ? note.style.applied(to: text) : text)\n".utf8
      } else {
        append(row, layout, isColored: isColored, to: &bytes)
      }
    }
    return bytes
  }

  /// How many columns a width has no room for.
  func columnsLeftOut(width limit: Int?) -> Int { columns.count - layout(limit: limit).count }

  /// The table in Markdown (GitHub's form), every column whole.
  public var markdown: String {
    let marks = columns.map { $0.isNumeric ? "---:" : ":---" }
    let cells = rows.map { row in
      // A note stands in the first cell, as a row with fewer cells is none.
      row.map { Self.escaped($0.text) } + Array(repeating: "", count: columns.count - row.count)
    }
    let lines = [columns.map { Self.escaped($0.title) }, marks] + cells
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

  /// Blanks between two columns.
  private static let gap = 2

  /// Which columns are shown, and how wide: some are left out, then some cut, and in the end the
  /// last ones go, until the table fits.
  private func layout(limit: Int?) -> Layout {
    var layout: Layout = widths.enumerated().map { ($0, $1) }
    guard let limit else { return layout }
    func width() -> Int { layout.reduce(0) { $0 + $1.width + Self.gap } - Self.gap }
    while width() > limit,
      let last = layout.max(by: { columns[$0.column].leftOut < columns[$1.column].leftOut }),
      columns[last.column].leftOut > 0
    {
      layout.removeAll { $0.column == last.column }
    }
    while width() > limit,
      let widest = layout.indices.filter({ columns[layout[$0].column].mayBeCut })
        .max(by: { layout[$0].width < layout[$1].width }),
      layout[widest].width > 4
    {
      layout[widest].width = max(4, layout[widest].width - (width() - limit))
    }
    // A line that a terminal breaks is worse than a short one.
    while width() > limit, layout.count > 1 { layout.removeLast() }
    return layout
  }

  private func append(
    _ row: [Cell], _ layout: Layout, isColored: Bool, to bytes: inout [UInt8]
  ) {
    let last = layout.count - 1
    for position in layout.indices {
      let (column, width) = layout[position]
      let cell = row[column]
      let isCut = cell.width > width
      var text = isCut ? DisplayWidth.cut(cell.text, to: width) : cell.text
      let missing = max(0, width - (isCut ? DisplayWidth.columns(of: text) : cell.width))
      if position > 0 { Self.appendBlanks(Self.gap, to: &bytes) }
      if columns[column].isNumeric { Self.appendBlanks(missing, to: &bytes) }
      if isColored { text = cell.style.applied(to: text) }
      text.withUTF8 { bytes.append(contentsOf: $0) }
      if !columns[column].isNumeric, position < last { Self.appendBlanks(missing, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func appendBlanks(_ count: Int, to bytes: inout [UInt8]) {
    for _ in 0..<count { bytes.append(UInt8(ascii: " ")) }
  }
}
