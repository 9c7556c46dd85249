import CommandLine
import History
import Presentation
import Weather

/// `almanac now`: the newest reading of each city.
enum NowQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { NowReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    // A template may ask for what only the overview reads.
    if inquiry.settings.line != nil { return try OverviewQuery.answer(inquiry) }
    let readings = try CurrentReadings(inquiry)
    var lines: [NowReport.Line] = []
    lines.reserveCapacity(readings.found.count)
    for (city, records) in readings.found where !records.isEmpty {
      let today = try inquiry.clock(of: city).today()
      for record in records {
        let day = try day(today, of: city, like: record, inquiry)
        lines.append(inquiry.line(record, of: city, today: day))
      }
    }
    let report = NowReport(lines, showsService: inquiry.provider.showsService)
    return try readings.answer(report.rendered(inquiry.rendering), isEmpty: lines.isEmpty, inquiry)
  }

  /// The forecast of a day that goes with a reading.
  private static func day(
    _ date: LocalDate, of city: CityRecord, like record: ObservationRecord, _ inquiry: Inquiry
  ) throws -> DayExtremes? {
    for provider in inquiry.forecastServices(of: city, like: record) {
      let day = try inquiry.reader.extremes(of: city, provider: provider, on: date)
      if let day { return day }
    }
    return nil
  }
}
