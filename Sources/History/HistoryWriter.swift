public import FoundationEssentials
import SQLite

/// The one way to write the store: whole results, in immediate transactions.
///
/// It blocks while it writes, and is not Sendable: an actor on a queue of its own keeps it.
public final class HistoryWriter {
  let path: String
  private var open: Connection?
  private var lock: FileLock?
  /// The ids of sources that were looked up; rows are never deleted, so they stay true.
  var sources: [SourceKey: SourceIDs] = [:]
  /// The ids of cities that were looked up.
  var cities: [String: Int64] = [:]

  init(path: String, connection: Connection, lock: FileLock) {
    self.path = path
    self.open = connection
    self.lock = lock
  }

  /// Opens the database for writing; makes it, migrates it or sets a damaged one aside.
  ///
  /// A foreign or newer file is refused and left as it is. `checking` looks through the whole file
  /// for damage, which otherwise happens after an unclean end only: pass it after a `damaged` error.
  public static func open(
    path: String, now: Date, checking: Bool = false
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    try open(path: path, now: now, checking: checking, waitMs: 5000)
  }

  static func open(
    path: String, now: Date, checking: Bool, waitMs: Int32
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    var opening = try Opening(path: path, now: now, waitMs: waitMs)
    let connection = try opening.open(checking: checking)
    let writer = HistoryWriter(path: path, connection: connection, lock: opening.lock)
    return (writer, opening.report)
  }

  /// Ends the writing: the write-ahead log is emptied, the side files stay for readers.
  ///
  /// A reader that is still at work only delays the emptying, which is no error.
  public func close() throws(HistoryError) {
    guard let connection = open else { return }
    open = nil
    defer { lock = nil }
    try StoreFailure.mapped(path) {
      try connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").run()
    }
  }

  /// Runs several writes as one transaction: all of them or none, with one wait for the disk.
  public func together<T>(
    _ body: () throws(HistoryError) -> T
  ) throws(HistoryError) -> T {
    try write { _ in try body() }
  }

  /// Runs the body with the connection.
  func perform<T>(_ body: (Connection) throws -> T) throws(HistoryError) -> T {
    guard let open else {
      throw HistoryError(.io, path: path, message: "\(path) was closed already.")
    }
    return try StoreFailure.mapped(path) { try body(open) }
  }

  /// Runs the body in one immediate transaction, or as a part of the one that is open.
  func write<T>(_ body: (Connection) throws -> T) throws(HistoryError) -> T {
    try perform { connection in
      if connection.isInTransaction { return try body(connection) }
      return try connection.transaction { try body(connection) }
    }
  }
}
