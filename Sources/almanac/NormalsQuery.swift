import CommandLine
import History
import Presentation
import Weather

/// `almanac normals`: what is usual on a day of the year.
enum NormalsQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { NormalsReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let city = inquiry.cities[0]
    let date = try DayWord.date(inquiry.parsed.lastWord ?? "today", by: inquiry.clock(of: city))
    let years = try windows(of: date, in: city, inquiry)
    let normal = normal(of: years)
    let providers = years.flatMap { $0.days }.map(\.provider).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let report = NormalsReport([
      NormalsReport.Line(
        city: city.city.slug, name: inquiry.name(of: city), date: date, normal: normal,
        providers: providers)
    ])
    return try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: normal.years == 0, without: [], oldest: [],
      nothing: "No year has enough days about \(date) for \(city.city.slug)",
      advice: PastAdvice.text)
  }

  /// What is usual on a date, by all years that are stored.
  static func normal(
    of date: LocalDate, in city: CityRecord, _ inquiry: Inquiry
  ) throws -> DayNormal {
    normal(of: try windows(of: date, in: city, inquiry))
  }

  private static func normal(of years: [(year: Int, days: [ObservedDay])]) -> DayNormal {
    DayNormal(years.map { (year: $0.year, days: $0.days.map { DayFacts($0) }) })
  }

  /// The days about a date in all years that are stored.
  private static func windows(
    of date: LocalDate, in city: CityRecord, _ inquiry: Inquiry
  ) throws -> [(year: Int, days: [ObservedDay])] {
    let today = try inquiry.clock(of: city).today()
    guard let first = try inquiry.reader.firstDay(of: city), first < today else { return [] }
    // The days about New Year are of two years.
    let years = (first.components.year - 1)...(today.components.year + 1)
    return try years.compactMap { year in
      guard let dates = DayNormal.dates(about: date, in: year) else { return nil }
      let book = try DayBook(of: city, from: dates.lowerBound, to: dates.upperBound, inquiry)
      let days = book.days
      return days.count < DayNormal.leastDays ? nil : (year: year, days: days)
    }
  }
}
