import CSQLite

/// An open database, used by one thread at a time; closed when it is let go.
public final class Connection {
  /// How a database is opened.
  public enum Mode: Sendable {
    /// An existing file, for reading and writing.
    case readWrite
    /// An existing file, read only, with URI parameters such as `immutable=1`.
    case readOnly(parameters: [String])
    /// A private database in memory.
    case memory
  }

  /// SQLite's settings for the whole process, made once.
  private static let configuration = almanac_sqlite_configure()

  let handle: OpaquePointer
  private let busyTimeoutMs: Int32
  private let busyWait: BusyWait?
  /// A dozen or two: nearly all texts are told apart by their length, where a dictionary would hash
  /// a thousand bytes, longer than some queries take.
  private var cache: [Prepared] = []

  /// Opens a database with extended result codes; a lock is waited for at most so long.
  ///
  /// Nothing is read from the file yet: that it is a database shows at the first statement.
  public init(
    path: String, mode: Mode, busyTimeoutMs: Int32 = 5000, patience: LockPatience? = nil
  ) throws(SQLiteError) {
    let (name, flags) = Self.target(path, mode)
    var opened: OpaquePointer?
    _ = Self.configuration
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(opened, code: opened.map(sqlite3_extended_errcode) ?? code)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.busyTimeoutMs = busyTimeoutMs
    self.busyWait = patience.map { BusyWait($0, timeoutMs: busyTimeoutMs) }
    sqlite3_extended_result_codes(opened, 1)
    if let busyWait {
      busyWait.install(on: opened)
    } else {
      sqlite3_busy_timeout(opened, busyTimeoutMs)
    }
  }

  /// Keeps the connection for the rest of the process, whose end frees all at once.
  public func leaveOpen() {
    _ = Unmanaged.passRetained(self)
  }

  deinit {
    for prepared in cache { prepared.finalize() }
    sqlite3_close_v2(handle)
  }

  /// The statement, compiled once for the connection; reset and free again when it is let go.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    let known = cache.first { $0.length == sql.utf8.count && $0.sql == sql }
    if let known, !known.isBusy { return Statement(self, known, isCached: true) }
    let prepared = Prepared(try compile(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)), sql)
    guard known == nil else { return Statement(self, prepared, isCached: false) }
    cache.append(prepared)
    return Statement(self, prepared, isCached: true)
  }

  /// Runs the statements of a script one after the other, and drops what they return.
  public func execute(_ script: String) throws(SQLiteError) {
    var rest = Array(script.utf8)[...]
    while !rest.isEmpty {
      let (pointer, used) = try compileFirst(of: rest)
      rest = rest.dropFirst(used)
      guard let pointer else { continue }
      let statement = Statement(self, Prepared(pointer, ""), isCached: false)
      while try statement.step() {}
    }
  }

  /// Runs the body in a transaction that may write from its start, and rolls back if it throws.
  ///
  /// It begins immediately, because a transaction that reads first and then writes is refused
  /// without waiting when another has written meanwhile.
  public func transaction<T>(_ body: () throws -> T) throws -> T {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs the body on one state of the database.
  public func snapshot<T>(_ body: () throws -> T) throws -> T {
    try transaction("BEGIN", body)
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE touched.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The rowid of the last INSERT.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Keeps the `-wal` and `-shm` files when the last connection closes, so that users without
  /// write permission can go on reading.
  public func keepSideFiles() throws(SQLiteError) {
    var on: Int32 = 1
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &on)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code) }
  }

  /// Copies the whole write-ahead log into the file and empties it, waiting at most so long for
  /// readers; false when one is at work still.
  public func emptyLog(waitMs: Int32) throws -> Bool {
    wait(atMost: waitMs)
    defer { wait(atMost: busyTimeoutMs) }
    return try prepare("PRAGMA wal_checkpoint(TRUNCATE)").first { $0.integer(0) == 0 } ?? false
  }

  private func wait(atMost milliseconds: Int32) {
    if let busyWait {
      busyWait.timeoutMs = milliseconds
    } else {
      sqlite3_busy_timeout(handle, milliseconds)
    }
  }

  /// Leaves the write-ahead log as it is when the connection closes, rather than copying it into
  /// the file.
  public func keepLogOnClosing() throws(SQLiteError) {
    let code = almanac_no_checkpoint_on_close(handle)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code) }
  }

  private func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
    try prepare(begin).run()
    do {
      let value = try body()
      try prepare("COMMIT").run()
      return value
    } catch {
      // Some failures (a full disk) have rolled back already; a second ROLLBACK would fail.
      if isInTransaction { try? prepare("ROLLBACK").run() }
      throw error
    }
  }

  private static func target(_ path: String, _ mode: Mode) -> (name: String, flags: Int32) {
    switch mode {
    case .readWrite: (path, SQLITE_OPEN_READWRITE)
    case .memory: (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    case .readOnly(let parameters):
      (
        parameters.reduce("file:\(encoded(path))?mode=ro") { "\($0)&\($1)" },
        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      )
    }
  }

  /// A path for a URI: everything but letters, digits, `/`, `-`, `.` and `_` as `%XX`.
  private static func encoded(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        result += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return result
  }
}
