import SQLite
import Weather

extension Opening {
  /// Sets the damaged file aside, starts a new one and brings over what can be read.
  ///
  /// When that fails (a full disk) the damaged file is put back, so that a later try finds it all.
  mutating func replace(damage: HistoryError) throws(HistoryError) -> Connection {
    let aside = try SetAside.move(path, now: now)
    do throws(HistoryError) {
      let connection = try makeTablesAlone()
      report.rowsRecovered = try Recovery(from: aside, to: connection, path: path).run()
      report.setAside = aside
      report.damage = damage.reason
      report.created = true
      SetAside.removeOldest(path)
      return connection
    } catch {
      SetAside.putBack(aside, as: path)
      throw error
    }
  }
}

/// Copies what can be read of a damaged database into a new one.
///
/// Each table is read forwards until the damage, then backwards from its end until the damage or
/// what is there already: rows on both sides of a bad page are kept.
struct Recovery {
  private let source: Connection?
  private let target: Connection
  private let path: String

  /// The tables in the order of their references, and the columns of their keys.
  private static let tables = [
    ("city", "id"), ("city_offset", "city, from_at"), ("city_provider", "id"),
    ("observation", "source, observed_at"), ("forecast_day", "source, date, fetched_at"),
    ("past_day", "source, product, date"),
    ("rolled_hour", "city, provider, hour"), ("rolled_day", "city, provider, date"),
    ("rolled_sums", "city, provider, date"), ("fetch_day", "date, provider"),
    ("observed_day", "source, date"), ("sync_run", "id"), ("fetch", "id"), ("gap", "id"),
    ("quarantine", "id"), ("quarantine_request", "body, request"), ("service", "provider"),
    ("ledger", "provider, to_at, from_at, purpose"), ("account", "provider"),
    ("quota", "provider, window"), ("asked", "provider, asked_at"),
    ("unplaced", "name, slug, country, admin"),
  ]

  init(from aside: String, to target: Connection, path: String) {
    source = try? ReadingLadder(path: aside).connect()
    // SQLite then reads a file that is shorter than its header says, and a damaged schema.
    try? source?.execute("PRAGMA writable_schema = ON")
    self.target = target
    self.path = path
  }

  /// Copies all tables; returns how many rows came over.
  ///
  /// Only trouble with the new file is an error.
  func run() throws(HistoryError) -> Int {
    guard let source else { return 0 }
    var rows = 0
    for (table, key) in Self.tables {
      rows += try StoreFailure.mapped(path) {
        try target.transaction { try copy(table, key: key, from: source) }
      }
    }
    return rows
  }

  private func copy(_ table: String, key: String, from source: Connection) throws -> Int {
    // A database of an older version lacks what was added since.
    let there = Self.columns(of: table, source)
    let columns = Self.columns(of: table, target).filter(there.contains)
    guard !columns.isEmpty else { return 0 }
    let names = columns.joined(separator: ", ")
    let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    let insert = try target.prepare(
      "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))")
    let descending = key.split(separator: ", ").map { "\($0) DESC" }.joined(separator: ", ")
    var copied = 0
    for order in [key, descending] {
      let sql = "SELECT \(names) FROM \(table) ORDER BY \(order)"
      guard let rows = try? source.prepare(sql) else { return copied }
      let (count, isWhole) = try copy(rows, Int32(columns.count), insert)
      copied += count
      if isWhole { break }
    }
    return copied
  }

  private static func columns(of table: String, _ connection: Connection) -> [String] {
    let names = try? connection.prepare("SELECT name FROM pragma_table_info('\(table)')").all {
      $0.text(0) ?? ""
    }
    return names ?? []
  }

  /// Copies rows until the end or the damage.
  private func copy(
    _ rows: borrowing Statement, _ columns: Int32, _ insert: borrowing Statement
  ) throws -> (count: Int, isWhole: Bool) {
    var count = 0
    do {
      while try rows.step() {
        for column in 0..<columns { rows.row.copy(column, to: insert, column + 1) }
        count += try inserted(insert)
      }
    } catch let error as SQLiteError where error.kind == .corrupt || error.kind == .io {
      return (count, false)
    }
    return (count, true)
  }

  /// Inserts a row; one that its own table's rules refuse is part of the damage.
  private func inserted(_ insert: borrowing Statement) throws -> Int {
    do { return try insert.change() } catch  where error.kind == .constraint { return 0 }
  }
}
