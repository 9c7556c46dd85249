import CSQLite

extension Connection {
  /// Copies the whole database into that of another connection, some pages at a time.
  ///
  /// Within a transaction of this connection the copy is of its state; else it begins anew when
  /// another process writes meanwhile (https://www.sqlite.org/c3ref/backup_finish.html). `progress`
  /// is told after each step how many pages are left of how many, and ends the copy by throwing.
  public func copy(
    to target: Connection, pagesAtOnce: Int32, progress: (Int, Int) throws -> Void
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(target.handle, code: sqlite3_extended_errcode(target.handle))
    }
    defer { sqlite3_backup_finish(backup) }
    while true {
      let code = sqlite3_backup_step(backup, pagesAtOnce)
      guard code == SQLITE_OK || code == SQLITE_DONE else {
        throw SQLiteError(
          code: code, message: sqlite3_errstr(code).map { String(cString: $0) } ?? "",
          systemErrno: sqlite3_system_errno(target.handle))
      }
      try progress(
        Int(sqlite3_backup_remaining(backup)), Int(sqlite3_backup_pagecount(backup)))
      if code == SQLITE_DONE { return }
    }
  }
}
