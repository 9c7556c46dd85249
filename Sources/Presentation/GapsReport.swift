public import Weather

/// Times without readings, and why.
public struct GapsReport: Report {
  /// One gap.
  public struct Line: Sendable {
    /// What people call the city.
    public var name: String
    /// The gap.
    public var record: GapRecord
    /// Its beginning on the city's clock.
    public var from: LocalTime
    /// Its end on the city's clock.
    public var to: LocalTime
    /// When it was closed, on the city's clock; nil while it is open.
    public var filledAt: LocalTime?

    /// Makes a line from its parts.
    public init(
      name: String, record: GapRecord, from: LocalTime, to: LocalTime, filledAt: LocalTime?
    ) {
      self.name = name
      self.record = record
      self.from = from
      self.to = to
      self.filledAt = filledAt
    }

    /// `no readings from 2026-11-30 12:00 to 2026-11-30 15:00 (offline)`.
    var sentence: String {
      "no readings from \(Self.plain(from)) to \(Self.plain(to)) (\(record.reason))"
    }

    static func plain(_ time: LocalTime) -> String { "\(time.date) \(time.clock)" }
  }

  /// The lines, city by city in the order of time.
  public var lines: [Line]

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// Those of the view `gaps`.
  public static let columns: [Column] = [
    "city", "provider", "from_at", "to_at", "reason", "filled_at",
  ].map { Column($0) }

  /// A row a gap.
  public var rows: [[Value]] {
    lines.map { line in
      [
        .text(line.record.city), .text(line.record.provider), Value(line.from), Value(line.to),
        .text(line.record.reason), Value(line.filledAt),
      ]
    }
  }

  /// The table for people; when a gap was filled stands in it where one was.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsFilled = lines.contains { $0.filledAt != nil }
    var table = TextTable(
      [
        .init("City", mayBeCut: true), .init("From"), .init("To"),
        .init(number: "Length", leftOut: 2), .init("Reason"), .init("Service", leftOut: 3),
      ] + (showsFilled ? [.init("Filled", leftOut: 1)] : []))
    for line in lines {
      let texts =
        [
          line.name, Line.plain(line.from), Line.plain(line.to),
          Words.length(seconds: line.record.seconds), line.record.reason, line.record.provider,
        ] + (showsFilled ? [line.filledAt.map(Line.plain) ?? Words.unknown] : [])
      table.append(texts.map { TextTable.Cell($0, line.filledAt == nil ? .plain : .dim) })
    }
    return table
  }
}

/// Gaps on their way into a table of readings: each stands before the first reading after it.
struct GapInsertion {
  private var waiting: [String: ArraySlice<GapsReport.Line>]

  init(_ gaps: [GapsReport.Line]) {
    waiting = Dictionary(grouping: gaps) { "\($0.record.city) \($0.record.provider)" }
      .mapValues { $0[...] }
  }

  /// The gaps of a source that begin before an instant, each once.
  mutating func take(before seconds: Int64, key: String) -> [String] {
    var sentences: [String] = []
    while let gap = waiting[key]?.first, gap.record.from.unixSeconds < seconds {
      waiting[key]?.removeFirst()
      sentences.append(gap.sentence)
    }
    return sentences
  }
}
