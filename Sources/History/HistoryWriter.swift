public import FoundationEssentials
import Glibc
import SQLite

/// The one way to write the store: whole results, in immediate transactions.
///
/// It blocks while it writes, and is not Sendable: an actor on a queue of its own keeps it.
public final class HistoryWriter {
  let path: String
  private var open: Connection?
  private var lock: FileLock?
  private let place: FilePlace
  /// The ids of sources that were looked up; rows are never deleted, so they stay true.
  var sources: [SourceKey: SourceIDs] = [:]
  /// The ids of cities that were looked up.
  var cities: [String: Int64] = [:]
  /// The size of the log at which it is to be shortened.
  private var nextShortening = HistoryWriter.logSize

  init(path: String, connection: Connection, lock: FileLock) {
    self.path = path
    self.open = connection
    self.lock = lock
    self.place = FilePlace(path)
  }

  /// What became of the file's place while it was open; nil while all is as it was.
  public var displacement: Displacement? { place.displacement }

  /// Whether no other writer is at work on the database at this moment.
  public var isAlone: Bool { lock?.isAlone ?? false }

  /// Opens the database for writing; makes it, migrates it or sets a damaged one aside.
  ///
  /// A foreign or newer file is refused and left as it is. After an unclean end the whole file is
  /// looked through for damage.
  public static func open(
    path: String, now: Date, patience: WriterPatience? = nil
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    try open(path: path, now: now, checking: false, patience: patience)
  }

  /// Sets a database aside that proved damaged while it was written, and opens a new one with what
  /// can be read of the old.
  ///
  /// It does so even if the file looks sound now, because the damage may be in the log, of which
  /// SQLite drops what does not fit. `abandon` the old writer first.
  public static func replace(
    path: String, now: Date, damage: HistoryError, patience: WriterPatience? = nil
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    try open(path: path, now: now, patience: patience) {
      (opening: inout Opening) throws(HistoryError) in
      try opening.replaceAlone(damage: damage)
    }
  }

  static func open(
    path: String, now: Date, checking: Bool, waitMs: Int32 = 5000,
    patience: WriterPatience? = nil
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    try open(path: path, now: now, waitMs: waitMs, patience: patience) {
      (opening: inout Opening) throws(HistoryError) in
      try opening.open(checking: checking)
    }
  }

  private static func open(
    path: String, now: Date, waitMs: Int32 = 5000, patience: WriterPatience?,
    _ connect: (inout Opening) throws(HistoryError) -> Connection
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    var opening = try Opening(
      path: path, now: now, waitMs: waitMs, patience: patience)
    let connection = try connect(&opening)
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

  /// Ends the writing of a damaged database, and copies nothing from its log into the file: what
  /// is whole in either can then still be brought over.
  public func abandon() {
    try? open?.keepLogOnClosing()
    (open, lock) = (nil, nil)
  }

  /// Ends the writing of a database whose place is no longer its own, in whatever way it can: what
  /// is in its log goes into its file, wherever that is, and no log stays behind for another file.
  public func leave() {
    let wasRemoved = displacement == .removed
    try? close()
    (open, lock) = (nil, nil)
    guard wasRemoved, Files.stamp(path) == nil else { return }
    unlink(path + "-shm")
    if Files.size(path + "-wal") == 0 {
      unlink(path + "-wal")
    } else {
      // Only where the log could not be copied: it may still be of use with the file.
      rename(path + "-wal", "\(path).removed-\(time(nil))-wal")
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
      let value = try connection.transaction { try body(connection) }
      shortenLog(connection)
      return value
    }
  }

  /// Keeps the write-ahead log short while readers come and go without a pause.
  ///
  /// SQLite itself begins it anew only in a moment without readers. This waits for those at work,
  /// while new ones read the file alone (https://www.sqlite.org/wal.html, "Avoiding Excessively
  /// Large WAL Files"); one that stays longer is asked again when the log has grown once more.
  private func shortenLog(_ connection: Connection) {
    guard let size = Files.size(path + "-wal"), size > nextShortening else { return }
    let patience = min(2000, 200 * size / Self.logSize)
    let isShort = (try? connection.emptyLog(waitMs: Int32(patience))) ?? false
    nextShortening = isShort ? Self.logSize : size + Self.logSize
  }

  /// Bytes free for this user on the disk of the file.
  var freeBytes: Int64 { Files.freeBytes(Files.folder(of: path)) ?? .max }

  /// Copies the log into the file and gives its room back, unless a reader keeps it.
  func emptyLog() throws(HistoryError) {
    try perform { _ = try $0.emptyLog(waitMs: 1000) }
  }

  /// Twice the size at which SQLite begins to copy the log into the file.
  private static let logSize: Int64 = 8 << 20
}
