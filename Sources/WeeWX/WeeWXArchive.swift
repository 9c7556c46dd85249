import Glibc
public import Import
import SQLite

/// The rows of WeeWX's archive database, oldest first; the file is never changed.
///
/// Read in pages, each a read of its own, so that a WeeWX that writes meanwhile never waits. A
/// database in WAL mode is read as its side files allow without making any.
public final class WeeWXArchive: RowSource {
  private static let pageSize: Int64 = 2000

  /// What was left out so far.
  public var notes = ImportNotes()
  private let path: String
  private let connection: Connection
  private let sql: String
  /// The file's state, where it is read without locks.
  private let unlocked: Stamp?
  private var page: [ImportedRow] = []
  private var last = Int64.min
  private var isAtEnd = false

  /// Opens an archive; throws `wrongKind` where the file holds none.
  public init(path: String) throws {
    self.path = path
    let mode = Self.mode(path)
    unlocked = mode.isLocked ? nil : Stamp(path)
    do {
      connection = try Connection(path: path, mode: .readOnly(parameters: mode.parameters))
      if mode.isAlone { try connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
      sql = try Self.sql(connection)
    } catch let error as SQLiteError {
      throw Self.failure(error)
    }
  }

  /// The next row that has a value; nil at the end.
  public func next() throws -> ImportedRow? {
    while page.isEmpty, !isAtEnd {
      do { try readPage() } catch let error as SQLiteError { throw Self.failure(error) }
    }
    if let unlocked, unlocked != Stamp(path) {
      throw ImportError(.changed, "it was written while it was read; run it again")
    }
    return page.popLast()
  }

  private func readPage() throws {
    let statement = try connection.prepare(sql)
    statement.bind(1, last)
    statement.bind(2, Self.pageSize)
    var count: Int64 = 0
    try statement.each { row in
      count += 1
      last = row.int64(0) ?? last
      let values = WeeWXRow.columns.indices.map { row.double(Int32($0) + 3) }
      let imported = WeeWXRow.row(
        at: last, units: row.int64(1), minutes: row.double(2), values: values, &notes)
      if let imported { page.append(imported) }
    }
    page.reverse()
    isAtEnd = count < Self.pageSize
  }

  /// The query of a page.
  ///
  /// A text in a column would read as 0: only numbers are taken.
  private static func sql(_ connection: Connection) throws -> String {
    let present = try connection.prepare("SELECT name FROM pragma_table_info('archive')").all {
      $0.text(0) ?? ""
    }
    for needed in ["dateTime", "usUnits", "interval"] where !present.contains(needed) {
      throw ImportError(
        .wrongKind,
        "it is a database, but not WeeWX's: it has no table archive with \(needed)")
    }
    func number(_ column: String) -> String {
      present.contains(column)
        ? "CASE WHEN typeof(\"\(column)\") IN ('real', 'integer') THEN \"\(column)\" END" : "NULL"
    }
    let columns = (["usUnits", "interval"] + WeeWXRow.columns).map(number)
    return """
      SELECT "dateTime", \(columns.joined(separator: ", ")) FROM archive
      WHERE "dateTime" > ?1 AND typeof("dateTime") = 'integer' ORDER BY "dateTime" LIMIT ?2
      """
  }

  private static func failure(_ error: SQLiteError) -> ImportError {
    switch error.kind {
    case .busy: ImportError(.changed, "it is being written for too long; try again")
    case .corrupt, .notADatabase:
      ImportError(
        .wrongKind,
        "it is damaged (\(error.message)); a copy made while WeeWX wrote may be: use"
          + " sqlite3 weewx.sdb '.backup copy.sdb'")
    case .readOnly, .cannotOpen, .permission:
      ImportError(
        .permission,
        "it can't be opened for reading (\(error.message)); after a crash, let WeeWX"
          + " or sqlite3 open it once")
    default: ImportError(.io, "it can't be read: \(error.message)")
    }
  }

  /// How a file may be read without changing anything beside it.
  private static func mode(
    _ path: String
  ) -> (parameters: [String], isLocked: Bool, isAlone: Bool) {
    guard Stamp.isInWALMode(path) else { return ([], true, false) }
    guard let log = Stamp(path + "-wal"), log.size > 0 else {
      return (["immutable=1"], false, false)
    }
    return Stamp(path + "-shm") != nil
      ? (["readonly_shm=1"], true, false) : (["vfs=unix-none"], false, true)
  }
}

/// What tells one state of a file from another.
private struct Stamp: Equatable {
  let inode: UInt
  let size: Int64
  let seconds: Int
  let nanoseconds: Int

  init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    inode = UInt(info.st_ino)
    size = Int64(info.st_size)
    seconds = info.st_mtim.tv_sec
    nanoseconds = info.st_mtim.tv_nsec
  }

  /// Whether the header says that there is a write-ahead log
  /// (https://www.sqlite.org/fileformat.html, section 1.3).
  static func isInWALMode(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 20)
    return pread(descriptor, &header, 20, 0) == 20 && header[19] == 2
  }
}
