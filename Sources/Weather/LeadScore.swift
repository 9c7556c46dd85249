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

  /// A score of no day.
  public init() {}

  /// Adds a day that is known; `old` is the last day that was over when the forecast was made.
  public mutating func add(
    _ claim: ForecastClaim, observed: DayFacts, old: DayFacts?, normal: DayNormal?
  ) {
    days += 1
    high.add(
      claim.highC, observed: observed.highC, persistence: old?.highC, normal: normal?.high.value)
    low.add(
      claim.lowC, observed: observed.lowC, persistence: old?.lowC, normal: normal?.low.value)
    if claim.windMaxMs != nil, observed.windMaxMs != nil {
      wind.add(
        claim.windMaxMs, observed: observed.windMaxMs, persistence: old?.windMaxMs, normal: nil)
    } else {
      wind.add(
        claim.windMeanMs, observed: observed.windMeanMs, persistence: old?.windMeanMs,
        normal: nil)
    }
    rain.add(
      claim, observed: observed.rain, persistence: old?.rain,
      normal: normal?.rainChance.value.map { $0 / 100 })
  }
}
