public import Weather

/// The extremes of all days that are known of places.
public struct RecordsReport: Report {
  /// The records of one city.
  public struct Line: Sendable {
    /// The slug of the city.
    public var city: String
    /// What people call it.
    public var name: String
    /// One of its records.
    public var record: PlaceRecord
    /// The first and the last date that is known of it.
    public var dates: ClosedRange<LocalDate>

    /// Makes a line from its parts.
    public init(
      city: String, name: String, record: PlaceRecord, dates: ClosedRange<LocalDate>
    ) {
      self.city = city
      self.name = name
      self.record = record
      self.dates = dates
    }
  }

  /// The lines, city by city.
  public var lines: [Line]

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// A record has its value in the column of its unit.
  public static let columns: [Column] =
    ["city", "name", "record", "date", "last_date"].map { Column($0) }
    + [
      Column("temperature", .celsius), Column("precipitation", .millimetre),
      Column("wind_speed", .metrePerSecond), Column("length_days"),
    ] + ["provider", "basis", "of_days", "known_from", "known_to"].map { Column($0) }

  /// A row a record.
  public var rows: [[Value]] {
    lines.map { line in
      let record = line.record
      let head: [Value] = [
        .text(line.city), .text(line.name), .text(record.kind.rawValue),
        .date(record.first.day.date), record.last.map { .date($0) } ?? .null,
      ]
      let units: [MeasureUnit?] = [.celsius, .millimetre, .metrePerSecond, nil]
      let values: [Value] = units.map { unit in
        guard unit == record.kind.unit else { return .null }
        return unit == nil ? .integer(Int(record.value)) : .number(record.value)
      }
      return head + values + [
        .text(record.first.provider), Value(record.first.basis?.rawValue),
        .integer(record.days), .date(line.dates.lowerBound), .date(line.dates.upperBound),
      ]
    }
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.contains { $0.city != lines.first?.city }
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : [])
        + [
          .init("Record"), .init(number: "Value"), .init("On"),
          .init(number: "Of days", leftOut: 2), .init("Service", leftOut: 3),
        ])
    for line in lines {
      let record = line.record
      let value =
        record.kind.unit.map { Words.measurement(record.value, $0, in: rendering.units) }
        ?? Int(record.value).counted("day", "days")
      let dates = [record.first.day.date, record.last].compactMap { $0?.description }
      let texts =
        (showsCity ? [line.name] : [])
        + [
          record.kind.rawValue.replacing("_", with: " "), value, dates.joined(separator: " – "),
          "\(record.days)", record.first.provider,
        ]
      table.append(texts.map { TextTable.Cell($0) })
    }
    return table
  }

  /// Since when days are known.
  public func notes(in units: UnitSystem) -> String {
    var told: [String] = []
    for line in lines where !told.contains(line.city) { told.append(line.city) }
    return told.compactMap { city in lines.first { $0.city == city } }.map { line in
      "\(line.name): of days from \(line.dates.lowerBound) to \(line.dates.upperBound).\n"
    }.joined()
      + "A rain day has \(Words.threshold(PeriodSummary.rainDayMm, .millimetre, in: units)).\n"
  }
}

extension PlaceRecord.Kind {
  /// The unit of the value; nil of days.
  fileprivate var unit: MeasureUnit? {
    switch self {
    case .highestTemperature, .lowestTemperature, .coldestDay, .warmestNight: .celsius
    case .wettestDay: .millimetre
    case .strongestWind, .strongestGust: .metrePerSecond
    case .longestDrySpell, .longestWetSpell: nil
    }
  }
}
