import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac when`: the days or readings that meet a condition.
enum WhenQuery: Query {
  private static let past = [Option.since, .until, .last, .day, .month, .year]

  static func columns(for parsed: ParsedCommand) -> [Column] {
    isOfPast(parsed) ? HistoryReport.columns : ForecastReport.columns
  }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    guard isOfPast(inquiry.parsed) else { return try days(inquiry) }
    guard inquiry.parsed.value(of: .within) == nil else {
      throw UsageError("--within looks ahead, and can't be used with a time of the past")
    }
    return try readings(inquiry)
  }

  private static func isOfPast(_ parsed: ParsedCommand) -> Bool {
    past.contains { parsed.value(of: $0) != nil }
  }

  private static func days(_ inquiry: Inquiry) throws -> Answer {
    let within = try inquiry.parsed.seconds(of: .within)
    let condition = try ReportCondition(
      inquiry, ForecastReport.columns, elsewhere: HistoryReport.columns,
      advice: "it is a column of readings: add a time of the past, as --last 24h")
    var known = 0
    var lines: [ForecastReport.Line] = []
    for city in inquiry.cities {
      let clock = inquiry.clock(of: city)
      for line in try ForecastQuery.lines(of: city, days: 366, inquiry) {
        let begin = try clock.start(of: line.record.day.date)
        if let within, begin >= inquiry.now + Double(within) { continue }
        known += 1
        if try condition.holds(for: ForecastReport([line], showsService: false).rows[0]) {
          lines.append(line)
        }
      }
    }
    var report = ForecastReport(lines, showsService: inquiry.provider.showsService)
    report.tested = condition.tested
    return try answer(
      report.rendered(inquiry.rendering), lines.isEmpty, known, lines.map(\.ageSeconds),
      nothing: "No forecast", inquiry)
  }

  private static func readings(_ inquiry: Inquiry) throws -> Answer {
    let range = try HistoryRange(inquiry.parsed)
    let condition = try ReportCondition(
      inquiry, HistoryReport.columns, elsewhere: ForecastReport.columns,
      advice: "it is a column of the forecast: leave the time of the past out")
    var known = 0
    var lines: [HistoryReport.Line] = []
    for city in inquiry.cities {
      let (from, to) = try range.instants(by: inquiry.clock(of: city))
      let name = inquiry.name(of: city)
      for provider in try HistoryQuery.providers(of: city, inquiry) {
        try inquiry.reader.observations(of: city, provider: provider, from: from, to: to) {
          known += 1
          let values = ObservationColumns.values(of: $0, name: name)
          if try condition.holds(for: values) {
            lines.append(HistoryReport.Line(name: name, record: $0))
          }
        }
      }
    }
    var report = HistoryReport(lines, showsService: inquiry.provider.showsService)
    report.tested = condition.tested
    var answer = try answer(
      report.rendered(inquiry.rendering), lines.isEmpty, known, [],
      nothing: "No readings in that time",
      advice: known > 0 ? nil : try HistoryQuery.advice(for: inquiry.cities, range, inquiry),
      inquiry)
    answer.notices += try HistoryQuery.imports(beside: [], range, inquiry)
    return answer
  }

  /// That nothing meets the condition is an answer like any other, and nothing to complain of.
  private static func answer(
    _ output: [UInt8], _ isEmpty: Bool, _ known: Int, _ ages: [Int], nothing: String,
    advice: String? = nil, _ inquiry: Inquiry
  ) throws -> Answer {
    if isEmpty, known > 0 {
      let isForPrograms = inquiry.rendering.format.machine != nil
      return Answer(output: isForPrograms ? output : [], status: .nothing)
    }
    return try inquiry.answer(
      output, isEmpty: isEmpty, without: isEmpty ? inquiry.cities : [], oldest: ages,
      nothing: nothing, advice: advice)
  }
}
