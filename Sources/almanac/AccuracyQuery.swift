import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac accuracy`: how far each service's forecasts, and those of all as one, were from what
/// came.
enum AccuracyQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { AccuracyReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let since = try inquiry.parsed.value(of: .since).map { text throws(UsageError) in
      try TimeWord(text, of: .since)
    }
    var report = AccuracyReport([])
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      let (found, isBlended) = try lines(of: city, since: since, inquiry)
      if found.isEmpty { silent.append(city) }
      report.lines += found
      if !found.isEmpty, isBlended, !found.contains(where: { $0.provider == Blend.name }) {
        report.withoutBlend.append(inquiry.name(of: city))
      }
    }
    return try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: report.lines.isEmpty, without: silent,
      oldest: [], nothing: "No forecast of a day that is known",
      advice: "almanacd backfill fetches what days were")
  }

  /// The scores, and whether several services were to be scored as one.
  private static func lines(
    of city: CityRecord, since: TimeWord?, _ inquiry: Inquiry
  ) throws -> (lines: [AccuracyReport.Line], isBlended: Bool) {
    guard let first = try inquiry.reader.firstDay(of: city) else { return ([], false) }
    let clock = inquiry.clock(of: city)
    let today = try clock.today()
    let from = try since.map { try inquiry.local($0.period(by: clock).from, city)?.date } ?? first
    guard let from, from < today else { return ([], false) }
    var judging = try Judging(of: city, first: first, scored: from..<today, inquiry)
    var scores: [(name: String, leads: [LeadScore])] = []
    for source in city.sources where inquiry.shows(source.provider) || judging.blends(source) {
      let leads = try judging.scores(of: source)
      if inquiry.shows(source.provider) { scores.append((source.provider, leads)) }
    }
    if let blend = judging.blend { scores.append((Blend.name, blend.scores)) }
    let lines = scores.flatMap { name, leads in
      zip(LeadScore.leads, leads).filter { $1.days > 0 }.map { lead, score in
        AccuracyReport.Line(
          city: city.city.slug, name: inquiry.name(of: city), provider: name, leadDays: lead,
          score: score)
      }
    }
    return (lines, judging.blend != nil)
  }
}

extension Inquiry {
  /// Whether something of a service, or of the blend, is asked for.
  func shows(_ name: String) -> Bool {
    if case .named(let wanted) = provider { return wanted == name }
    return true
  }
}

/// Holds forecasts of a place against what came, service by service.
private struct Judging {
  private let inquiry: Inquiry
  private let city: CityRecord
  private let book: DayBook
  private let scored: Range<LocalDate>
  private let members: [SourceRecord]
  private var midnights: Midnights
  /// What the services together were worth; nil where it is not asked for, or there is only one.
  private(set) var blend: BlendScoring?

  /// Reads what the days from the first on were.
  init(
    of city: CityRecord, first: LocalDate, scored: Range<LocalDate>, _ inquiry: Inquiry
  ) throws {
    self.inquiry = inquiry
    self.city = city
    self.scored = scored
    var all = inquiry
    all.forgetProvider()
    book = try DayBook(of: city, from: first, to: scored.upperBound, all)
    midnights = Midnights(inquiry.clock(of: city))
    guard inquiry.shows(Blend.name) else {
      members = []
      return
    }
    let firsts = try city.sources.map {
      (source: $0, date: try inquiry.reader.firstForecast(of: city, provider: $0.provider))
    }
    let known = firsts.filter { ($0.date ?? scored.upperBound) < scored.upperBound }
    members = known.map(\.source)
    if let start = known.compactMap(\.date).min(), members.count > 1 {
      blend = BlendScoring(
        book.facts(judging: members, of: city),
        scored: max(start, scored.lowerBound)..<scored.upperBound)
    }
  }

  /// Whether the blend needs a service.
  func blends(_ source: SourceRecord) -> Bool { blend != nil && members.contains(source) }

  /// How good a service's forecasts were, by days ahead.
  mutating func scores(of source: SourceRecord) throws -> [LeadScore] {
    var own = Scoring(book.facts(judging: [source], of: city))
    let isBlended = blends(source)
    if isBlended { blend?.beginService() }
    // What was known before the first day that is scored has its weight, too.
    let from = isBlended ? scored.lowerBound.adding(days: -BlendScoring.reach) : scored.lowerBound
    try inquiry.reader.claims(
      of: city, provider: source.provider, from: from, to: scored.upperBound
    ) { date, claims in
      guard own.knows(date) else { return }
      let known = try claims.known(of: date, by: &midnights)
      if date >= scored.lowerBound { own.add(known, of: date) }
      if isBlended { blend?.add(known, of: date) }
    }
    return own.scores
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

extension [ForecastClaim] {
  /// What was believed of a date, by days ahead.
  func known(of date: LocalDate, by midnights: inout Midnights) throws -> [ForecastClaim?] {
    let starts = try (-1...LeadScore.leads.upperBound).map {
      try midnights.start(of: date.adding(days: -$0))
    }
    return LeadScore.leads.map { known($0) { starts[$0 + 1] } }
  }
}
