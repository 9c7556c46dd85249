import CommandLine
import History
import Presentation
import Weather

/// `almanac export`: the state of the store for other programs.
enum ExportQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { [] }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let file = inquiry.parsed.value(of: .output)
    if let file { try OutputFile.check(file, of: inquiry.settings.database) }
    var status = try inquiry.reader.status(now: inquiry.now)
    status.unplaced = []
    let slugs = Set(inquiry.cities.map(\.city.slug))
    let lines = status.sources.filter { slugs.contains($0.state.slug) }.map {
      FetchingReport.Line(name: $0.state.slug, source: $0, utcOffsetSeconds: 0)
    }
    let report = FetchingReport(
      lines, status: status, database: inquiry.settings.database, now: inquiry.now)
    let newest = try inquiry.reader.current(of: inquiry.cities, now: inquiry.now).records
    var answer = Answer(output: Exposition(report, newest: newest).bytes)
    answer.file = file
    return answer
  }
}
