import Glibc
import Synchronization
public import Weather

/// The lock that keeps a second `run` or `sync` off a database; given back when it is let go.
public final class RunLock: Sendable {
  private let lock: Mutex<FileLock>
  private let database: String
  private let command: String

  private init(_ lock: FileLock, database: String, command: String) {
    self.lock = Mutex(lock)
    self.database = database
    self.command = command
  }

  /// Takes the lock again, where its file was removed or replaced together with the database.
  public func renew() throws(HistoryError) {
    guard !lock.withLock(\.isInPlace) else { return }
    let fresh = try Self.take(database: database, command: command)
    lock.withLock { $0 = fresh }
  }

  /// Takes the lock at once, or throws `locked` with the holder's pid and command.
  ///
  /// The lock is the file `<database>.run.lock`; its folder is made where it is missing. Beside a
  /// file of something else it is not made: that is `foreign`.
  public static func acquire(
    database: String, command: String
  ) throws(HistoryError) -> RunLock {
    try Files.makeFolder(Files.folder(of: database))
    try Ownership.check(database)
    return RunLock(
      try take(database: database, command: command), database: database, command: command)
  }

  private static func take(
    database: String, command: String
  ) throws(HistoryError) -> FileLock {
    guard let lock = try FileLock.take(lockPath(database), .exclusive) else {
      throw held(database)
    }
    try lock.write("\(getpid())\n\(command)\n")
    return lock
  }

  /// Who holds the lock, asked without taking it; nil when nobody does.
  public static func holder(database: String) -> LockHolder? {
    let path = lockPath(database)
    guard FileLock.isHeld(path) else { return nil }
    let lines = Files.beginning(of: path, count: 256).split(separator: UInt8(ascii: "\n"))
    let words = lines.map { String(decoding: $0, as: UTF8.self) }
    return LockHolder(
      pid: words.first.flatMap { Int($0) },
      command: words.count > 1 ? CleanText.line(words[1], limit: 40) : nil)
  }

  private static func lockPath(_ database: String) -> String { database + ".run.lock" }

  /// A daemon never ends: it can be asked to fetch at once instead.
  private static func advice(_ holder: LockHolder?) -> String {
    guard holder?.command == "run", let pid = holder?.pid else {
      return "Wait until it has ended, or stop it."
    }
    return "It fetches by itself; ‘kill -USR1 \(pid)’ makes it fetch now."
  }

  private static func held(_ database: String) -> HistoryError {
    let holder = holder(database: database)
    let command = (holder?.command).map { " ‘\($0)’" } ?? ""
    let pid = (holder?.pid).map { " (pid \($0))" } ?? ""
    return HistoryError(
      .locked, path: database,
      message: "Another almanacd\(command)\(pid) works on \(database). \(advice(holder))",
      holder: holder)
  }
}
