/// The same period of other years, as what one is held against.
public struct OtherYears: Sendable, Equatable {
  /// How many years have a day of the period.
  public var years: Int
  /// Extremes of all of them, and the means of their means, sums and counts.
  public var summary: PeriodSummary

  /// Joins the years that have a day; nil without one.
  public init?(_ summaries: [PeriodSummary]) {
    let known = summaries.filter { $0.days > 0 }
    guard let first = known.first else { return nil }
    years = known.count
    summary = first
    summary.length = known.reduce(0) { $0 + $1.length }
    summary.days = known.reduce(0) { $0 + $1.days }
    summary.providers = known.flatMap(\.providers).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    summary.firstFrost = nil
    summary.lastFrost = nil
    for path in PeriodSummary.measures { summary[keyPath: path] = Self.mean(known, path) }
    for (path, isBetter) in PeriodSummary.extremes {
      summary[keyPath: path] = Self.extreme(known, path, isBetter)
    }
    for later in known.dropFirst() {
      for sector in summary.sectors.indices { summary.sectors[sector] += later.sectors[sector] }
    }
  }

  private static func mean(
    _ known: [PeriodSummary], _ path: KeyPath<PeriodSummary, PeriodSummary.Measure>
  ) -> PeriodSummary.Measure {
    let whole = known.map { $0[keyPath: path] }.filter { $0.value != nil }
    let values = whole.compactMap(\.value)
    return PeriodSummary.Measure(
      value: values.isEmpty
        ? nil : Canonical.rounded(values.reduce(0, +) / Double(values.count)),
      days: whole.reduce(0) { $0 + $1.days })
  }

  private static func extreme(
    _ known: [PeriodSummary], _ path: KeyPath<PeriodSummary, PeriodSummary.Extreme?>,
    _ isBetter: (Double, Double) -> Bool
  ) -> PeriodSummary.Extreme? {
    let all = known.compactMap { $0[keyPath: path] }
    guard var best = all.first else { return nil }
    for other in all where isBetter(other.value, best.value) { best = other }
    best.days = all.reduce(0) { $0 + $1.days }
    return best
  }
}

extension PeriodSummary {
  fileprivate static var measures: [WritableKeyPath<PeriodSummary, Measure>] {
    [
      \.high, \.low, \.mean, \.frostDays, \.heating, \.cooling, \.rain, \.rainDays, \.wind,
    ]
  }

  fileprivate static var extremes:
    [(WritableKeyPath<PeriodSummary, Extreme?>, (Double, Double) -> Bool)]
  {
    [
      (\.highest, >), (\.lowest, <), (\.wettest, >), (\.windiest, >), (\.gustiest, >),
    ]
  }

  /// How many earlier years a record needs.
  public static let leastYearsOfRecord = 3

  /// Which extremes are beyond those of the same period of all earlier years; nil where none of
  /// them has enough earlier years to tell.
  ///
  /// A year counts for a figure of which it has `leastSharePct` of the days.
  public func recordsBroken(of earlier: [PeriodSummary]) -> [String]? {
    let names = [
      "highest_temperature", "lowest_temperature", "wettest_day", "strongest_wind",
      "strongest_gust",
    ]
    var broken: [String] = []
    var isTold = false
    for (name, (path, isBetter)) in zip(names, Self.extremes) {
      let known = earlier.compactMap { year in
        year[keyPath: path].flatMap {
          $0.days * 100 >= year.length * Self.leastSharePct ? $0.value : nil
        }
      }
      guard known.count >= Self.leastYearsOfRecord, let own = self[keyPath: path] else { continue }
      isTold = true
      if known.allSatisfy({ isBetter(own.value, $0) }) { broken.append(name) }
    }
    return isTold ? broken : nil
  }
}
