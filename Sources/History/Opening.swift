import FoundationEssentials
import Glibc
import SQLite
import Weather

/// The steps of opening a database for writing.
struct Opening {
  let path: String
  let now: Date
  let waitMs: Int32
  let patience: WriterPatience?
  let lock: FileLock
  var report = OpeningReport()

  /// Makes the folder where it is missing, and takes the writers' lock; a file of something else is
  /// refused before.
  init(
    path: String, now: Date, waitMs: Int32, patience: WriterPatience?
  ) throws(HistoryError) {
    self.path = path
    self.patience = patience
    self.now = now
    self.waitMs = waitMs
    try Files.makeFolder(Files.folder(of: path))
    try Ownership.check(path)
    guard let lock = try FileLock.take(Ownership.lockPath(path), .shared) else {
      throw Self.busyWithUpkeep(path)
    }
    self.lock = lock
  }

  /// Opens the file in whatever state it is.
  mutating func open(checking: Bool) throws(HistoryError) -> Connection {
    do {
      return try openSound(checking: checking)
    } catch  where error.code == .damaged {
      return try replaceAlone(damage: error)
    }
  }

  /// Sets the file aside and begins a new one while no other writer is at work.
  mutating func replaceAlone(damage: HistoryError) throws(HistoryError) -> Connection {
    try exclusively { (opening: inout Opening) throws(HistoryError) in
      try opening.replace(damage: damage)
    }
  }

  private mutating func openSound(checking: Bool) throws(HistoryError) -> Connection {
    let checking = try setLostLogAside() || checking
    let state = (Files.size(path) ?? 0) > 0 ? try SchemaState.inspect(path) : nil
    guard let state, !state.applied.isEmpty else {
      report.created = true
      return try makeTables()
    }
    try state.checkSums(path)
    let endedUncleanly = logSize > 0
    // Where another writer is at work, a log with content is no sign of an unclean end.
    let isSuspect = endedUncleanly ? try lock.set(.exclusive) : false
    if checking || isSuspect {
      try quickCheck()
      _ = try lock.set(.shared)
    }
    return state.applied.count < Migration.all.count ? try makeTables() : try connect()
  }

  /// Sets a log aside of which nothing can be made, while no other writer is at work; tells whether
  /// there was one.
  private mutating func setLostLogAside() throws(HistoryError) -> Bool {
    guard logSize > LogHeader.size, !LogHeader.isSound(path + "-wal"), !Ownership.isForeign(path),
      try lock.set(.exclusive)
    else { return false }
    report.logSetAside = try SetAside.moveLog(path, now: now)
    return true
  }

  private var logSize: Int64 { Files.size(path + "-wal") ?? 0 }

  private mutating func makeTables() throws(HistoryError) -> Connection {
    try exclusively { (opening: inout Opening) throws(HistoryError) in
      try opening.makeTablesAlone()
    }
  }

  /// Makes file and tables where they are missing; the lock must be exclusive.
  mutating func makeTablesAlone() throws(HistoryError) -> Connection {
    try Files.makeFile(path)
    let connection = try connect()
    report.migrated = try StoreFailure.mapped(path) {
      try connection.migrate(now: now.unixSeconds)
    }
    return connection
  }

  /// Opens the connection of a writer; the order of the pragmas matters for a new file.
  func connect() throws(HistoryError) -> Connection {
    Files.passModeOn(from: path, to: ["-wal", "-shm"].map { path + $0 })
    return try StoreFailure.mapped(path) {
      let connection = try Connection(
        path: path, mode: .readWrite, busyTimeoutMs: waitMs, patience: patience?.locks)
      let isNew = (Files.size(path) ?? 0) == 0
      if isNew {
        // There is nothing yet to go back to: a journal on the disk took a dozen syncs.
        try connection.execute(
          """
          PRAGMA journal_mode = MEMORY;
          PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;
          """)
      }
      let mode = try connection.prepare("PRAGMA journal_mode").first { $0.text(0) }
      if mode != "wal" {
        try connection.execute(
          "PRAGMA application_id = \(Migration.applicationID); PRAGMA journal_mode = WAL")
      }
      try connection.keepSideFiles()
      try connection.execute(
        """
        PRAGMA journal_size_limit = 0; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        """)
      return connection
    }
  }

  /// Looks through the whole file, without changing it.
  private func quickCheck() throws(HistoryError) {
    let found = try StoreFailure.mapped(path) {
      try ReadingLadder(path: path).attempt { connection in
        try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) ?? "" } ?? ""
      }
    }
    guard found != "ok" else { return }
    throw HistoryError(
      .damaged, path: path, message: "\(path) is damaged (\(CleanText.line(found))).",
      reason: CleanText.line(found))
  }

  /// Runs a step that no other writer may see half done.
  private mutating func exclusively<T>(
    _ step: (inout Opening) throws(HistoryError) -> T
  ) throws(HistoryError) -> T {
    guard try lock.set(.exclusive) else { throw Self.busyWithUpkeep(path) }
    let value = try step(&self)
    _ = try lock.set(.shared)
    return value
  }

  private static func busyWithUpkeep(_ path: String) -> HistoryError {
    HistoryError(
      .locked, path: path,
      message: "\(path) is in use by another almanacd, which makes, migrates or repairs it, or"
        + " keeps this one from doing so. Try again when that has ended.",
      holder: RunLock.holder(database: path))
  }
}
