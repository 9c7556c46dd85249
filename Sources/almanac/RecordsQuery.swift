import CommandLine
import History
import Presentation
import Weather

/// `almanac records`: the extremes of all days that are known.
enum RecordsQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { RecordsReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    var lines: [RecordsReport.Line] = []
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      let days = try days(of: city, inquiry)
      guard let first = days.first, let last = days.last else {
        silent.append(city)
        continue
      }
      lines += PlaceRecord.all(of: days).map {
        RecordsReport.Line(
          city: city.city.slug, name: inquiry.name(of: city), record: $0,
          dates: first.day.date...last.day.date)
      }
    }
    return try inquiry.answer(
      RecordsReport(lines).rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: silent,
      oldest: [], nothing: "No whole days", advice: PastAdvice.text)
  }

  private static func days(of city: CityRecord, _ inquiry: Inquiry) throws -> [ObservedDay] {
    guard let first = try inquiry.reader.firstDay(of: city) else { return [] }
    let today = try inquiry.clock(of: city).today()
    return try DayBook(of: city, from: first, to: today, inquiry).days
  }
}
