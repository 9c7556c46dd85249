public import Weather

/// Readings of the past.
public struct HistoryReport: Report {
  /// One reading.
  public struct Line: Sendable {
    /// What people call the city.
    public var name: String
    /// The reading.
    public var record: ObservationRecord

    /// Makes a line from its parts.
    public init(name: String, record: ObservationRecord) {
      self.name = name
      self.record = record
    }
  }

  /// The lines, city by city in the order of time.
  public var lines: [Line]
  /// Whether the table says which service a line is from.
  public var showsService: Bool

  /// What a condition looks at, which the table shows too.
  public var tested: [Column] = []
  /// The open gaps between and beside the lines, which tables show.
  public var gaps: [GapsReport.Line]

  /// Makes a report of lines.
  public init(_ lines: [Line], gaps: [GapsReport.Line] = [], showsService: Bool) {
    self.lines = lines
    self.gaps = gaps
    self.showsService = showsService
  }

  /// Those of the view `observations`, with the name.
  public static let columns = ObservationColumns.columns

  /// A row a line.
  public var rows: [[Value]] {
    lines.map { ObservationColumns.values(of: $0.record, name: $0.name) }
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.contains { $0.record.city != lines.first?.record.city }
    let isVerbose = rendering.isVerbose
    let tested = TestedColumns(
      tested, of: Self.columns, shown: ObservationCells.shown(isVerbose: isVerbose))
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : []) + [.init("Time")]
        + ObservationCells.columns + (isVerbose ? ObservationCells.furtherColumns : [])
        + tested.headings
        + (showsService || isVerbose ? [.init("Service", leftOut: 3)] : []))
    let times = TimeTexts(lines.map { ($0.key, $0.time) })
    var gaps = GapInsertion(gaps)
    for (index, line) in lines.enumerated() {
      let observed = line.record.conditions.observedAt.unixSeconds
      for gap in gaps.take(before: observed, key: line.key) { table.append(note: gap) }
      let cells = ObservationCells(conditions: line.record.conditions, units: rendering.units)
      let texts =
        (showsCity ? [line.name] : []) + [times.text(of: line.time, key: line.key)] + cells.texts
        + (isVerbose ? cells.furtherTexts : [])
        + tested.texts(
          of: ObservationColumns.values(of: line.record, name: line.name), in: rendering.units)
        + (showsService || isVerbose ? [line.record.provider] : [])
      table.append(texts.map { TextTable.Cell($0) })
      let isLast = index + 1 == lines.count || lines[index + 1].key != line.key
      for gap in isLast ? gaps.take(before: .max, key: line.key) : [] { table.append(note: gap) }
    }
    return table
  }
}

extension HistoryReport.Line {
  fileprivate var time: LocalTime {
    LocalTime(
      record.conditions.observedAt, utcOffsetSeconds: record.conditions.utcOffsetSeconds)
  }

  fileprivate var key: String { "\(record.city) \(record.provider)" }
}

/// Local times of a table: the offset is shown where two lines would read the same.
struct TimeTexts {
  private var offsets: [String: Set<Int>] = [:]

  /// Learns all times of a table; lines of different keys are told apart by something else.
  init(_ times: [(key: String, time: LocalTime)]) {
    for (key, time) in times {
      offsets["\(key) \(Self.plain(time))", default: []].insert(time.utcOffsetSeconds)
    }
  }

  func text(of time: LocalTime, key: String) -> String {
    let plain = Self.plain(time)
    let isRepeated = (offsets["\(key) \(plain)"]?.count ?? 0) > 1
    return isRepeated ? plain + time.offsetText : plain
  }

  private static func plain(_ time: LocalTime) -> String { "\(time.date) \(time.clock)" }
}
