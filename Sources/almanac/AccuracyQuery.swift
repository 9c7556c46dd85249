import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac accuracy`: how far each service's forecasts were from what came.
enum AccuracyQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { AccuracyReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let since = try inquiry.parsed.value(of: .since).map { text throws(UsageError) in
      try TimeWord(text, of: .since)
    }
    var lines: [AccuracyReport.Line] = []
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      let found = try self.lines(of: city, since: since, inquiry)
      if found.isEmpty { silent.append(city) }
      lines += found
    }
    return try inquiry.answer(
      AccuracyReport(lines).rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: silent,
      oldest: [], nothing: "No forecast of a day that is known",
      advice: "almanacd backfill fetches what days were")
  }

  private static func lines(
    of city: CityRecord, since: TimeWord?, _ inquiry: Inquiry
  ) throws -> [AccuracyReport.Line] {
    guard let first = try inquiry.reader.firstDay(of: city) else { return [] }
    let clock = inquiry.clock(of: city)
    let today = try clock.today()
    let from = try since.map { try inquiry.local($0.period(by: clock).from, city)?.date } ?? first
    var all = inquiry
    all.forgetProvider()
    let book = try DayBook(of: city, from: first, to: today, all)
    var midnights = Midnights(clock)
    var lines: [AccuracyReport.Line] = []
    for source in city.sources {
      if case .named(let name) = inquiry.provider, name != source.provider { continue }
      var verification = Verification(book.facts(judging: source, of: city))
      try inquiry.reader.claims(
        of: city, provider: source.provider, from: from ?? first, to: today
      ) { date, claims in
        try verification.add(claims, of: date, by: &midnights)
      }
      for (lead, score) in zip(LeadScore.leads, verification.scores) where score.days > 0 {
        lines.append(
          AccuracyReport.Line(
            city: city.city.slug, name: inquiry.name(of: city), provider: source.provider,
            leadDays: lead, score: score))
      }
    }
    return lines
  }
}

/// The beginnings of days, each asked for once.
struct Midnights {
  private let clock: CityClock
  private var known: [Int: Int64] = [:]

  init(_ clock: CityClock) {
    self.clock = clock
  }

  /// The first instant of a date, as Unix seconds.
  mutating func start(of date: LocalDate) throws -> Int64 {
    if let instant = known[date.daysSince1970] { return instant }
    let instant = try clock.start(of: date).unixSeconds
    known[date.daysSince1970] = instant
    return instant
  }
}

/// Holds one service's forecasts of a place against what came.
private struct Verification {
  private let facts: FactTable
  private(set) var scores = LeadScore.leads.map { _ in LeadScore() }

  init(_ facts: FactTable) {
    self.facts = facts
  }

  /// Adds all that was forecast of a date; one that is not known adds nothing.
  mutating func add(
    _ claims: [ForecastClaim], of date: LocalDate, by midnights: inout Midnights
  ) throws {
    guard let observed = facts[date] else { return }
    let normal = facts.normal(of: date)
    let starts = try (-1...LeadScore.leads.upperBound).map {
      try midnights.start(of: date.adding(days: -$0))
    }
    for lead in LeadScore.leads {
      guard let claim = claims.known(lead, midnight: { starts[$0 + 1] }) else { continue }
      let old = facts[date.adding(days: -max(1, lead))]
      scores[lead].add(claim, observed: observed, old: old, normal: normal)
    }
  }
}
