import CommandLine
import History
import Presentation
import Weather

/// `almanac cities`: the places that are kept.
enum CitiesQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { CitiesReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let text = inquiry.parsed.value(of: .search)
    let cities = try text.map { try CitySearch.cities(inquiry.cities, with: $0) } ?? inquiry.cities
    if let text, cities.isEmpty {
      throw Failure(
        .nothing, "no_rows", "No city has \(UsageError.quoted(text)) in its name or country.")
    }
    let lines = try cities.map { record in
      CitiesReport.Line(
        record: record, firstAt: try inquiry.local(record.firstAt, record),
        lastAt: try inquiry.local(record.lastAt, record))
    }
    return try inquiry.answer(
      CitiesReport(lines).rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: [],
      oldest: cities.compactMap { $0.lastAt.map(inquiry.age) })
  }
}
