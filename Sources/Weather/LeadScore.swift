/// How good one service's forecasts of one place were, so many days ahead.
public struct LeadScore: Sendable, Equatable {
  /// The days ahead that are looked at.
  public static let leads = 0...14

  /// How many days had a forecast and are known.
  public private(set) var days = 0
  /// Of highs, °C.
  public private(set) var high = ErrorScore()
  /// Of lows, °C.
  public private(set) var low = ErrorScore()
  /// Of wind, m/s: strongest against strongest, else mean against mean.
  public private(set) var wind = ErrorScore()
  /// Of rain days.
  public private(set) var rain = RainScore()
  /// How many of the days are known by readings.
  public private(set) var readingDays = 0
  private var coverage = 0.0

  /// A score of no day.
  public init() {}

  /// Adds a day that is known; `old` is the last day that was over when the forecast was made,
  /// `first` what a blend's first service said.
  public mutating func add(
    _ claim: ForecastClaim, observed: DayFacts, old: DayFacts?, normal: DayNormal?,
    first: ForecastClaim? = nil
  ) {
    days += 1
    if let share = observed.coveragePct {
      readingDays += 1
      coverage += share
    }
    high.add(
      claim.highC, observed: observed.highC, persistence: old?.highC, normal: normal?.high.value,
      primary: first?.highC)
    low.add(
      claim.lowC, observed: observed.lowC, persistence: old?.lowC, normal: normal?.low.value,
      primary: first?.lowC)
    if claim.windMaxMs != nil, observed.windMaxMs != nil {
      wind.add(
        claim.windMaxMs, observed: observed.windMaxMs, persistence: old?.windMaxMs,
        normal: normal?.windMax.value, primary: first?.windMaxMs)
    } else {
      wind.add(
        claim.windMeanMs, observed: observed.windMeanMs, persistence: old?.windMeanMs,
        normal: normal?.windMean.value, primary: first?.windMeanMs)
    }
    rain.add(
      claim, observed: observed.rain, persistence: old?.rain,
      normal: normal?.rainChance.value.map { $0 / 100 },
      primary: first?.probabilityPct.map { $0 / 100 })
  }

  /// How much of those days their readings speak for on average, %; nil without one.
  public var coveragePct: Double? {
    readingDays > 0 ? Canonical.rounded(coverage / Double(readingDays)) : nil
  }
}
