import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// The cities given by name that were not found yet, by name; none in a database of an older
  /// version.
  public func unplaced() throws -> [UnplacedState] {
    let isThere = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'unplaced'")
      .first { _ in true }
    return isThere == nil ? [] : try UnplacedRows.read(connection)
  }
}

extension HistoryWriter {
  /// The cities given by name that were not found yet, by name.
  public func unplaced() throws(HistoryError) -> [UnplacedState] {
    try perform { try UnplacedRows.read($0) }
  }

  /// Makes these the cities that were not found yet; writes nothing if nothing changed.
  public func setUnplaced(_ states: [UnplacedState]) throws(HistoryError) {
    try write { connection in
      let sorted = states.sorted(by: UnplacedRows.precedes)
      guard try UnplacedRows.read(connection) != sorted else { return }
      try connection.prepare("DELETE FROM unplaced").run()
      try UnplacedRows.insert(sorted, connection)
    }
  }
}

/// The rows of the table `unplaced`, in which an empty text stands for nothing.
private enum UnplacedRows {
  static func precedes(_ state: UnplacedState, _ other: UnplacedState) -> Bool {
    key(state).lexicographicallyPrecedes(key(other))
  }

  private static func key(_ state: UnplacedState) -> [String] {
    [state.name, state.slug ?? "", state.country ?? "", state.admin ?? ""]
  }

  static func read(_ connection: Connection) throws -> [UnplacedState] {
    try connection.prepare(
      """
      SELECT name, slug, country, admin, tried_at, retry_at, failures, error_class, error
      FROM unplaced
      """
    ).all { row in
      let code = FetchError.Code(rawValue: row.text(7) ?? "") ?? .place
      return UnplacedState(
        name: row.text(0) ?? "", slug: some(row.text(1)), country: some(row.text(2)),
        admin: some(row.text(3)), triedAt: row.date(4) ?? Date(unixSeconds: 0),
        retryAt: row.date(5) ?? Date(unixSeconds: 0), failures: row.integer(6),
        error: FetchError(code, row.text(8) ?? ""))
    }.sorted(by: precedes)
  }

  private static func some(_ text: String?) -> String? { text == "" ? nil : text }

  static func insert(_ states: [UnplacedState], _ connection: Connection) throws {
    let insert = try connection.prepare(
      "INSERT OR REPLACE INTO unplaced VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
    for state in states {
      for (column, text) in key(state).enumerated() { insert.bind(Int32(column + 1), text) }
      insert.bind(5, state.triedAt.unixSeconds)
      insert.bind(6, state.retryAt.unixSeconds)
      insert.bind(7, Int64(state.failures))
      insert.bind(8, state.errorCode.rawValue)
      insert.bind(9, state.errorText)
      try insert.run()
    }
  }
}
