public import Weather

/// The weather now: the newest reading of each city.
public struct NowReport: Report {
  /// One city's reading from one service.
  public struct Line: Sendable {
    /// What people call the city.
    public var name: String
    /// The reading.
    public var record: ObservationRecord
    /// Its age in seconds.
    public var ageSeconds: Int
    /// Whether it is too old to be called current.
    public var isStale: Bool
    /// The same service's forecast of the city's today, where there is one.
    public var today: DayExtremes?

    /// Makes a line from its parts.
    public init(
      name: String, record: ObservationRecord, ageSeconds: Int, isStale: Bool, today: DayExtremes?
    ) {
      self.name = name
      self.record = record
      self.ageSeconds = ageSeconds
      self.isStale = isStale
      self.today = today
    }
  }

  /// The lines in the order of the cities.
  public var lines: [Line]
  /// Whether the table says which service a line is from.
  public var showsService: Bool

  /// Makes a report of lines.
  public init(_ lines: [Line], showsService: Bool) {
    self.lines = lines
    self.showsService = showsService
  }

  /// Those of a reading, then age, staleness and today's extremes.
  public static let columns =
    ObservationColumns.columns + [Column("age_s"), Column("stale")]
    + [Column("today_high", .celsius), Column("today_low", .celsius)]

  /// A row a line.
  public var rows: [[Value]] { lines.map(Self.values) }

  /// The values of a line, in the order of the columns.
  static func values(of line: Line) -> [Value] {
    ObservationColumns.values(of: line.record, name: line.name) + [
      .integer(line.ageSeconds), .bool(line.isStale),
      Value(line.today?.highC), Value(line.today?.lowC),
    ]
  }

  /// The table for people: stale lines are dim and say so.
  public func table(_ rendering: Rendering) -> TextTable {
    let isVerbose = rendering.isVerbose
    var table = TextTable(
      [.init("City", mayBeCut: true)] + ObservationCells.columns
        + [.init(number: "High / low", leftOut: 6)]
        + (isVerbose ? ObservationCells.furtherColumns : [])
        + (showsService || isVerbose ? [.init("Service", leftOut: 3)] : []) + [.init("Age")])
    for line in lines {
      let cells = ObservationCells(conditions: line.record.conditions, units: rendering.units)
      let style = line.isStale ? Style.dim : .plain
      var row = [TextTable.Cell(line.name, style)]
      row.reserveCapacity(table.columnCount)
      for text in cells.texts { row.append(TextTable.Cell(text, style)) }
      row.append(TextTable.Cell(highLow(line.today, in: rendering.units), style))
      if isVerbose { row += cells.furtherTexts.map { TextTable.Cell($0, style) } }
      if showsService || isVerbose { row.append(TextTable.Cell(line.record.provider, style)) }
      let age = Words.age(seconds: line.ageSeconds, isStale: line.isStale)
      row.append(TextTable.Cell(age, line.isStale ? .warning : .plain))
      table.append(row)
    }
    return table
  }

  private func highLow(_ today: DayExtremes?, in units: UnitSystem) -> String {
    guard let high = today?.highC, let low = today?.lowC else { return Words.unknown }
    let shown = MeasureUnit.celsius.shown(in: units)
    let first = Words.fixed(shown.value(of: high), decimals: shown.decimals)
    return "\(first) / \(Words.measurement(low, .celsius, in: units))"
  }
}
