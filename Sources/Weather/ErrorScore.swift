/// How far forecasts of a measurement were from what came, over many days.
public struct ErrorScore: Sendable, Equatable {
  /// The least number of days that any figure of accuracy needs.
  public static let leastDays = 10

  /// How many days have both.
  public private(set) var days = 0
  private var absolute = 0.0
  private var signed = 0.0
  private var persistence = SkillScore()
  private var normals = SkillScore()
  private var primary = SkillScore()

  /// A score of no day.
  public init() {}

  /// Adds a day; one without a forecast or an observation does not count.
  mutating func add(
    _ forecast: Double?, observed: Double?, persistence old: Double?, normal: Double?,
    primary first: Double?
  ) {
    guard let forecast, let observed else { return }
    let error = forecast - observed
    days += 1
    absolute += abs(error)
    signed += error
    persistence.add(abs(error), old.map { abs($0 - observed) })
    normals.add(abs(error), normal.map { abs($0 - observed) })
    primary.add(abs(error), first.map { abs($0 - observed) })
  }

  /// The mean absolute error; nil of too few days.
  public var meanAbsoluteError: Double? { mean(of: absolute) }
  /// The mean of forecast − observed; nil of too few days.
  public var bias: Double? { mean(of: signed) }
  /// 1 − error / error of "as on the last day that was over"; nil of too few days.
  public var skillOverPersistence: Double? { persistence.value }
  /// 1 − error / error of what is usual; nil of too few days.
  public var skillOverNormals: Double? { normals.value }
  /// 1 − error / error of the first service, of a blend; nil of too few days.
  public var skillOverPrimary: Double? { primary.value }

  private func mean(of sum: Double) -> Double? {
    days >= Self.leastDays ? Canonical.rounded(sum / Double(days)) : nil
  }
}

/// Errors against those of a plain guess, over the days that have both.
struct SkillScore: Sendable, Equatable {
  private var days = 0
  private var own = 0.0
  private var other = 0.0

  mutating func add(_ error: Double, _ otherError: Double?) {
    guard let otherError else { return }
    days += 1
    own += error
    other += otherError
  }

  /// 1 is perfect, 0 no better than the guess, negative worse; nil of too few days, or where the
  /// guess was always right.
  var value: Double? {
    days >= ErrorScore.leastDays && other > 0 ? Canonical.rounded(1 - own / other) : nil
  }
}
