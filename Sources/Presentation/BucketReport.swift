public import Weather

/// A history in periods: a row an hour, day, week, month or year.
public struct BucketReport: Report {
  /// One period of one city from one service.
  public struct Line: Sendable {
    /// What people call the city.
    public var name: String
    /// What was observed in it.
    public var record: BucketRecord

    /// Makes a line from its parts.
    public init(name: String, record: BucketRecord) {
      self.name = name
      self.record = record
    }
  }

  /// The lines, city by city in the order of time.
  public var lines: [Line]
  /// Whether the table says which service a line is from.
  public var showsService: Bool

  /// The open gaps of the same time, which the table shows between the lines.
  public var gaps: [GapsReport.Line]

  /// Makes a report of lines.
  public init(_ lines: [Line], gaps: [GapsReport.Line] = [], showsService: Bool) {
    self.lines = lines
    self.gaps = gaps
    self.showsService = showsService
  }

  /// Those of the view `daily_observed`, with the name; `period` is the first instant or date.
  public static let columns: [Column] =
    ["city", "name", "provider", "period", "readings"].map { Column($0) }
    + [Column("coverage", .percent)]
    + BucketRecord.fields.flatMap { field in
      ["min", "mean", "max"].map { Column("\(field.stem)_\($0)", field.unit) }
    }
    + [Column("precipitation", .millimetre), Column("condition")]

  /// A row a line.
  public var rows: [[Value]] {
    lines.map { line in
      let record = line.record
      return [
        .text(record.city), .text(line.name), .text(record.provider),
        record.span == .hour ? .instant(line.time) : .date(record.date),
        .integer(record.readings), .number(record.coveragePct),
      ]
        + record.extremes.flatMap { extremes in
          [Value(extremes?.minimum), Value(extremes?.mean), Value(extremes?.maximum)]
        }
        + [Value(record.precipitationMm), Value(record.condition?.rawValue)]
    }
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.contains { $0.record.city != lines.first?.record.city }
    let showsService = showsService || rendering.isVerbose
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : []) + [.init(Self.title(of: lines))]
        + Self.tableColumns + (showsService ? [.init("Service", leftOut: 3)] : []))
    let times = TimeTexts(lines.map { ("\($0.record.city) \($0.record.provider)", $0.time) })
    var gaps = GapInsertion(gaps)
    for (index, line) in lines.enumerated() {
      let key = "\(line.record.city) \(line.record.provider)"
      for gap in gaps.take(before: line.record.startsAt.unixSeconds, key: key) {
        table.append(note: gap)
      }
      let texts =
        (showsCity ? [line.name] : []) + [period(line, times)]
        + texts(of: line.record, in: rendering.units)
        + (showsService ? [line.record.provider] : [])
      table.append(texts.map { TextTable.Cell($0) })
      let next = index + 1 < lines.count ? lines[index + 1].record : nil
      let isLast = next?.city != line.record.city || next?.provider != line.record.provider
      for gap in isLast ? gaps.take(before: .max, key: key) : [] { table.append(note: gap) }
    }
    return table
  }

  private static let tableColumns: [TextTable.Column] = [
    .init("Weather", leftOut: 4, mayBeCut: true), .init(number: "Low"), .init(number: "Mean"),
    .init(number: "High"), .init(number: "Rain", leftOut: 1), .init(number: "Wind", leftOut: 2),
    .init(number: "Gust", leftOut: 7), .init(number: "Humidity", leftOut: 6),
    .init(number: "Readings", leftOut: 8), .init(number: "Cover", leftOut: 5),
  ]

  private static func title(of lines: [Line]) -> String {
    guard let span = lines.first?.record.span else { return "Period" }
    return switch span {
    case .hour: "Hour"
    case .day: "Day"
    case .week: "Week from"
    case .month: "Month"
    case .year: "Year"
    }
  }

  private func period(_ line: Line, _ times: TimeTexts) -> String {
    let record = line.record
    return switch record.span {
    case .hour: times.text(of: line.time, key: "\(record.city) \(record.provider)")
    case .day, .week: Words.day(record.date)
    case .month: String(record.date.description.prefix(7))
    case .year: String(record.date.description.prefix(4))
    }
  }

  private func texts(of record: BucketRecord, in units: UnitSystem) -> [String] {
    func extremes(_ stem: String) -> Extremes? {
      BucketRecord.fields.firstIndex { $0.stem == stem }.flatMap { record.extremes[$0] }
    }
    func text(_ value: Double?, _ unit: MeasureUnit) -> String {
      Words.measurement(value, unit, in: units)
    }
    let temperature = extremes("temperature")
    return [
      Words.condition(record.condition, code: nil, icon: nil),
      text(temperature?.minimum, .celsius), text(temperature?.mean, .celsius),
      text(temperature?.maximum, .celsius), text(record.precipitationMm, .millimetre),
      text(extremes("wind_speed")?.mean, .metrePerSecond),
      text(extremes("wind_gust")?.maximum, .metrePerSecond),
      text(extremes("humidity")?.mean, .percent), "\(record.readings)",
      text(record.coveragePct, .percent),
    ]
  }
}

extension BucketReport.Line {
  fileprivate var time: LocalTime {
    LocalTime(record.startsAt, utcOffsetSeconds: record.utcOffsetSeconds)
  }
}
