import CommandLine
import History
import Presentation
import Weather

/// `almanac cities`: the places that are kept.
enum CitiesQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { CitiesReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let lines = try inquiry.cities.map { record in
      CitiesReport.Line(
        record: record, firstAt: try inquiry.local(record.firstAt, record),
        lastAt: try inquiry.local(record.lastAt, record))
    }
    return try inquiry.answer(
      CitiesReport(lines).rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: [],
      oldest: inquiry.cities.compactMap { $0.lastAt.map(inquiry.age) })
  }
}
