import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac forecast`: the days to come, from each city's own today.
enum ForecastQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] {
    parsed.has(.blend) ? BlendReport.columns : ForecastReport.columns
  }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    if inquiry.parsed.has(.blend) { return try BlendQuery.answer(inquiry) }
    let (report, silent) = try report(days: days(inquiry), inquiry)
    return try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: report.lines.isEmpty, without: silent,
      oldest: report.lines.map(\.ageSeconds), nothing: nothing)
  }

  /// What is said of cities without a forecast.
  static let nothing = "No forecast"

  /// So many days of all cities that are asked about, and the cities without any.
  static func report(
    days count: Int, _ inquiry: Inquiry
  ) throws -> (report: ForecastReport, silent: [CityRecord]) {
    var lines: [ForecastReport.Line] = []
    var silent: [CityRecord] = []
    var remarks: [String] = []
    let asOf = try AsOf(inquiry.parsed)
    for city in inquiry.cities {
      let instant = try asOf?.instant(by: inquiry.clock(of: city))
      let (inquiry, city) = instant.map { inquiry.asked(about: city, at: $0) } ?? (inquiry, city)
      let found = try forecasts(of: city, days: count, asOf: instant, inquiry)
      if found.isEmpty { silent.append(city) }
      if !found.isEmpty, found.allSatisfy({ isStale($0, in: city, inquiry) }) {
        remarks += try usual(in: city, inquiry).map { [$0] } ?? []
      }
      for record in found.joined() {
        lines.append(try line(record, of: city, inquiry))
      }
    }
    var report = ForecastReport(lines, showsService: inquiry.provider.showsService)
    report.remarks = remarks
    return (report, silent)
  }

  /// How many days are asked for.
  static func days(_ inquiry: Inquiry) throws -> Int {
    try inquiry.parsed.integer(of: .days, in: 1...366) ?? 7
  }

  /// What is usual today, offered to people where the forecast is stale; nil where it is not known.
  static func usual(in city: CityRecord, _ inquiry: Inquiry) throws -> String? {
    guard inquiry.rendering.format == .table else { return nil }
    let today = try inquiry.clock(of: city).today()
    var all = inquiry
    all.forgetProvider()
    let normal = try NormalsQuery.normal(of: today, in: city, all)
    return NormalsReport.sentence(
      normal, on: today, city: inquiry.name(of: city), in: inquiry.rendering.units)
  }

  /// The lines of a city, from its own today on.
  static func lines(
    of city: CityRecord, days: Int, _ inquiry: Inquiry
  ) throws -> [ForecastReport.Line] {
    try forecasts(of: city, days: days, asOf: nil, inquiry).joined().map {
      try line($0, of: city, inquiry)
    }
  }

  /// The forecasts that are wanted, a list a service.
  static func forecasts(
    of city: CityRecord, days: Int, asOf: Date?, _ inquiry: Inquiry
  ) throws -> [[DayRecord]] {
    let today = try inquiry.clock(of: city).today()
    var found: [[DayRecord]] = []
    for source in city.sources {
      if case .named(let name) = inquiry.provider, name != source.provider { continue }
      let records = try inquiry.reader.forecast(
        of: city, provider: source.provider, from: today, days: days, asOf: asOf)
      if records.isEmpty { continue }
      found.append(records)
      // The best one is the first that is fresh: no need to read further.
      if inquiry.provider == .best, !isStale(records, in: city, inquiry) { break }
    }
    return Array(
      inquiry.provider.wanted(found[...], provider: { $0.first?.provider ?? "" }) {
        isStale($0, in: city, inquiry)
      })
  }

  /// A forecast is as fresh as its day that was confirmed last.
  static func isStale(
    _ records: [DayRecord], in city: CityRecord, _ inquiry: Inquiry
  ) -> Bool {
    !records.contains { !isStale($0, in: city, inquiry) }
  }

  static func isStale(
    _ record: DayRecord, in city: CityRecord, _ inquiry: Inquiry
  ) -> Bool {
    city.freshness(of: record.provider).isStale(confirmedAt: record.confirmedAt, now: inquiry.now)
  }

  private static func line(
    _ record: DayRecord, of city: CityRecord, _ inquiry: Inquiry
  ) throws -> ForecastReport.Line {
    ForecastReport.Line(
      name: inquiry.name(of: city), record: record, ageSeconds: inquiry.age(of: record.confirmedAt),
      isStale: isStale(record, in: city, inquiry),
      sunrise: try inquiry.local(record.day.sunrise, city),
      sunset: try inquiry.local(record.day.sunset, city))
  }
}
