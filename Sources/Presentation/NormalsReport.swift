public import Weather

/// What is usual on a day of the year.
public struct NormalsReport: Report {
  /// The normal of one city.
  public struct Line: Sendable {
    /// The slug of the city.
    public var city: String
    /// What people call it.
    public var name: String
    /// The day.
    public var date: LocalDate
    /// What is usual on it.
    public var normal: DayNormal
    /// The services that its days are of.
    public var providers: [String]

    /// Makes a line from its parts.
    public init(
      city: String, name: String, date: LocalDate, normal: DayNormal, providers: [String]
    ) {
      self.city = city
      self.name = name
      self.date = date
      self.normal = normal
      self.providers = providers
    }
  }

  /// The lines, city by city.
  public var lines: [Line]

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// A figure, and how many days it is of.
  public static let columns: [Column] =
    ["city", "name", "date", "years", "first_year", "last_year", "days", "providers"]
    .map { Column($0) }
    + [
      Column("temperature_high", .celsius), Column("temperature_high_of_days"),
      Column("temperature_low", .celsius), Column("temperature_low_of_days"),
      Column("precipitation_probability", .percent),
      Column("precipitation_probability_of_days"), Column("precipitation", .millimetre),
      Column("precipitation_of_days"),
    ]

  /// A row a city.
  public var rows: [[Value]] {
    lines.map { line in
      let normal = line.normal
      return [
        .text(line.city), .text(line.name), .date(line.date), .integer(normal.years),
        Value(normal.span?.lowerBound), Value(normal.span?.upperBound), .integer(normal.days),
        .text(line.providers.joined(separator: ",")),
      ]
        + [normal.high, normal.low, normal.rainChance, normal.rain].flatMap {
          [Value($0.value), .integer($0.days)]
        }
    }
  }

  /// The table for people; the city stands in it when there are several.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.count > 1
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : [])
        + [
          .init("Usual on"), .init(number: "High"), .init(number: "Low"),
          .init(number: "Rain chance"), .init(number: "Rain", leftOut: 1),
          .init(number: "Years"), .init("of", leftOut: 3), .init(number: "Days", leftOut: 2),
        ])
    for line in lines {
      let normal = line.normal, units = rendering.units
      let texts =
        (showsCity ? [line.name] : [])
        + [
          line.date.description, Words.measurement(normal.high.value, .celsius, in: units),
          Words.measurement(normal.low.value, .celsius, in: units),
          Words.measurement(normal.rainChance.value, .percent, in: units),
          Words.measurement(normal.rain.value, .millimetre, in: units), "\(normal.years)",
          normal.span.map { "\($0.lowerBound)–\($0.upperBound)" } ?? Words.unknown,
          "\(normal.days)",
        ]
      table.append(texts.map { TextTable.Cell($0) })
    }
    return table
  }

  /// What is usual, for where a forecast is stale; nil where it is not known.
  public static func sentence(
    _ normal: DayNormal, on date: LocalDate, city: String, in units: UnitSystem
  ) -> String? {
    guard normal.high.value != nil || normal.low.value != nil else { return nil }
    let high = Words.measurement(normal.high.value, .celsius, in: units)
    let low = Words.measurement(normal.low.value, .celsius, in: units)
    let rain = Words.measurement(normal.rainChance.value, .percent, in: units)
    return "\(city): the forecast is STALE. Not a forecast, but usual on \(date) in "
      + "\(normal.years) years: high \(high), low \(low), rain chance \(rain)."
  }

  /// What the figures are of.
  public func notes(in units: UnitSystem) -> String {
    "Means of the \(2 * DayNormal.reach + 1) days about the date in each year; "
      + "\(DayNormal.leastYears) years are needed. A rain day has "
      + "\(Words.threshold(PeriodSummary.rainDayMm, .millimetre, in: units)).\n"
  }
}
