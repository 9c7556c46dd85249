/// What one revision of a day's forecast says that can be held against the day.
public struct ForecastClaim: Sendable, Equatable {
  /// Unix seconds of its issue.
  public var issuedAt: Int64
  /// Unix seconds of its first receipt.
  public var fetchedAt: Int64
  /// Unix seconds of when the service last said the same.
  public var confirmedAt: Int64
  /// Hours of the date that it is of; 0 where that is not known.
  public var hours: Double
  /// The high, °C.
  public var highC: Double?
  /// The low, °C.
  public var lowC: Double?
  /// Liquid precipitation, mm.
  public var rainMm: Double?
  /// The probability of precipitation, 0...100 %.
  public var probabilityPct: Double?
  /// The strongest wind, m/s.
  public var windMaxMs: Double?
  /// The mean wind, m/s.
  public var windMeanMs: Double?

  /// A claim of which nothing but the times is known.
  public init(issuedAt: Int64, fetchedAt: Int64, confirmedAt: Int64, hours: Double) {
    self.issuedAt = issuedAt
    self.fetchedAt = fetchedAt
    self.confirmedAt = confirmedAt
    self.hours = hours
  }

  /// Those of a day's forecast; high and low are the calendar day's where it has them.
  public init(_ record: DayRecord) {
    let day = record.day
    self.init(
      issuedAt: record.issuedAt.unixSeconds, fetchedAt: record.fetchedAt.unixSeconds,
      confirmedAt: record.confirmedAt.unixSeconds, hours: day.hoursCovered ?? 0)
    highC = day.temperatureMaxC ?? day.temperatureHighC
    lowC = day.temperatureMinC ?? day.temperatureLowC
    rainMm = day.precipitationMm
    probabilityPct = day.precipitationProbabilityPct
    windMaxMs = day.windSpeedMaxMs
    windMeanMs = day.windSpeedMeanMs
  }

  /// Whether it says rain day: by the amount, else by a probability of 50 % or more; nil without
  /// either.
  public var saysRain: Bool? {
    rainMm.map { $0 >= PeriodSummary.rainDayMm } ?? probabilityPct.map { $0 >= 50 }
  }
}

extension [ForecastClaim] {
  /// What was believed so many days before the date; they come in the order of receipt.
  ///
  /// That is the revision that counted when that day ended, if it was received or said again on it;
  /// for the date itself (0) the first that was received or said again on it, as later ones know
  /// part of the day. `midnight` is the beginning of a day so many days before the date, as Unix
  /// seconds, and belongs to the day that it ends.
  public func known(_ leadDays: Int, midnight: (Int) -> Int64) -> ForecastClaim? {
    let from = midnight(leadDays), to = midnight(leadDays - 1)
    guard leadDays > 0 else {
      if let old = current(at: from), old.confirmedAt > from, old.confirmedAt <= to { return old }
      return first { $0.fetchedAt > from && $0.fetchedAt <= to }
    }
    return current(at: to).flatMap { Swift.max($0.fetchedAt, $0.confirmedAt) > from ? $0 : nil }
  }

  /// The current revision as of an instant.
  private func current(at instant: Int64) -> ForecastClaim? {
    var best: ForecastClaim?
    for claim in self {
      if claim.fetchedAt > instant { break }
      if let best, (claim.hours, claim.issuedAt) < (best.hours, best.issuedAt) { continue }
      best = claim
    }
    return best
  }
}
