import CommandLine
import History
import Presentation
import Weather

/// `almanac summary`: what a month or a year amounts to, and what it does elsewhere in time.
enum SummaryQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { SummaryReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    var lines: [SummaryReport.Line] = []
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      if let line = try line(of: city, inquiry) { lines.append(line) } else { silent.append(city) }
    }
    return try inquiry.answer(
      SummaryReport(lines).rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: silent,
      oldest: [], nothing: "No whole days in that time", advice: PastAdvice.text)
  }

  private static func line(
    of city: CityRecord, _ inquiry: Inquiry
  ) throws -> SummaryReport.Line? {
    let today = try inquiry.clock(of: city).today()
    let period = try SummaryPeriod(inquiry.parsed, today: today)
    let own = try summary(of: period.dates, city, inquiry)
    guard own.days > 0, let first = try inquiry.reader.firstDay(of: city) else { return nil }
    var earlier: [PeriodSummary] = [], later: [PeriodSummary] = []
    for year in first.components.year...today.components.year where year != period.year {
      guard let dates = period.dates(in: year, today: today) else { continue }
      let summary = try summary(of: dates, city, inquiry)
      if year < period.year { earlier.append(summary) } else { later.append(summary) }
    }
    return SummaryReport.Line(
      city: city.city.slug, name: inquiry.name(of: city), period: period.name, summary: own,
      recordsBroken: own.recordsBroken(of: earlier), others: OtherYears(earlier + later))
  }

  private static func summary(
    of dates: Range<LocalDate>, _ city: CityRecord, _ inquiry: Inquiry
  ) throws -> PeriodSummary {
    let book = try DayBook(of: city, from: dates.lowerBound, to: dates.upperBound, inquiry)
    let length = dates.upperBound.daysSince1970 - dates.lowerBound.daysSince1970
    return PeriodSummary(book.days, length: length)
  }
}
