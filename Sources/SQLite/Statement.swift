import CSQLite

/// The use of a compiled statement: bind, step, read; reset when it is let go.
///
/// Parameters are numbered from 1 as in SQL, columns from 0.
public struct Statement: ~Copyable {
  private let connection: Connection
  private let prepared: Prepared
  private let isCached: Bool

  init(_ connection: Connection, _ prepared: Prepared, isCached: Bool) {
    self.connection = connection
    self.prepared = prepared
    self.isCached = isCached
    prepared.isBusy = true
  }

  deinit {
    if isCached {
      sqlite3_reset(prepared.pointer)
      sqlite3_clear_bindings(prepared.pointer)
      prepared.isBusy = false
    } else {
      prepared.finalize()
    }
  }

  /// Binds a number or null.
  public func bind(_ index: Int32, _ value: Double?) {
    if let value {
      check(sqlite3_bind_double(prepared.pointer, index, value))
    } else {
      check(sqlite3_bind_null(prepared.pointer, index))
    }
  }

  /// Binds a whole number or null.
  public func bind(_ index: Int32, _ value: Int64?) {
    if let value {
      check(sqlite3_bind_int64(prepared.pointer, index, value))
    } else {
      check(sqlite3_bind_null(prepared.pointer, index))
    }
  }

  /// Binds a text, by length, or null: an embedded NUL stays.
  public func bind(_ index: Int32, _ value: String?) {
    guard var value else { return check(sqlite3_bind_null(prepared.pointer, index)) }
    value.withUTF8 { bind(index, utf8: $0) }
  }

  /// Binds bytes as text.
  public func bind(_ index: Int32, utf8: UnsafeBufferPointer<UInt8>) {
    check(
      almanac_bind_text(prepared.pointer, index, utf8.baseAddress, UInt64(utf8.count)))
  }

  /// Binds bytes.
  public func bind(_ index: Int32, blob: some Collection<UInt8>) {
    let bytes = Array(blob)
    check(
      bytes.withUnsafeBytes {
        almanac_bind_blob(prepared.pointer, index, $0.baseAddress, UInt64($0.count))
      })
  }

  /// Binds a value of another statement's row.
  func bind(_ index: Int32, value: OpaquePointer?) {
    check(sqlite3_bind_value(prepared.pointer, index, value))
  }

  /// Goes to the next row; false after the last.
  public func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(prepared.pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let sql = sqlite3_sql(prepared.pointer).map { String(cString: $0) }
      let error = SQLiteError(connection.handle, code: code, sql: sql)
      sqlite3_reset(prepared.pointer)
      throw error
    }
  }

  /// Runs to the end and makes it ready for the next values; bindings stay.
  public func run() throws(SQLiteError) {
    while try step() {}
    reset()
  }

  /// Runs once and tells how many rows it inserted, changed or deleted.
  public func change() throws(SQLiteError) -> Int {
    try run()
    return connection.changes
  }

  /// Makes it ready to run again; bindings stay.
  public func reset() {
    sqlite3_reset(prepared.pointer)
  }

  /// The row that it stands on after a `step` that found one.
  public var row: Row { Row(prepared.pointer) }

  /// Hands over row after row.
  public func each(_ body: (borrowing Row) throws -> Void) throws {
    let row = Row(prepared.pointer)
    while try step() { try body(row) }
    reset()
  }

  /// What the body makes of the first row; nil when there is none.
  public func first<T>(_ body: (borrowing Row) throws -> T) throws -> T? {
    defer { reset() }
    return try step() ? body(Row(prepared.pointer)) : nil
  }

  /// What the body makes of every row.
  public func all<T>(_ body: (borrowing Row) throws -> T) throws -> [T] {
    var values: [T] = []
    try each { values.append(try body($0)) }
    return values
  }

  /// A failed bind is a wrong index, or a text beyond SQLite's limit of a gigabyte: a fault of the
  /// program, not of its input.
  private func check(_ code: Int32) {
    assert(code == SQLITE_OK, "bind: \(SQLiteError(connection.handle, code: code))")
  }
}
