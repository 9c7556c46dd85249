import Weather

/// One line of a summary's table, and its columns in machine formats.
struct SummaryFigure: Sendable {
  /// How a figure is kept.
  enum Kind {
    case extreme(@Sendable (PeriodSummary) -> PeriodSummary.Extreme?, MeasureUnit)
    case mean(@Sendable (PeriodSummary) -> PeriodSummary.Measure, MeasureUnit)
    case count(@Sendable (PeriodSummary) -> PeriodSummary.Measure)
    case degreeDays(@Sendable (PeriodSummary) -> PeriodSummary.Measure)
    case frost
    case direction
  }

  let title: String
  private let stem: String
  private let kind: Kind

  private init(_ title: String, _ stem: String, _ kind: Kind) {
    self.title = title
    self.stem = stem
    self.kind = kind
  }

  static let all = [
    SummaryFigure("Highest", "temperature_max", .extreme({ $0.highest }, .celsius)),
    SummaryFigure("Mean high", "temperature_high_mean", .mean({ $0.high }, .celsius)),
    SummaryFigure("Mean", "temperature_mean", .mean({ $0.mean }, .celsius)),
    SummaryFigure("Mean low", "temperature_low_mean", .mean({ $0.low }, .celsius)),
    SummaryFigure("Lowest", "temperature_min", .extreme({ $0.lowest }, .celsius)),
    SummaryFigure("Frost days", "frost", .frost),
    SummaryFigure("Heating", "heating_degree_days", .degreeDays { $0.heating }),
    SummaryFigure("Cooling", "cooling_degree_days", .degreeDays { $0.cooling }),
    SummaryFigure("Rain", "precipitation", .mean({ $0.rain }, .millimetre)),
    SummaryFigure("Rain days", "rain", .count { $0.rainDays }),
    SummaryFigure("Wettest day", "precipitation_max", .extreme({ $0.wettest }, .millimetre)),
    SummaryFigure("Mean wind", "wind_speed_mean", .mean({ $0.wind }, .metrePerSecond)),
    SummaryFigure("Strongest wind", "wind_speed_max", .extreme({ $0.windiest }, .metrePerSecond)),
    SummaryFigure("Strongest gust", "wind_gust_max", .extreme({ $0.gustiest }, .metrePerSecond)),
    SummaryFigure("Wind from", "wind_direction", .direction),
  ]

  /// The value, its dates, and how many days are behind it.
  var columns: [Column] {
    let behind = Column("\(stem)_of_days")
    return switch kind {
    case .extreme(_, let unit): [Column(stem, unit), Column("\(stem)_date"), behind]
    case .mean(_, let unit): [Column(stem, unit), behind]
    case .count: [Column("\(stem)_days"), behind]
    case .degreeDays: [Column(difference: stem, .celsius), behind]
    case .frost:
      [Column("frost_days"), Column("frost_first_date"), Column("frost_last_date"), behind]
    case .direction: [Column(stem, .degree), behind]
    }
  }

  func values(_ summary: PeriodSummary) -> [Value] {
    func values(_ measure: PeriodSummary.Measure) -> [Value] {
      [Value(measure.value), .integer(measure.days)]
    }
    switch kind {
    case .extreme(let get, _):
      let extreme = get(summary)
      return [
        Value(extreme?.value), extreme.map { .date($0.date) } ?? .null,
        .integer(extreme?.days ?? 0),
      ]
    case .mean(let get, _), .count(let get), .degreeDays(let get): return values(get(summary))
    case .frost:
      let dates = [summary.firstFrost, summary.lastFrost]
      return [Value(summary.frostDays.value)] + dates.map { $0.map { .date($0) } ?? .null }
        + [.integer(summary.frostDays.days)]
    case .direction: return values(summary.mainDirection)
    }
  }

  /// The value, its date, and the number of days, as people read them.
  func texts(_ summary: PeriodSummary, _ units: UnitSystem, ofYears: Bool) -> [String] {
    func number(_ value: Double?) -> String {
      value.map { Words.fixed($0, decimals: ofYears ? 1 : 0) } ?? Words.unknown
    }
    switch kind {
    case .extreme(let get, let unit):
      let extreme = get(summary)
      return [
        Words.measurement(extreme?.value, unit, in: units),
        extreme.map { $0.date.description } ?? "", "\(extreme?.days ?? 0)",
      ]
    case .mean(let get, let unit):
      let measure = get(summary)
      return [Words.measurement(measure.value, unit, in: units), "", "\(measure.days)"]
    case .count(let get):
      let measure = get(summary)
      return [number(measure.value), "", "\(measure.days)"]
    case .degreeDays(let get):
      let measure = get(summary), unit = MeasureUnit.celsius.shown(in: units)
      let value = measure.value.map {
        "\(Words.fixed(unit.difference(of: $0), decimals: 0)) \(unit.symbol)·d"
      }
      return [value ?? Words.unknown, "", "\(measure.days)"]
    case .frost:
      let dates = [summary.firstFrost, summary.lastFrost].compactMap { $0?.description }
      return [
        number(summary.frostDays.value), dates.joined(separator: ", "),
        "\(summary.frostDays.days)",
      ]
    case .direction:
      let measure = summary.mainDirection
      return [measure.value.map(Words.compass) ?? Words.unknown, "", "\(measure.days)"]
    }
  }
}
