/// Holds one forecaster's claims against what came.
public struct Scoring: Sendable {
  private let facts: FactTable
  /// How good they were, by days ahead.
  public private(set) var scores = LeadScore.leads.map { _ in LeadScore() }

  /// Begins with what the days were.
  public init(_ facts: FactTable) {
    self.facts = facts
  }

  /// Whether it is known what a date was.
  public func knows(_ date: LocalDate) -> Bool { facts[date] != nil }

  /// Adds what was believed of a date, by days ahead; one that is not known adds nothing.
  ///
  /// `firsts` is what the first service of a blend said.
  public mutating func add(
    _ known: [ForecastClaim?], of date: LocalDate, firsts: [ForecastClaim?] = []
  ) {
    guard let observed = facts[date] else { return }
    let normal = facts.normal(of: date)
    for (lead, claim) in zip(LeadScore.leads, known) {
      guard let claim else { continue }
      // The last day that was over when the forecast was made.
      let old = facts[date.adding(days: -max(1, lead))]
      scores[lead].add(
        claim, observed: observed, old: old, normal: normal,
        first: lead < firsts.count ? firsts[lead] : nil)
    }
  }
}

/// Holds what a blend would have forecast against what came: each with what was known before.
public struct BlendScoring: Sendable {
  /// How many days before a date something has a weight in a blend of it.
  public static let reach = BlendRecord.reach + LeadScore.leads.upperBound

  private let facts: FactTable
  private let scored: Range<LocalDate>
  private var sums: [BlendSum]
  /// What the first service said that had a figure.
  private var firsts: [DayLanes]
  private var records: [BlendRecord] = []

  /// Begins with what the days were, but for what any of the services said of them, and the days
  /// that are to be scored.
  public init(_ facts: FactTable, scored: Range<LocalDate>) {
    self.facts = facts
    self.scored = scored
    let days = scored.upperBound.daysSince1970 - scored.lowerBound.daysSince1970
    sums = Array(repeating: BlendSum(), count: days * LeadScore.leads.count)
    firsts = Array(repeating: DayLanes(repeating: .nan), count: sums.count)
  }

  /// Goes on with the next service.
  public mutating func beginService() {
    records = LeadScore.leads.map { _ in BlendRecord() }
  }

  /// Adds what the service was believed to say of a date, by days ahead; dates come in their order.
  public mutating func add(_ known: [ForecastClaim?], of date: LocalDate) {
    guard let observed = facts[date] else { return }
    for (lead, claim) in zip(LeadScore.leads, known) {
      guard let claim else { continue }
      if scored.contains(date) {
        let voice = records[lead].voice(of: claim, madeOn: date.adding(days: -lead))
        let place = place(date) + lead
        sums[place].add(voice)
        firsts[place].replace(with: DayLanes(claim), where: .!firsts[place].isKnown)
      }
      records[lead].add(claim, observed: observed, on: date)
    }
  }

  /// How good the blend would have been, by days ahead.
  public var scores: [LeadScore] {
    var scoring = Scoring(facts)
    for day in scored.lowerBound.daysSince1970..<scored.upperBound.daysSince1970 {
      let date = LocalDate(daysSince1970: day)
      guard scoring.knows(date) else { continue }
      let places = LeadScore.leads.map { place(date) + $0 }
      scoring.add(
        places.map { sums[$0].claim }, of: date, firsts: places.map { ForecastClaim(firsts[$0]) })
    }
    return scoring.scores
  }

  private func place(_ date: LocalDate) -> Int {
    (date.daysSince1970 - scored.lowerBound.daysSince1970) * LeadScore.leads.count
  }
}
