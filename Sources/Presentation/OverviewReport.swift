public import Weather

/// How it is in each city at a glance, and how the day goes.
public struct OverviewReport: Report {
  /// One city's reading from one service, and its day.
  public struct Line: Sendable {
    /// The reading.
    public var now: NowReport.Line
    /// How the city's day goes by the same service.
    public var course: DayCourse
    /// Whether the forecast of the day should have been fetched again long ago.
    public var isOutlookStale: Bool
    /// Whether the sun was down at the reading.
    public var isNight: Bool

    /// Makes a line from its parts.
    public init(now: NowReport.Line, course: DayCourse, isOutlookStale: Bool, isNight: Bool) {
      self.now = now
      self.course = course
      self.isOutlookStale = isOutlookStale
      self.isNight = isNight
    }
  }

  /// The lines in the order of the cities.
  public var lines: [Line]
  /// Whether the table says which service a line is from.
  public var showsService: Bool
  /// Whether the table has what a look at a single city asks for.
  public var isDetailed: Bool

  /// Makes a report of lines.
  public init(_ lines: [Line], showsService: Bool, isDetailed: Bool = false) {
    self.lines = lines
    self.showsService = showsService
    self.isDetailed = isDetailed
  }

  /// Those of `now`, then how the day goes.
  public static let columns =
    NowReport.columns + [
      Column(difference: "temperature_change_3h", .celsius), Column("today_max", .celsius),
      Column("today_min", .celsius), Column("today_observed_max", .celsius),
      Column("today_observed_min", .celsius), Column("today_readings"),
    ]

  /// A row a line.
  public var rows: [[Value]] {
    lines.map { line in
      let day = line.course.extremes, observed = line.course.observed
      return NowReport.values(of: line.now) + [
        Value(line.course.changeC), Value(day.highC), Value(day.lowC), Value(observed.highC),
        Value(observed.lowC), .integer(line.course.readings),
      ]
    }
  }

  /// The table for people: stale lines are dim and say so.
  public func table(_ rendering: Rendering) -> TextTable {
    let isVerbose = rendering.isVerbose
    let isDetailed = isDetailed || isVerbose
    let showsService = showsService || isVerbose
    var table = TextTable(
      [
        .init(""), .init("City", mayBeCut: true), .init("Weather", leftOut: 9),
        .init(number: "Temp"),
      ] + (isDetailed ? [.init(number: "Feels", leftOut: 10)] : []) + [
        .init(number: "3 h", leftOut: 5), .init(number: "High / low", leftOut: 1),
        .init(number: "Wind", leftOut: 3), .init("from", leftOut: 8),
        .init(number: "Rain", leftOut: 2),
      ]
        + (isDetailed
          ? [.init(number: "Humidity", leftOut: 11), .init(number: "Pressure", leftOut: 12)] : [])
        + (isVerbose ? ObservationCells.furtherColumns : [])
        + (showsService ? [.init("Service", leftOut: 4)] : []) + [.init("Age")])
    for line in lines {
      let style = line.now.isStale ? Style.dim : .plain
      let cells = ObservationCells(conditions: line.now.record.conditions, units: rendering.units)
      var row = first(of: line, cells, isDetailed: isDetailed).map { TextTable.Cell($0, style) }
      row.append(
        TextTable.Cell(
          line.highLow(in: rendering.units), line.isOutlookStale ? .dim : style))
      var rest = last(of: cells, isDetailed: isDetailed)
      if isVerbose { rest += cells.furtherTexts }
      if showsService { rest.append(line.now.record.provider) }
      row += rest.map { TextTable.Cell($0, style) }
      let age = Words.age(seconds: line.now.ageSeconds, isStale: line.now.isStale)
      row.append(TextTable.Cell(age, line.now.isStale ? .warning : .plain))
      table.append(row)
    }
    if lines.contains(where: \.isSoFar) { table.append(note: "* so far: no forecast of today") }
    return table
  }

  /// The cells before high and low.
  private func first(
    of line: Line, _ cells: ObservationCells, isDetailed: Bool
  ) -> [String] {
    let conditions = cells.conditions
    return [
      Words.sign(of: conditions.condition, atNight: line.isNight), line.now.name,
      Words.condition(
        conditions.condition, code: conditions.conditionCode, icon: conditions.icon),
      cells.measurement(conditions.temperatureC, .celsius),
    ] + (isDetailed ? [cells.measurement(conditions.feelsLikeC, .celsius)] : [])
      + [Words.change(line.course.changeC, in: cells.units)]
  }

  /// The cells after them.
  private func last(of cells: ObservationCells, isDetailed: Bool) -> [String] {
    let conditions = cells.conditions
    return [
      cells.measurement(conditions.windSpeedMs, .metrePerSecond),
      conditions.windDirectionDeg.map(Words.compass) ?? Words.unknown, cells.rain,
    ]
      + (isDetailed
        ? [
          cells.measurement(conditions.humidityPct, .percent),
          cells.measurement(conditions.pressureHpa, .hectopascal),
        ] : [])
  }
}

extension OverviewReport.Line {
  /// `18.0 / 11.0 °C`; with a mark where nothing is forecast of the day.
  func highLow(in units: UnitSystem) -> String {
    let day = course.extremes
    guard let high = day.highC, let low = day.lowC else { return Words.unknown }
    let shown = MeasureUnit.celsius.shown(in: units)
    let first = Words.fixed(shown.value(of: high), decimals: shown.decimals)
    let text = "\(first) / \(Words.measurement(low, .celsius, in: units))"
    return isSoFar ? "*\(text)" : text
  }

  /// Whether high and low are those of readings alone.
  var isSoFar: Bool { course.outlook == nil && course.observed.highC != nil }
}
