import CommandLine
import History
import Presentation
import Weather

/// `almanac status`: what is fresh, what failed and why, who is at work.
enum StatusQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { FetchingReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    var status = try inquiry.reader.status(now: inquiry.now)
    // No service is asked about these yet, and none of them is a city that a word can mean.
    if !inquiry.parsed.arguments.isEmpty || inquiry.parsed.value(of: .provider) != nil {
      status.unplaced = []
    }
    var lines: [FetchingReport.Line] = []
    for city in inquiry.cities {
      let offset = try inquiry.reader.offset(of: city.city.slug, at: inquiry.now) ?? 0
      for source in status.sources where isWanted(source, of: city, inquiry) {
        lines.append(
          FetchingReport.Line(
            name: inquiry.name(of: city), source: source, utcOffsetSeconds: offset))
      }
    }
    let report = FetchingReport(
      lines, status: status, database: inquiry.settings.database, now: inquiry.now)
    var answer = Answer(output: report.rendered(inquiry.rendering))
    if lines.isEmpty, status.unplaced.isEmpty {
      // What is known of the whole is worth showing all the same.
      answer.notices.append(
        Failure(.nothing, "no_rows", "No service is asked about these cities.").notice)
      answer.status = .nothing
    }
    if !status.unplaced.isEmpty || lines.contains(where: { isTooOld($0.source, inquiry) }) {
      answer.status = .nothing
    }
    return answer
  }

  private static func isWanted(
    _ source: SourceStatus, of city: CityRecord, _ inquiry: Inquiry
  ) -> Bool {
    guard source.state.slug == city.city.slug else { return false }
    if case .named(let name) = inquiry.provider { return source.state.provider == name }
    return true
  }

  /// Whether a source is why the exit status is 1: by `--max-age`, else by its own schedule.
  private static func isTooOld(_ source: SourceStatus, _ inquiry: Inquiry) -> Bool {
    let now = inquiry.now
    guard let limit = inquiry.settings.maximumAge else {
      return source.isStale(at: now) == true || source.isForecastStale(at: now) == true
    }
    let ages = [source.age(at: now), source.forecastAge(at: now)].compactMap(\.self)
    return ages.isEmpty || ages.contains { $0 > limit }
  }
}
