import SQLite

/// Copies rows of one database into the tables of another, which may be of a later version.
struct TableCopy {
  private let source: Connection
  private let target: Connection
  private let stride: Int
  private let goOn: () throws -> Void
  private var count = 0

  /// `goOn` is asked every so many rows, and ends the copying by throwing.
  init(
    from source: Connection, to target: Connection, stride: Int,
    goOn: @escaping () throws -> Void
  ) {
    self.source = source
    self.target = target
    self.stride = stride
    self.goOn = goOn
  }

  /// Copies the rows of a table that meet a condition; those that are there already stay.
  ///
  /// Returns how many there were.
  mutating func rows(
    _ table: String, _ condition: String, _ values: [StoredValue]
  ) throws -> Int {
    // A database of an older version lacks what was added since.
    let there = try Self.columns(of: table, source)
    let columns = try Self.columns(of: table, target).filter(there.contains)
    guard !columns.isEmpty else { return 0 }
    let names = columns.joined(separator: ", ")
    let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    let insert = try target.prepare(
      "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))")
    let select = try source.prepare("SELECT \(names) FROM \(table) WHERE \(condition)")
    for (index, value) in values.enumerated() {
      select.bind(Int32(index + 1), stored: value)
    }
    let before = count
    while try select.step() {
      for column in 0..<Int32(columns.count) {
        select.row.copy(column, to: insert, column + 1)
      }
      try insert.run()
      count += 1
      if count % stride == 0 { try goOn() }
    }
    select.reset()
    return count - before
  }

  private static func columns(of table: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")
    statement.bind(1, table)
    return try statement.all { $0.text(0) ?? "" }
  }
}
