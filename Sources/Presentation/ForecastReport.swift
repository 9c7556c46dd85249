public import Weather

/// The days to come: the current revision of each.
public struct ForecastReport: Report {
  /// One day of one city from one service.
  public struct Line: Sendable {
    /// What people call the city.
    public var name: String
    /// The day's current revision.
    public var record: DayRecord
    /// Seconds since the forecast was last confirmed.
    public var ageSeconds: Int
    /// Whether it should have been fetched again long ago.
    public var isStale: Bool
    /// Sunrise on the place's clock of that instant.
    public var sunrise: LocalTime?
    /// Sunset on the place's clock of that instant.
    public var sunset: LocalTime?

    /// Makes a line from its parts.
    public init(
      name: String, record: DayRecord, ageSeconds: Int, isStale: Bool, sunrise: LocalTime?,
      sunset: LocalTime?
    ) {
      self.name = name
      self.record = record
      self.ageSeconds = ageSeconds
      self.isStale = isStale
      self.sunrise = sunrise
      self.sunset = sunset
    }
  }

  /// The lines, city by city in the order of dates.
  public var lines: [Line]
  /// Whether the table says which service a line is from.
  public var showsService: Bool
  /// What a condition looks at, which the table shows too.
  public var tested: [Column] = []
  /// What people read below the table, a sentence each.
  public var remarks: [String] = []

  /// Makes a report of lines.
  public init(_ lines: [Line], showsService: Bool) {
    self.lines = lines
    self.showsService = showsService
  }

  /// Those of the view `daily_forecast`, with the name, age and staleness.
  public static let columns: [Column] =
    [
      "city", "name", "provider", "date", "issued_at", "fetched_at", "confirmed_at",
      "utc_offset_s",
    ].map { Column($0) }
    + WeatherData.DayConditions.fields.map { Column($0) }
    + [
      "sunrise", "sunset", "condition", "condition_code", "summary", "icon", "hours_covered",
      "age_s", "stale",
    ].map { Column($0) }

  /// A row a line.
  public var rows: [[Value]] { lines.map(values) }

  private func values(of line: Line) -> [Value] {
    let record = line.record, day = record.day, offset = record.day.utcOffsetSeconds
    var values: [Value] = [
      .text(record.city), .text(line.name), .text(record.provider), .date(day.date),
      .instant(LocalTime(record.issuedAt, utcOffsetSeconds: offset)),
      .instant(LocalTime(record.fetchedAt, utcOffsetSeconds: offset)),
      .instant(LocalTime(record.confirmedAt, utcOffsetSeconds: offset)),
      .integer(offset),
    ]
    for field in WeatherData.DayConditions.fields {
      values.append(Value(day[keyPath: field.path]))
    }
    return values + [
      Value(line.sunrise), Value(line.sunset), Value(day.condition?.rawValue),
      Value(day.conditionCode), Value(day.summary), Value(day.icon), Value(day.hoursCovered),
      .integer(line.ageSeconds), .bool(line.isStale),
    ]
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.contains { $0.record.city != lines.first?.record.city }
    let showsService = showsService || rendering.isVerbose
    let tested = TestedColumns(tested, of: Self.columns, shown: Self.shown)
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : []) + Self.tableColumns + tested.headings
        + (showsService ? [.init("Service", leftOut: 1)] : []) + [.init("Age", leftOut: 5)])
    for line in lines {
      let style = line.isStale ? Style.dim : .plain
      let texts =
        (showsCity ? [line.name] : []) + texts(of: line, in: rendering.units)
        + tested.texts(of: values(of: line), in: rendering.units)
        + (showsService ? [line.record.provider] : [])
      let age = Words.age(seconds: line.ageSeconds, isStale: line.isStale)
      table.append(
        texts.map { TextTable.Cell($0, style) }
          + [TextTable.Cell(age, line.isStale ? .warning : .plain)])
    }
    return table
  }

  /// The remarks.
  public func notes(in units: UnitSystem) -> String { remarks.map { "\($0)\n" }.joined() }

  private static let tableColumns: [TextTable.Column] = [
    .init("Day"), .init("Weather", mayBeCut: true), .init(number: "High"), .init(number: "Low"),
    .init(number: "Rain", leftOut: 2), .init(number: "Chance", leftOut: 3),
    .init(number: "Wind", leftOut: 4), .init("from", leftOut: 6),
    .init("Sun", leftOut: 7),
  ]

  /// What the table has, but for the service of which its caller decides.
  private static let shown: Set = [
    "city", "name", "provider", "date", "condition", "temperature_high", "temperature_low",
    "precipitation", "precipitation_probability", "wind_speed_max", "wind_direction", "sunrise",
    "sunset", "age_s", "stale",
  ]

  private func texts(of line: Line, in units: UnitSystem) -> [String] {
    let day = line.record.day
    func text(_ value: Double?, _ unit: MeasureUnit) -> String {
      Words.measurement(value, unit, in: units)
    }
    let sun = [line.sunrise, line.sunset].map { $0?.clock ?? Words.unknown }
    return [
      Words.day(day.date),
      Words.condition(day.condition, code: day.conditionCode, icon: day.icon),
      text(day.temperatureHighC ?? day.temperatureMaxC, .celsius),
      text(day.temperatureLowC ?? day.temperatureMinC, .celsius),
      day.precipitationMm == nil
        ? text(day.precipitationRateMmH, .millimetrePerHour)
        : text(day.precipitationMm, .millimetre),
      text(day.precipitationProbabilityPct, .percent),
      text(day.windSpeedMaxMs ?? day.windSpeedMeanMs, .metrePerSecond),
      day.windDirectionDeg.map(Words.compass) ?? Words.unknown,
      line.sunrise == nil && line.sunset == nil ? Words.unknown : sun.joined(separator: "–"),
    ]
  }
}
