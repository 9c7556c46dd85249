public import Weather

/// The days to come by all services of a place as one.
public struct BlendReport: Report {
  /// One day of one city.
  public struct Line: Sendable {
    /// The slug of the city.
    public var city: String
    /// What people call it.
    public var name: String
    /// How many days ahead it is.
    public var leadDays: Int
    /// The blend.
    public var blend: Blend
    /// The services that it is of, in their order; without enough of a record the first alone.
    public var providers: [String]
    /// The day as the best of those with words for it has it: what no mean can be made of.
    public var best: DayRecord
    /// Seconds since the oldest of the forecasts was last confirmed.
    public var ageSeconds: Int
    /// Whether one of them should have been fetched again long ago.
    public var isStale: Bool
    /// Sunrise on the place's clock of that instant.
    public var sunrise: LocalTime?
    /// Sunset on the place's clock of that instant.
    public var sunset: LocalTime?

    /// Makes a line from its parts.
    public init(
      city: String, name: String, leadDays: Int, blend: Blend, providers: [String],
      best: DayRecord, ageSeconds: Int, isStale: Bool, sunrise: LocalTime?, sunset: LocalTime?
    ) {
      self.city = city
      self.name = name
      self.leadDays = leadDays
      self.blend = blend
      self.providers = providers
      self.best = best
      self.ageSeconds = ageSeconds
      self.isStale = isStale
      self.sunrise = sunrise
      self.sunset = sunset
    }

    /// `blend`, or the service that it is of alone.
    var provider: String { blend.isBlended ? Blend.name : providers.first ?? "" }
  }

  /// The lines, city by city in the order of dates.
  public var lines: [Line]
  /// What people read below the table, a sentence each.
  public var remarks: [String] = []

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// Each figure with the spread of the services, how many these are, and the days that they are
  /// weighed by.
  public static let columns: [Column] =
    ["city", "name", "provider", "date", "lead_days", "basis", "providers", "utc_offset_s"]
    .map { Column($0) }
    + figures.flatMap { stem, unit, _ in
      [
        Column(stem, unit), Column(difference: "\(stem)_spread", unit),
        Column("\(stem)_services"), Column("\(stem)_of_days"),
      ]
    }
    + [Column("wind_direction", .degree)]
    + [
      "sunrise", "sunset", "condition", "condition_code", "summary", "icon",
      "condition_provider", "age_s", "stale",
    ].map { Column($0) }

  private static var figures: [(String, MeasureUnit, @Sendable (Blend) -> Blend.Figure)] {
    [
      ("temperature_high", .celsius, { $0.high }), ("temperature_low", .celsius, { $0.low }),
      ("precipitation", .millimetre, { $0.rain }),
      ("precipitation_probability", .percent, { $0.rainChance }),
      ("wind_speed_max", .metrePerSecond, { $0.windMax }),
      ("wind_speed_mean", .metrePerSecond, { $0.windMean }),
    ]
  }

  /// A row a line.
  public var rows: [[Value]] {
    lines.map { line in
      let day = line.best.day
      let origin: [Value] = [
        .text(line.city), .text(line.name), .text(line.provider), .date(day.date),
        .integer(line.leadDays), .text(line.blend.isBlended ? "blend" : "primary"),
        .text(line.providers.joined(separator: ",")), .integer(day.utcOffsetSeconds),
      ]
      let figures = Self.figures.flatMap { _, _, get in
        let figure = get(line.blend)
        return [
          Value(figure.value), Value(figure.spread), .integer(figure.services),
          .integer(figure.days),
        ]
      }
      return origin + figures + [
        Value(day.windDirectionDeg), Value(line.sunrise), Value(line.sunset),
        Value(day.condition?.rawValue), Value(day.conditionCode), Value(day.summary),
        Value(day.icon), .text(line.best.provider), .integer(line.ageSeconds), .bool(line.isStale),
      ]
    }
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.contains { $0.city != lines.first?.city }
    var table = TextTable((showsCity ? [.init("City", mayBeCut: true)] : []) + Self.tableColumns)
    for line in lines {
      let style = line.isStale ? Style.dim : .plain
      let texts = (showsCity ? [line.name] : []) + Self.texts(of: line, in: rendering.units)
      let age = Words.age(seconds: line.ageSeconds, isStale: line.isStale)
      table.append(
        texts.map { TextTable.Cell($0, style) }
          + [TextTable.Cell(age, line.isStale ? .warning : .plain)])
    }
    return table
  }

  private static let tableColumns: [TextTable.Column] = [
    .init("Day"), .init("Weather", mayBeCut: true), .init(number: "High"),
    .init(number: "±", leftOut: 4), .init(number: "Low"), .init(number: "±", leftOut: 4),
    .init(number: "Rain", leftOut: 2), .init(number: "Chance", leftOut: 3),
    .init(number: "±", leftOut: 6), .init(number: "Wind", leftOut: 5),
    .init(number: "±", leftOut: 6), .init("By", mayBeCut: true), .init("Age", leftOut: 7),
  ]

  private static func texts(of line: Line, in units: UnitSystem) -> [String] {
    let blend = line.blend, day = line.best.day
    func text(_ figure: Blend.Figure, _ unit: MeasureUnit) -> String {
      Words.measurement(figure.value, unit, in: units)
    }
    func spread(_ figure: Blend.Figure, _ unit: MeasureUnit) -> String {
      let shown = unit.shown(in: units)
      return figure.spread.map {
        Words.fixed(shown.difference(of: $0), decimals: shown.decimals)
      } ?? Words.unknown
    }
    let wind = blend.windMax.value == nil ? blend.windMean : blend.windMax
    return [
      Words.day(day.date),
      Words.condition(day.condition, code: day.conditionCode, icon: day.icon),
      text(blend.high, .celsius), spread(blend.high, .celsius), text(blend.low, .celsius),
      spread(blend.low, .celsius), text(blend.rain, .millimetre),
      text(blend.rainChance, .percent), spread(blend.rainChance, .percent),
      text(wind, .metrePerSecond), spread(wind, .metrePerSecond),
      blend.isBlended ? line.providers.joined(separator: ", ") : "\(line.provider) alone",
    ]
  }

  /// What the figures are, and why some are of one service alone.
  public func notes(in units: UnitSystem) -> String {
    let method =
      "Each service weighs by its errors of the last \(BlendRecord.reach) days, so many days "
      + "ahead, less its bias; ± is their spread, the weather that of the best.\n"
    let fallback =
      "Alone: fewer than two services have \(BlendRecord.leastDays) days that were forecast so far "
      + "ahead and are known otherwise than by their own models; almanacd backfill fetches what "
      + "days were.\n"
    return (lines.contains { $0.blend.isBlended } ? method : "")
      + (lines.contains { !$0.blend.isBlended } ? fallback : "")
      + remarks.map { "\($0)\n" }.joined()
  }
}
