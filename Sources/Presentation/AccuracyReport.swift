public import Weather

/// How far forecasts were from what came, by service and days ahead.
public struct AccuracyReport: Report {
  /// One service's score of one city, so many days ahead.
  public struct Line: Sendable {
    /// The slug of the city.
    public var city: String
    /// What people call it.
    public var name: String
    /// The configured name of the service.
    public var provider: String
    /// How many days ahead.
    public var leadDays: Int
    /// How good the forecasts were.
    public var score: LeadScore

    /// Makes a line from its parts.
    public init(city: String, name: String, provider: String, leadDays: Int, score: LeadScore) {
      self.city = city
      self.name = name
      self.provider = provider
      self.leadDays = leadDays
      self.score = score
    }
  }

  /// The lines, city by city and service by service, by days ahead.
  public var lines: [Line]
  /// What people call the cities whose services can't be scored as one.
  public var withoutBlend: [String] = []

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// Errors, and behind each the number of days.
  ///
  /// Skills are against persistence and normals. At the end, how many days are known by readings, how much of them those speak for, and a blend's
  /// skills against the first service.
  public static let columns: [Column] =
    ["city", "name", "provider", "lead_days", "days"].map { Column($0) }
    + [
      ("temperature_high", .celsius), ("temperature_low", .celsius),
      ("wind_speed", .metrePerSecond),
    ]
    .flatMap { (stem: String, unit: MeasureUnit) in
      [
        Column(difference: "\(stem)_error", unit), Column(difference: "\(stem)_bias", unit),
        Column("\(stem)_of_days"), Column("\(stem)_skill_persistence"),
        Column("\(stem)_skill_normals"),
      ]
    }
    + [
      Column("rain_hit_rate", .percent), Column("rain_of_days"),
      Column("rain_false_alarm", .percent), Column("rain_forecast_of_days"),
      Column("rain_brier"), Column("rain_brier_of_days"), Column("rain_brier_skill_persistence"),
      Column("rain_brier_skill_normals"), Column("readings_of_days"),
      Column("readings_coverage", .percent), Column("temperature_high_skill_primary"),
      Column("temperature_low_skill_primary"), Column("wind_speed_skill_primary"),
      Column("rain_brier_skill_primary"),
    ]

  /// A row a line.
  public var rows: [[Value]] {
    lines.map { line in
      let score = line.score, rain = line.score.rain
      let errors = [score.high, score.low, score.wind].flatMap { error in
        [
          Value(error.meanAbsoluteError), Value(error.bias), .integer(error.days),
          Value(error.skillOverPersistence), Value(error.skillOverNormals),
        ]
      }
      return [
        .text(line.city), .text(line.name), .text(line.provider), .integer(line.leadDays),
        .integer(score.days),
      ] + errors + [
        Value(rain.hitRatePct), .integer(rain.rainDays), Value(rain.falseAlarmPct),
        .integer(rain.forecastRainDays), Value(rain.brier), .integer(rain.probabilityDays),
        Value(rain.skillOverPersistence), Value(rain.skillOverNormals),
        .integer(score.readingDays), Value(score.coveragePct), Value(score.high.skillOverPrimary),
        Value(score.low.skillOverPrimary), Value(score.wind.skillOverPrimary),
        Value(rain.skillOverPrimary),
      ]
    }
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.contains { $0.city != lines.first?.city }
    let blends = lines.contains { $0.provider == Blend.name }
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : []) + Self.tableColumns
        + (blends ? [.init(number: "to first", leftOut: 1)] : []))
    for line in lines {
      let texts =
        (showsCity ? [line.name] : []) + [line.provider, "\(line.leadDays) d"]
        + Self.texts(of: line.score, in: rendering.units)
        + (blends ? [Self.part(line.score.high.skillOverPrimary)] : [])
      table.append(texts.map { TextTable.Cell($0) })
    }
    return table
  }

  private static let tableColumns: [TextTable.Column] = [
    .init("Service", mayBeCut: true), .init(number: "Ahead"), .init(number: "Days"),
    .init(number: "High off"), .init(number: "bias", leftOut: 4), .init(number: "Low off"),
    .init(number: "bias", leftOut: 5), .init(number: "Wind off", leftOut: 3),
    .init(number: "Rain hit", leftOut: 2), .init(number: "false", leftOut: 2),
    .init(number: "Brier", leftOut: 6), .init(number: "Skill", leftOut: 1),
    .init(number: "to usual", leftOut: 1),
  ]

  private static func texts(of score: LeadScore, in units: UnitSystem) -> [String] {
    func text(_ value: Double?, _ unit: MeasureUnit, isSigned: Bool = false) -> String {
      guard let value else { return Words.unknown }
      let shown = unit.shown(in: units)
      let number = Words.fixed(shown.difference(of: value), decimals: shown.decimals)
      let isNothing = number.allSatisfy { "-0.".contains($0) }
      return "\(isSigned && value > 0 && !isNothing ? "+" : "")\(number) \(shown.symbol)"
    }
    return [
      "\(score.days)", text(score.high.meanAbsoluteError, .celsius),
      text(score.high.bias, .celsius, isSigned: true), text(score.low.meanAbsoluteError, .celsius),
      text(score.low.bias, .celsius, isSigned: true),
      text(score.wind.meanAbsoluteError, .metrePerSecond),
      Words.measurement(score.rain.hitRatePct, .percent, in: units),
      Words.measurement(score.rain.falseAlarmPct, .percent, in: units), part(score.rain.brier),
      part(score.high.skillOverPersistence), part(score.high.skillOverNormals),
    ]
  }

  private static func part(_ value: Double?) -> String {
    value.map { Words.fixed($0, decimals: 2) } ?? Words.unknown
  }

  /// What the figures are of, and how well the days are known.
  public func notes(in units: UnitSystem) -> String {
    let blend =
      "Blend: all services as one by what was known before, as almanac forecast --blend has it, on "
      + "days that have two. To first: its skill against the first service on the same days.\n"
    return "Off: the mean error. Skill of the high: 1 is perfect, 0 no better than the last day "
      + "that was over, or than what is usual. A figure needs \(ErrorScore.leastDays) days; a rain "
      + "day has \(Words.threshold(PeriodSummary.rainDayMm, .millimetre, in: units)).\n"
      + (lines.contains { $0.provider == Blend.name } ? blend : "")
      + missingBlend + coverage
  }

  /// Why there is no blend of several services.
  private var missingBlend: String {
    withoutBlend.isEmpty
      ? ""
      : "No blend of \(withoutBlend.joined(separator: ", ")): too few days are known otherwise than "
        + "by the services' own models; almanacd backfill fetches what days were.\n"
  }

  /// A sentence a city, of the line with the most days.
  private var coverage: String {
    var most: [Line] = []
    for line in lines {
      if most.last?.city != line.city {
        most.append(line)
      } else if line.score.days > most[most.count - 1].score.days {
        most[most.count - 1] = line
      }
    }
    return most.map { line in
      let score = line.score, place = most.count > 1 ? "\(line.name): " : ""
      let share = score.coveragePct.map {
        "\(score.readingDays) by readings that cover \(Words.fixed($0, decimals: 0)) % of them"
      }
      let others = score.days - score.readingDays
      let rest = others > 0 ? "\(others) as a service gives them afterwards" : nil
      let parts = [share, rest].compactMap(\.self).joined(separator: ", ")
      return "\(place)\(score.days.counted("day is", "days are")) known: \(parts).\n"
    }.joined()
  }
}
