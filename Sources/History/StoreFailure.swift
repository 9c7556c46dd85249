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
    case .io where error.systemErrno == ENOSPC || error.systemErrno == EDQUOT:
      FileFailure.writing(path, errno: ENOSPC)
    case .corrupt, .notADatabase:
      Ownership.isForeign(path) ? foreign(path) : damaged(path, reason: error.message)
    case .cannotOpen: FileFailure.opening(path, errno: Files.accessFailure(path) ?? EIO)
    case .readOnly, .permission: FileFailure.opening(path, errno: EACCES)
    default:
      HistoryError(
        .io, path: path, message: "\(path) can't be used: \(error.description). Check the disk.")
    }
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
