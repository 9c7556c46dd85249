import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac` without a command: how it is in each city, and of a single one the days to come.
enum OverviewQuery: Query {
  /// The days below a single city.
  private static let days = 7

  static func columns(for parsed: ParsedCommand) -> [Column] { OverviewReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let readings = try CurrentReadings(inquiry)
    let lines = try lines(of: readings, inquiry)
    if let template = inquiry.settings.line {
      let texts = lines.map { "\(template.filled(with: $0, in: inquiry.rendering.units))\n" }
      return try readings.answer(Array(texts.joined().utf8), isEmpty: lines.isEmpty, inquiry)
    }
    let isSingle = inquiry.parsed.words.count == 1
    let report = OverviewReport(
      lines, showsService: inquiry.provider.showsService, isDetailed: isSingle)
    guard isSingle, inquiry.rendering.format.machine == nil else {
      return try readings.answer(
        report.rendered(inquiry.rendering), isEmpty: lines.isEmpty, inquiry)
    }
    let coming = try ForecastQuery.report(days: days, inquiry)
    let parts =
      [lines.isEmpty ? [] : report.rendered(inquiry.rendering)]
      + [coming.report.lines.isEmpty ? [] : coming.report.rendered(inquiry.rendering)]
    let shown = parts.filter { !$0.isEmpty }
    var answer = try readings.answer(
      Array(shown.joined(separator: "\n".utf8)), isEmpty: shown.isEmpty, inquiry)
    for city in coming.silent {
      answer.notices.append(
        .warning("no_rows", "\(ForecastQuery.nothing) for \(city.city.slug)."))
    }
    return answer
  }

  /// A line a reading.
  static func lines(
    of readings: CurrentReadings, _ inquiry: Inquiry
  ) throws -> [OverviewReport.Line] {
    var lines: [OverviewReport.Line] = []
    lines.reserveCapacity(readings.found.count)
    for (city, records) in readings.found where !records.isEmpty {
      let today = try inquiry.clock(of: city).today()
      for record in records {
        lines.append(try line(record, of: city, today: today, inquiry))
      }
    }
    return lines
  }

  private static func line(
    _ record: ObservationRecord, of city: CityRecord, today: LocalDate, _ inquiry: Inquiry
  ) throws -> OverviewReport.Line {
    var course = try inquiry.reader.course(before: record, of: city, on: today, now: inquiry.now)
    let source = try source(ofForecast: today, of: city, like: record, inquiry)
    course.outlook = source?.outlook
    return OverviewReport.Line(
      now: inquiry.line(record, of: city, today: source?.outlook.day), course: course,
      isOutlookStale: source.map {
        city.freshness(of: $0.provider).isStale(
          confirmedAt: $0.outlook.confirmedAt, now: inquiry.now)
      } ?? false,
      isNight: !Daylight.isDay(
        at: record.conditions.observedAt, latitude: city.city.latitude,
        longitude: city.city.longitude))
  }

  /// The forecast of a day that goes with a reading.
  private static func source(
    ofForecast date: LocalDate, of city: CityRecord, like record: ObservationRecord,
    _ inquiry: Inquiry
  ) throws -> (provider: String, outlook: DayOutlook)? {
    for provider in inquiry.forecastServices(of: city, like: record) {
      let outlook = try inquiry.reader.outlook(of: city, provider: provider, on: date)
      if let outlook { return (provider, outlook) }
    }
    return nil
  }
}
