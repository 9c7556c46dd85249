import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// All revisions of a date's forecast, in the order of their receipt.
  public func revisions(
    of city: CityRecord, provider: String, on date: LocalDate
  ) throws -> [DayRecord] {
    guard let id = try sourceID(city, provider) else { return [] }
    let statement = try connection.prepare(ForecastTable.revisions)
    statement.bind(1, id)
    statement.bind(2, date.description)
    statement.bind(3, Int64.max)
    return try statement.all {
      ForecastTable.record($0, city: city.city.slug, provider: provider)
    }.compactMap(\.self).reversed()
  }
}

extension Collection<DayRecord> {
  /// The current revision of one date: the most hours, then the newest issue, then receipt.
  public var current: DayRecord? {
    self.max {
      ($0.day.hoursCovered ?? 0, $0.issuedAt, $0.fetchedAt)
        < ($1.day.hoursCovered ?? 0, $1.issuedAt, $1.fetchedAt)
    }
  }
}
