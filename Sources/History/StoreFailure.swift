import Glibc
import SQLite

/// Turns SQLite's errors into those of the store.
enum StoreFailure {
  /// Runs the body; whatever it throws comes out as an error of the store.
  static func mapped<T>(
    _ path: String, _ body: () throws -> T
  ) throws(HistoryError) -> T {
    do { return try body() } catch { throw historyError(error, path) }
  }

  /// The store's error for anything that a body may throw.
  static func historyError(_ error: any Error, _ path: String) -> HistoryError {
    switch error {
    case let error as HistoryError: error
    case let error as SQLiteError: sqlite(error, path)
    default: HistoryError(.io, path: path, message: "\(path) can't be used: \(error).")
    }
  }

  private static func sqlite(_ error: SQLiteError, _ path: String) -> HistoryError {
    switch error.kind {
    case .busy:
      HistoryError(
        .busy, path: path,
        message: "\(path) is being written by another process for too long. Try again later.")
    case .full: FileFailure.writing(path, errno: ENOSPC)
    case .io where error.systemErrno != 0: FileFailure.writing(path, errno: error.systemErrno)
    case .corrupt, .notADatabase:
      Ownership.isForeign(path) ? foreign(path) : damaged(path, reason: error.message)
    case .cannotOpen, .readOnly, .permission: access(error, path)
    case .other where error.message.hasPrefix("no such "):
      damaged(path, reason: error.message.replacing("no such ", with: "it has no "))
    case .outOfMemory: FileFailure.writing(path, errno: ENOMEM)
    default:
      HistoryError(
        .io, path: path,
        message: "\(path) can't be used: \(error.message) (SQLite \(error.code)). Check the disk.")
    }
  }

  /// The error of a file that may not be used, or of one beside it without which it can't be.
  private static func access(_ error: SQLiteError, _ path: String) -> HistoryError {
    let closed = ["-wal", "-shm"].map { path + $0 }.first {
      [EACCES, EPERM].contains(Files.accessFailure($0) ?? 0)
    }
    if let closed, Files.accessFailure(path) == nil {
      return HistoryError(
        .permission, path: closed,
        message: "\(closed) can't be opened: \(FileFailure.text(EACCES)). \(path) is read with it:"
          + " give it the same owner and mode; a restart of almanacd does so, too.")
    }
    let code = error.kind == .cannotOpen ? cause(of: error, path) : EACCES
    return FileFailure.opening(path, errno: code)
  }

  /// Why a file can't be opened, as an `errno`; one of its side files may be what is missing.
  private static func cause(of error: SQLiteError, _ path: String) -> Int32 {
    if let code = Files.accessFailure(path) { return code }
    return [0, ENOENT].contains(error.systemErrno) ? EIO : error.systemErrno
  }

  /// The error of a file that is something else.
  static func foreign(_ path: String) -> HistoryError {
    HistoryError(
      .foreign, path: path,
      message: "\(path) is no database of Almanac; it is left as it is. Give another path with"
        + " ‘database’ or --db.")
  }

  private static func damaged(_ path: String, reason: String) -> HistoryError {
    HistoryError(
      .damaged, path: path,
      message: "\(path) is damaged (\(reason)). The next ‘almanacd sync’ or ‘run’ sets it aside"
        + " and starts a new one.",
      reason: reason)
  }
}
