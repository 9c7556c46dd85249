import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac revisions`: how a day's forecast changed, and what the day was.
enum RevisionsQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { RevisionsReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let city = inquiry.cities[0]
    let date = try DayWord.date(
      inquiry.parsed.lastWord ?? "today", by: inquiry.clock(of: city))
    var lines = try forecasts(of: date, in: city, inquiry)
    var wide = inquiry
    wide.forgetProvider()
    let book = try DayBook(of: city, from: date, to: date.adding(days: 1), wide)
    if let observed = book.day(date) {
      lines.append(
        RevisionsReport.Line(
          name: inquiry.name(of: city), kind: .observed(observed),
          sunrise: try inquiry.local(observed.day.sunrise, city),
          sunset: try inquiry.local(observed.day.sunset, city)))
    }
    let report = RevisionsReport(
      lines, showsService: inquiry.provider.showsService,
      outcome: try outcome(of: date, book, by: inquiry.clock(of: city)))
    return try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: [], oldest: [],
      nothing: "No forecast of \(date) for \(city.city.slug)")
  }

  /// The revisions of the services that are asked about, else of the first that has some.
  private static func forecasts(
    of date: LocalDate, in city: CityRecord, _ inquiry: Inquiry
  ) throws -> [RevisionsReport.Line] {
    var found: [[DayRecord]] = []
    for source in city.sources {
      if case .named(let name) = inquiry.provider, name != source.provider { continue }
      let records = try inquiry.reader.revisions(of: city, provider: source.provider, on: date)
      if records.isEmpty { continue }
      found.append(records)
      if inquiry.provider == .best { break }
    }
    return try found.flatMap { records in
      let current = records.current
      return try records.map { record in
        RevisionsReport.Line(
          name: inquiry.name(of: city),
          kind: .forecast(
            record, leadDays: try leadDays(of: record, in: city, inquiry),
            isCurrent: record == current),
          sunrise: try inquiry.local(record.day.sunrise, city),
          sunset: try inquiry.local(record.day.sunset, city))
      }
    }
  }

  /// How many days ahead of its day a revision was received; a midnight belongs to the day that it
  /// ends, as forecasts that were fetched afterwards are known by then.
  private static func leadDays(
    of record: DayRecord, in city: CityRecord, _ inquiry: Inquiry
  ) throws -> Int {
    let known = try inquiry.local(record.fetchedAt - 1, city)?.date
    return record.day.date.daysSince1970 - (known ?? record.day.date).daysSince1970
  }

  /// What people are told of the day.
  private static func outcome(
    of date: LocalDate, _ book: DayBook, by clock: CityClock
  ) throws -> String {
    let name = Words.day(date)
    guard try date < clock.today() else { return "\(name) is not over." }
    guard let observed = book.day(date) else {
      let share = book.coverage(of: date).map {
        "readings cover \(Words.fixed($0, decimals: 0)) % of it, and "
          + "\(Words.fixed(ObservedDay.leastCoveragePct, decimals: 0)) % are needed"
      }
      return "What \(name) was is not known: \(share ?? "there are no readings of it")."
    }
    let kind = observed.basis.map { " (\($0.rawValue))" } ?? ""
    guard let readings = observed.readings, let share = observed.coveragePct else {
      return "\(name) as \(observed.provider) has it\(kind)."
    }
    return "\(name) by \(readings.counted("reading", "readings")) of \(observed.provider)\(kind) "
      + "that cover \(Words.fixed(share, decimals: 0)) % of it."
  }
}
