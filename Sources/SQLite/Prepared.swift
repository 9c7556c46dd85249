import CSQLite

/// A compiled statement and whether somebody uses it.
///
/// The connection's cache keeps it: a `Statement`, which can't be copied, can't be an element of
/// a dictionary.
final class Prepared {
  let pointer: OpaquePointer
  /// Its text, by which the cache finds it.
  let sql: String
  /// Bytes of the text.
  let length: Int
  var isBusy = false

  init(_ pointer: OpaquePointer, _ sql: String) {
    self.pointer = pointer
    self.sql = sql
    self.length = sql.utf8.count
  }

  func finalize() {
    sqlite3_finalize(pointer)
  }
}

extension Connection {
  /// Compiles a text of exactly one statement.
  func compile(_ sql: String, flags: UInt32) throws(SQLiteError) -> OpaquePointer {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, sql: sql) }
    guard let pointer else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "no statement", sql: sql)
    }
    return pointer
  }

  /// Compiles the first statement of a text; returns how many bytes it took, and nil for blanks.
  func compileFirst(
    of text: ArraySlice<UInt8>
  ) throws(SQLiteError) -> (pointer: OpaquePointer?, used: Int) {
    var pointer: OpaquePointer?
    var used = text.count
    var code = SQLITE_OK
    text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      var tail: UnsafePointer<CChar>?
      code = sqlite3_prepare_v2(handle, start, Int32(bytes.count), &pointer, &tail)
      if let tail { used = tail - start }
    }
    guard code == SQLITE_OK else {
      throw SQLiteError(handle, code: code, sql: String(decoding: text.prefix(200), as: UTF8.self))
    }
    return (pointer, used)
  }
}
