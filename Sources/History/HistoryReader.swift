import SQLite
import Weather

/// The one way to read the store: whatever state it is in, never changing or creating a file.
///
/// Made by `read`, used within its body only.
public final class HistoryReader {
  let path: String
  let connection: Connection
  /// The sources of each city, by slug; nil until somebody asks by one.
  private var known: [String: [(provider: String, id: Int64)]]?

  private init(path: String, connection: Connection) {
    self.path = path
    self.connection = connection
  }

  /// The migrations that this program would apply, in order.
  public static func missingMigrations(path: String) throws(HistoryError) -> [String] {
    if let code = Files.accessFailure(path) { throw FileFailure.opening(path, errno: code) }
    let applied = Files.size(path) == 0 ? 0 : try SchemaState.inspect(path).applied.count
    return Migration.all.dropFirst(applied).map(\.name)
  }

  /// Whether there is a file with something in it.
  public static func isThere(_ path: String) -> Bool { Files.size(path) ?? 0 > 0 }

  /// Runs queries on one consistent state of the database.
  ///
  /// When the file changed in a way that reading could not be protected from, the body runs again:
  /// it must not print. After a few tries it throws `changedWhileReading`. A file without tables
  /// reads as one without rows. Errors of the store come out as `HistoryError`, those of the body
  /// as they are. A program that ends after it leaves the database open (`isLast`), as taking
  /// SQLite's memory apart piece by piece takes longer than answering for some cities. A body that
  /// has printed after all says so by `mayRepeat`.
  public static func read<T>(
    path: String, isLast: Bool = false, mayRepeat: () -> Bool = { true },
    _ body: (HistoryReader) throws -> T
  ) throws -> T {
    if let code = Files.accessFailure(path) { throw FileFailure.opening(path, errno: code) }
    do {
      guard Files.size(path) ?? 0 > 0 else { return try body(empty(path)) }
      return try ReadingLadder(path: path).attempt(mayRepeat: mayRepeat) { connection in
        if isLast { connection.leaveOpen() }
        // Nearly every page is read once: fresh memory for each would cost more than reading it.
        try connection.execute("PRAGMA cache_size = 20")
        return try connection.snapshot {
          let state = try SchemaState.read(connection)
          try state.check(path)
          let isEmpty = state.applied.isEmpty
          return try body(
            isEmpty ? empty(path) : HistoryReader(path: path, connection: connection))
        }
      }
    } catch let error as SQLiteError {
      throw StoreFailure.historyError(error, path)
    }
  }

  /// A reader of tables without rows, for a file that has none yet.
  private static func empty(_ path: String) throws -> HistoryReader {
    let memory = try Connection(path: path, mode: .memory)
    _ = try memory.migrate(now: 0)
    return HistoryReader(path: path, connection: memory)
  }

  /// The number of a source in the tables; nil when there is none.
  func sourceID(_ city: CityRecord, _ provider: String) throws -> Int64? {
    try city.sources.first { $0.provider == provider }?.id ?? sourceID(city.city.slug, provider)
  }

  /// The number of a source by the slug of its city.
  func sourceID(_ slug: String, _ provider: String) throws -> Int64? {
    if known == nil { known = try loadSources() }
    return known?[slug]?.first { $0.provider == provider }?.id
  }

  private func loadSources() throws -> [String: [(provider: String, id: Int64)]] {
    var sources: [String: [(provider: String, id: Int64)]] = [:]
    try connection.prepare(
      "SELECT c.slug, s.provider, s.id FROM city c JOIN city_provider s ON s.city = c.id"
    ).each { sources[$0.text(0) ?? "", default: []].append(($0.text(1) ?? "", $0.int64(2) ?? 0)) }
    return sources
  }
}
