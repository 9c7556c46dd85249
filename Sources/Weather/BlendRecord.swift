/// How far off one service's forecasts of a place were, so many days ahead: what its weight in a
/// blend rests on.
///
/// Bates and Granger, "The Combination of Forecasts" (1969): weights are inverse to the mean squared
/// error. As in Woodcock and Engel, "Operational Consensus Forecasts" (2005), a mean error is taken
/// off first, and only the last weeks count, so that seasons and new models are followed.
public struct BlendRecord: Sendable {
  /// How many days before a forecast was made count.
  public static let reach = 60
  /// How many days with a forecast a figure needs.
  public static let leastDays = ErrorScore.leastDays

  private var days: [(date: LocalDate, errors: DayLanes)] = []
  /// Those that are counted: from one place up to another.
  private var counted = 0..<0
  private var counts = DayLanes.zero
  private var sums = DayLanes.zero
  private var squares = DayLanes.zero

  /// A record of no day.
  public init() {}

  /// Adds what was forecast of a day that is known; days come in their order.
  public mutating func add(_ claim: ForecastClaim, observed: DayFacts, on date: LocalDate) {
    days.append((date, (DayLanes(claim) - DayLanes(observed)).tenThousandths))
  }

  /// What the service has to say in a blend that is made on a date, by the days before; dates come
  /// in their order.
  public mutating func voice(of claim: ForecastClaim, madeOn date: LocalDate) -> BlendVoice {
    move(to: date)
    let mean = (sums / counts).replacing(with: 0, where: .!BlendRule.isCorrected)
    // Both in ten-thousandths.
    let square = (squares / counts - mean * mean) / 100_000_000
    let value = DayLanes(claim) - mean / 10_000
    let isSilent = .!(value.isKnown .& (counts .>= Double(Self.leastDays)))
    let weight = 1 / square.replacing(with: BlendRule.finest, where: square .< BlendRule.finest)
    return BlendVoice(
      values: value.replacing(with: BlendRule.least, where: value .< BlendRule.least)
        .replacing(with: 0, where: isSilent),
      weights: weight.replacing(with: 0, where: isSilent), days: counts)
  }

  private mutating func move(to date: LocalDate) {
    while counted.upperBound < days.count, days[counted.upperBound].date < date {
      count(days[counted.upperBound].errors, 1)
      counted = counted.lowerBound..<(counted.upperBound + 1)
    }
    let first = date.adding(days: -Self.reach)
    while !counted.isEmpty, days[counted.lowerBound].date < first {
      count(days[counted.lowerBound].errors, -1)
      counted = (counted.lowerBound + 1)..<counted.upperBound
    }
  }

  private mutating func count(_ errors: DayLanes, _ sign: Double) {
    counts.replace(with: counts + sign, where: errors.isKnown)
    sums.replace(with: sums + sign * errors, where: errors.isKnown)
    squares.replace(with: squares + sign * errors * errors, where: errors.isKnown)
  }
}

/// What differs between the figures of a blend, lane by lane.
enum BlendRule {
  /// Of which the mean error is taken off: rain is none too often to be shifted.
  static let isCorrected: SIMDMask<SIMD8<Int64>> = DayLanes(1, 1, 1, 1, 0, 0, 0, 0) .> 0
  /// No wind is less than calm.
  static let least = DayLanes(
    -.infinity, -.infinity, 0, 0, -.infinity, -.infinity, -.infinity, -.infinity)
  /// Squares of errors that are not told from smaller ones: 0.1 °C, 0.5 m/s, 1 mm, 10 %.
  ///
  /// So a service does not get all the weight by weeks without rain.
  static let finest = DayLanes(0.01, 0.01, 0.25, 0.25, 1, 100, 1, 1)
}

/// One service's say in a blend: its figures less their mean errors, and how much each weighs.
public struct BlendVoice: Sendable {
  /// The figures; 0 where it has no weight.
  let values: DayLanes
  /// 1 / mean squared error; 0 where the figure or enough of a record is missing.
  let weights: DayLanes
  /// How many days the weights are by.
  let days: DayLanes
}
