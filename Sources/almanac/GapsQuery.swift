import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac gaps`: times without readings, and why.
enum GapsQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { GapsReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    var lines: [GapsReport.Line] = []
    for city in inquiry.cities {
      lines += try inquiry.gaps(of: city, filled: inquiry.parsed.has(.all))
    }
    let report = GapsReport(lines)
    return try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: [], oldest: [],
      nothing: inquiry.parsed.has(.all) ? "There are no gaps" : "There are no open gaps")
  }
}

extension Inquiry {
  /// The gaps of a city at the services that are asked about, by rank and in the order of time.
  func gaps(
    of city: CityRecord, filled: Bool, provider chosen: String? = nil,
    from: Date = .distantPast, to: Date = .distantFuture
  ) throws -> [GapsReport.Line] {
    var wanted = chosen
    if case .named(let name) = provider { wanted = wanted ?? name }
    let records = try reader.gaps(
      of: city, provider: wanted, filled: filled, from: from, to: to)
    return try records.compactMap { record in
      guard let from = try local(record.from, city), let to = try local(record.to, city) else {
        return nil
      }
      return GapsReport.Line(
        name: name(of: city), record: record, from: from, to: to,
        filledAt: try local(record.filledAt, city))
    }
  }
}
