public import Weather

/// How the forecast of one day changed, and what the day was in the end.
public struct RevisionsReport: Report {
  /// One revision, or what the day was.
  public struct Line: Sendable {
    /// What a line is about.
    public enum Kind: Sendable {
      /// A forecast, how many days ahead it was known, and whether it is the current revision.
      case forecast(DayRecord, leadDays: Int, isCurrent: Bool)
      /// What the day was.
      case observed(ObservedDay)
    }

    /// What people call the city.
    public var name: String
    /// What it is about.
    public var kind: Kind
    /// Sunrise on the place's clock of that instant.
    public var sunrise: LocalTime?
    /// Sunset on the place's clock of that instant.
    public var sunset: LocalTime?

    /// Makes a line from its parts.
    public init(name: String, kind: Kind, sunrise: LocalTime? = nil, sunset: LocalTime? = nil) {
      self.name = name
      self.kind = kind
      self.sunrise = sunrise
      self.sunset = sunset
    }

    /// The values.
    public var day: WeatherData.DayConditions {
      switch kind {
      case .forecast(let record, _, _): record.day
      case .observed(let observed): observed.day
      }
    }

    var provider: String {
      switch kind {
      case .forecast(let record, _, _): record.provider
      case .observed(let observed): observed.provider
      }
    }
  }

  /// The revisions, service by service in the order of receipt, then what the day was.
  public var lines: [Line]
  /// Whether the table says which service a line is from.
  public var showsService: Bool
  /// What people read below the table of what the day was.
  public var outcome: String

  /// Makes a report of lines.
  public init(_ lines: [Line], showsService: Bool, outcome: String) {
    self.lines = lines
    self.showsService = showsService
    self.outcome = outcome
  }

  /// Those of the view `forecasts` and where a line comes from.
  public static let columns: [Column] =
    [
      "city", "name", "provider", "date", "kind", "lead_days", "current", "issued_at",
      "fetched_at", "confirmed_at", "utc_offset_s",
    ].map { Column($0) }
    + WeatherData.DayConditions.fields.map { Column($0) }
    + [
      "sunrise", "sunset", "condition", "condition_code", "summary", "icon", "hours_covered",
      "basis", "readings",
    ].map { Column($0) } + [Column("coverage", .percent)]

  /// A row a line.
  public var rows: [[Value]] {
    lines.map { line in
      let day = line.day
      return origin(of: line)
        + WeatherData.DayConditions.fields.map { Value(day[keyPath: $0.path]) }
        + [
          Value(line.sunrise), Value(line.sunset), Value(day.condition?.rawValue),
          Value(day.conditionCode), Value(day.summary), Value(day.icon), Value(day.hoursCovered),
        ] + support(of: line)
    }
  }

  private func origin(of line: Line) -> [Value] {
    let offset = line.day.utcOffsetSeconds
    switch line.kind {
    case .forecast(let record, let leadDays, let isCurrent):
      let times = [record.issuedAt, record.fetchedAt, record.confirmedAt]
      return [
        .text(record.city), .text(line.name), .text(record.provider), .date(record.day.date),
        .text("forecast"), .integer(leadDays), .bool(isCurrent),
      ] + times.map { .instant(LocalTime($0, utcOffsetSeconds: offset)) } + [.integer(offset)]
    case .observed(let observed):
      let fetchedAt = observed.fetchedAt.map { LocalTime($0, utcOffsetSeconds: offset) }
      return [
        .text(observed.city), .text(line.name), .text(observed.provider),
        .date(observed.day.date), .text("observed"), .null, .null, .null, Value(fetchedAt), .null,
        .integer(offset),
      ]
    }
  }

  private func support(of line: Line) -> [Value] {
    guard case .observed(let observed) = line.kind else { return [.null, .null, .null] }
    return [
      Value(observed.basis?.rawValue), Value(observed.readings), Value(observed.coveragePct),
    ]
  }

  /// The table for people.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsService = showsService || rendering.isVerbose
    var table = TextTable(
      Self.tableColumns + (showsService ? [.init("Service", leftOut: 1)] : []))
    for line in lines {
      let texts =
        Self.times(of: line) + Self.texts(of: line.day, in: rendering.units)
        + (showsService ? [line.provider] : [])
      table.append(texts.map { TextTable.Cell($0) })
    }
    return table
  }

  private static let tableColumns: [TextTable.Column] = [
    .init("Received"), .init("Still said", leftOut: 7), .init(number: "Ahead"),
    .init("Weather", leftOut: 5, mayBeCut: true), .init(number: "High"), .init(number: "Low"),
    .init(number: "Rain", leftOut: 2), .init(number: "Chance", leftOut: 3),
    .init(number: "Wind", leftOut: 4), .init("from", leftOut: 6),
  ]

  private static func times(of line: Line) -> [String] {
    guard case .forecast(let record, let leadDays, _) = line.kind else {
      return ["observed", Words.unknown, Words.unknown]
    }
    let offset = record.day.utcOffsetSeconds
    return [record.fetchedAt, record.confirmedAt].map {
      GapsReport.Line.plain(LocalTime($0, utcOffsetSeconds: offset))
    } + ["\(leadDays) d"]
  }

  private static func texts(
    of day: WeatherData.DayConditions, in units: UnitSystem
  ) -> [String] {
    func text(_ value: Double?, _ unit: MeasureUnit) -> String {
      Words.measurement(value, unit, in: units)
    }
    return [
      Words.condition(day.condition, code: day.conditionCode, icon: day.icon),
      text(day.temperatureHighC ?? day.temperatureMaxC, .celsius),
      text(day.temperatureLowC ?? day.temperatureMinC, .celsius),
      day.precipitationMm == nil
        ? text(day.precipitationRateMmH, .millimetrePerHour)
        : text(day.precipitationMm, .millimetre),
      text(day.precipitationProbabilityPct, .percent),
      text(day.windSpeedMaxMs ?? day.windSpeedMeanMs, .metrePerSecond),
      day.windDirectionDeg.map(Words.compass) ?? Words.unknown,
    ]
  }

  /// What the day was, and by what.
  public func notes(in units: UnitSystem) -> String { outcome + "\n" }
}
