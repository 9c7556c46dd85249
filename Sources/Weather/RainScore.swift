/// How well rain days were forecast, over many days.
public struct RainScore: Sendable, Equatable {
  private var hits = 0
  private var misses = 0
  private var falseAlarms = 0
  /// How many days have a probability and an observation.
  public private(set) var probabilityDays = 0
  private var squares = 0.0
  private var persistence = SkillScore()
  private var normals = SkillScore()
  private var primary = SkillScore()

  /// A score of no day.
  public init() {}

  /// Adds a day; probabilities are 0...1, and one without an observation does not count.
  mutating func add(
    _ claim: ForecastClaim, observed: Double?, persistence old: Double?, normal: Double?,
    primary first: Double?
  ) {
    guard let observed else { return }
    if let saysRain = claim.saysRain {
      if saysRain, observed == 1 { hits += 1 }
      if saysRain, observed == 0 { falseAlarms += 1 }
      if !saysRain, observed == 1 { misses += 1 }
    }
    guard let probability = claim.probabilityPct.map({ $0 / 100 }) else { return }
    let square = (probability - observed) * (probability - observed)
    probabilityDays += 1
    squares += square
    persistence.add(square, old.map { ($0 - observed) * ($0 - observed) })
    normals.add(square, normal.map { ($0 - observed) * ($0 - observed) })
    primary.add(square, first.map { ($0 - observed) * ($0 - observed) })
  }

  /// How many rain days had any forecast.
  public var rainDays: Int { hits + misses }
  /// How many rain days were forecast.
  public var forecastRainDays: Int { hits + falseAlarms }

  /// The share of rain days that were forecast, 0...100 %; nil of too few.
  public var hitRatePct: Double? { share(hits, of: rainDays) }
  /// The share of forecast rain days that were none, 0...100 %; nil of too few.
  public var falseAlarmPct: Double? { share(falseAlarms, of: forecastRainDays) }
  /// The mean square of probability − outcome, from 0 (always right) to 1; nil of too few days.
  public var brier: Double? {
    probabilityDays >= ErrorScore.leastDays
      ? Canonical.rounded(squares / Double(probabilityDays)) : nil
  }
  /// 1 − Brier score / that of "as on the last day that was over".
  public var skillOverPersistence: Double? { persistence.value }
  /// 1 − Brier score / that of the usual rain chance.
  public var skillOverNormals: Double? { normals.value }
  /// 1 − Brier score / that of the first service, of a blend.
  public var skillOverPrimary: Double? { primary.value }

  private func share(_ part: Int, of whole: Int) -> Double? {
    whole >= ErrorScore.leastDays ? Canonical.rounded(100 * Double(part) / Double(whole)) : nil
  }
}
