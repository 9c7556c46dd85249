import CSQLite

/// What SQLite refused, with its extended result code.
///
/// Bound values are never in it: they may be personal.
public struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  public let code: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement, with its placeholders; nil where none was involved.
  public let sql: String?
  /// The operating system's `errno` of the last failure; 0 where it had none.
  public let systemErrno: Int32

  /// Makes an error from its parts.
  public init(code: Int32, message: String, sql: String? = nil, systemErrno: Int32 = 0) {
    self.systemErrno = systemErrno
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The last error of a connection.
  init(_ handle: OpaquePointer?, code: Int32, sql: String? = nil) {
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(
      code: code, message: text.map { String(cString: $0) } ?? "", sql: sql,
      systemErrno: handle.map { Self.systemErrno($0, code) } ?? 0)
  }

  private static func systemErrno(_ handle: OpaquePointer, _ code: Int32) -> Int32 {
    let known = sqlite3_system_errno(handle)
    return known == 0 && code & 0xFF == SQLITE_IOERR ? almanac_last_errno(handle) : known
  }

  /// The kind of failure, by the primary result code, which is the low byte of the extended one.
  public enum Kind: Sendable {
    case busy, full, io, corrupt, notADatabase, cannotOpen, readOnly, permission, constraint,
      outOfMemory
    case other
  }

  /// The kind of failure.
  public var kind: Kind {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_FULL: .full
    case SQLITE_IOERR: .io
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_READONLY: .readOnly
    case SQLITE_PERM, SQLITE_AUTH: .permission
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_NOMEM: .outOfMemory
    default: .other
    }
  }

  /// Message and code, then the statement.
  public var description: String {
    let place = sql.map { ", in: \($0)" } ?? ""
    return "\(message) (SQLite \(code))\(place)"
  }
}
