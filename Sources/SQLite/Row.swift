import CSQLite

/// The kinds of values that SQLite knows.
public enum ValueKind: Sendable {
  case null, integer, real, text, blob
}

/// The columns of the row that a statement stands on; it can't be kept beyond it.
public struct Row: ~Copyable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// The number of columns.
  public var count: Int32 { sqlite3_column_count(pointer) }

  /// What a column holds in this row.
  public func kind(_ column: Int32) -> ValueKind {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether a column is null.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  /// A number; nil for null.
  public func double(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(pointer, column)
  }

  /// A whole number; nil for null.
  public func int64(_ column: Int32) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(pointer, column)
  }

  /// A whole number of a column that is never null; 0 for null.
  public func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(pointer, column))
  }

  /// A text, by length; nil for null.
  ///
  /// What is not UTF-8 is replaced.
  public func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Bytes; nil for null.
  public func blob(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    guard let bytes = sqlite3_column_blob(pointer, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, column))))
  }

  /// Binds a column's value, of whatever type, to a parameter of another statement.
  public func copy(_ column: Int32, to statement: borrowing Statement, _ index: Int32) {
    statement.bind(index, value: sqlite3_column_value(pointer, column))
  }
}
