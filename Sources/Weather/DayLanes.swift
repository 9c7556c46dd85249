/// The figures of a day that forecasts are judged, blended and held against what is usual by, a lane
/// each; NaN is not known, and two lanes are never used.
///
/// All figures of a day are computed at once: ten years of forecasts are a million of them.
typealias DayLanes = SIMD8<Double>

extension DayLanes {
  /// The figures, by their lanes.
  enum Place: Int, CaseIterable {
    case high, low, windMax, windMean, rain, rainChance
  }

  private init(
    _ highC: Double?, _ lowC: Double?, _ windMaxMs: Double?, _ windMeanMs: Double?,
    _ rainMm: Double?, _ rainChancePct: Double?
  ) {
    self.init(
      highC ?? .nan, lowC ?? .nan, windMaxMs ?? .nan, windMeanMs ?? .nan, rainMm ?? .nan,
      rainChancePct ?? .nan, .nan, .nan)
  }

  /// What a day was: the chance of rain is 100 % on a rain day, else 0 %.
  init(_ day: DayFacts) {
    self.init(
      day.highC, day.lowC, day.windMaxMs, day.windMeanMs, day.rainMm, day.rain.map { 100 * $0 })
  }

  /// What was forecast.
  init(_ claim: ForecastClaim) {
    self.init(
      claim.highC, claim.lowC, claim.windMaxMs, claim.windMeanMs, claim.rainMm,
      claim.probabilityPct)
  }

  /// The figure of a lane; nil where it is not known.
  subscript(_ place: Place) -> Double? {
    let value = self[place.rawValue]
    return value.isNaN ? nil : value
  }

  /// Which are known.
  var isKnown: SIMDMask<SIMD8<Int64>> { self .== self }

  /// Whole ten-thousandths, of which sums are exact and the same in any order.
  var tenThousandths: DayLanes { (self * 10_000).rounded(.toNearestOrAwayFromZero) }

  /// With four decimals, as `Canonical.rounded`.
  var canonical: DayLanes { tenThousandths / 10_000 + 0 }
}

/// Counts and sums of the figures of days; of sums they are exact in any order.
struct FactSums: Sendable, Equatable {
  /// How many days there are.
  var days = 0
  /// How many of them have each figure.
  var counts = DayLanes.zero
  /// The sums of the figures, in ten-thousandths.
  var sums = DayLanes.zero

  /// Adds a day.
  mutating func add(_ day: DayFacts) {
    let values = DayLanes(day).tenThousandths
    days += 1
    counts.replace(with: counts + 1, where: values.isKnown)
    sums.replace(with: sums + values, where: values.isKnown)
  }

  /// What days up to a place have more than those up to an earlier one.
  static func - (later: FactSums, earlier: FactSums) -> FactSums {
    FactSums(
      days: later.days - earlier.days, counts: later.counts - earlier.counts,
      sums: later.sums - earlier.sums)
  }
}
