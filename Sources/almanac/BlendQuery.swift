import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac forecast --blend`: the days to come, the services of each city as one.
enum BlendQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { BlendReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    guard inquiry.provider == .best else {
      throw UsageError(
        "--blend can't be used with --provider", advice: "it is of all services that a city has")
    }
    let count = try ForecastQuery.days(inquiry)
    let asOf = try AsOf(inquiry.parsed)
    var report = BlendReport([])
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      let instant = try asOf?.instant(by: inquiry.clock(of: city))
      let (inquiry, city) = instant.map { inquiry.asked(about: city, at: $0) } ?? (inquiry, city)
      let lines = try lines(of: city, days: count, asOf: instant, inquiry)
      if lines.isEmpty { silent.append(city) }
      if !lines.isEmpty, lines.allSatisfy(\.isStale) {
        report.remarks += try ForecastQuery.usual(in: city, inquiry).map { [$0] } ?? []
      }
      report.lines += lines
    }
    return try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: report.lines.isEmpty, without: silent,
      oldest: report.lines.map(\.ageSeconds), nothing: "No forecast")
  }

  private static func lines(
    of city: CityRecord, days: Int, asOf: Date?, _ inquiry: Inquiry
  ) throws -> [BlendReport.Line] {
    let today = try inquiry.clock(of: city).today()
    let forecasts = try fresh(in: city, days: days, asOf: asOf, inquiry)
    var records = try BlendRecords(
      of: city, providers: forecasts.compactMap { $0.first?.provider }, today: today, inquiry)
    return try (0..<days).compactMap { ahead in
      let date = today.adding(days: ahead)
      let known = forecasts.compactMap { $0.first { $0.day.date == date } }
      let opinions = try known.map { record in
        (claim: ForecastClaim(record), voice: try records.voice(of: record))
      }
      guard let blend = Blend(opinions) else { return nil }
      return try line(blend, of: known, leadDays: ahead, city, inquiry)
    }
  }

  /// The forecasts of each service that is not stale; where all are, of all of them.
  private static func fresh(
    in city: CityRecord, days: Int, asOf: Date?, _ inquiry: Inquiry
  ) throws -> [[DayRecord]] {
    var all = inquiry
    all.forgetProvider()
    let found = try ForecastQuery.forecasts(of: city, days: days, asOf: asOf, all)
    let fresh = found.filter { !ForecastQuery.isStale($0, in: city, inquiry) }
    return fresh.isEmpty ? found : fresh
  }

  private static func line(
    _ blend: Blend, of known: [DayRecord], leadDays: Int, _ city: CityRecord, _ inquiry: Inquiry
  ) throws -> BlendReport.Line {
    let members = blend.members.map { known[$0] }, ranked = blend.ranked.map { known[$0] }
    // Not every service has words for the weather, or tells of the sun.
    let best = ranked.first { $0.day.condition != nil } ?? ranked[0]
    let sun = ranked.first { $0.day.sunrise != nil || $0.day.sunset != nil }?.day
    return BlendReport.Line(
      city: city.city.slug, name: inquiry.name(of: city), leadDays: leadDays, blend: blend,
      providers: members.map(\.provider), best: best,
      ageSeconds: members.map { inquiry.age(of: $0.confirmedAt) }.max() ?? 0,
      isStale: members.contains { ForecastQuery.isStale($0, in: city, inquiry) },
      sunrise: try inquiry.local(sun?.sunrise, city), sunset: try inquiry.local(sun?.sunset, city))
  }
}

/// How far off the services of a city were in the last weeks, each by days ahead.
private struct BlendRecords {
  private let inquiry: Inquiry
  private let city: CityRecord
  private let today: LocalDate
  private var records: [String: [BlendRecord]] = [:]

  init(
    of city: CityRecord, providers: [String], today: LocalDate, _ inquiry: Inquiry
  ) throws {
    self.inquiry = inquiry
    self.city = city
    self.today = today
    // One alone is never weighed.
    guard providers.count > 1 else { return }
    let first = today.adding(days: -BlendRecord.reach)
    var all = inquiry
    all.forgetProvider()
    let judged = city.sources.filter { providers.contains($0.provider) }
    let facts = try DayBook(of: city, from: first, to: today, all).facts(judging: judged, of: city)
    var midnights = Midnights(inquiry.clock(of: city))
    for provider in providers {
      var own = LeadScore.leads.map { _ in BlendRecord() }
      try inquiry.reader.claims(of: city, provider: provider, from: first, to: today) {
        date, claims in
        guard let observed = facts[date] else { return }
        let known = try claims.known(of: date, by: &midnights)
        for (lead, claim) in zip(LeadScore.leads, known) {
          if let claim { own[lead].add(claim, observed: observed, on: date) }
        }
      }
      records[provider] = own
    }
  }

  /// What a service has to say of a day; nil where its forecast is of longer ago than is judged.
  mutating func voice(of record: DayRecord) throws -> BlendVoice? {
    let confirmed = min(record.confirmedAt, inquiry.now)
    // A midnight belongs to the day that it ends.
    guard let said = try inquiry.local(confirmed - 1, city)?.date else { return nil }
    let lead = max(0, record.day.date.daysSince1970 - said.daysSince1970)
    guard LeadScore.leads.contains(lead) else { return nil }
    return records[record.provider]?[lead].voice(of: ForecastClaim(record), madeOn: today)
  }
}
