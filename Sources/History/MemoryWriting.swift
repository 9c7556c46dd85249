import SQLite
import Weather

/// Keeps what a service said that spares requests; rare, so compiled when it is needed.
struct MemoryWriting {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Puts a result's memory in the place of the one before; only live answers count.
  func write(_ result: CityResult, source: Int64) throws {
    guard let memory = result.memory, result.origin == .live else { return }
    let update = try connection.prepare(
      """
      UPDATE city_provider SET expires_at = ?2, last_modified = ?3, place = ?4, place_at = ?5
      WHERE id = ?1
      """)
    update.bind(1, source)
    update.bind(2, memory.expiresAt?.unixSeconds)
    update.bind(3, memory.lastModified)
    update.bind(4, memory.place)
    update.bind(5, memory.placeAt?.unixSeconds)
    try update.run()
  }

  /// Confirms the days of the last answer, because the service says that it still holds.
  ///
  /// They are those that were confirmed last. Days before yesterday are not looked at: no service
  /// that can say so gives any.
  func confirmLast(_ result: CityResult, source: Int64) throws -> Int {
    let update = try connection.prepare(
      """
      UPDATE forecast_day SET confirmed_at = max(confirmed_at, ?2)
      WHERE source = ?1 AND date >= ?3 AND confirmed_at = (
        SELECT max(confirmed_at) FROM forecast_day WHERE source = ?1 AND date >= ?3)
      """)
    update.bind(1, source)
    update.bind(2, result.fetchedAt.unixSeconds)
    update.bind(3, firstDate(result))
    return try update.change()
  }

  private func firstDate(_ result: CityResult) -> String {
    LocalTime(result.fetchedAt, utcOffsetSeconds: 0).date.adding(days: -2).description
  }
}
