import Glibc
import SQLite

/// How to read a database in whatever state it is, without changing or creating a file.
///
/// SQLite reads a database in WAL mode only with its `-shm` file, which a reader may be unable to
/// make, and must not. What can be done without one depends on the files that are there:
///
/// - both side files: `readonly_shm=1` (a shared memory that no writer keeps up is not trusted);
/// - no `-wal`, or one without a frame or with a damaged beginning, unless a writer is at work:
///   everything is in the file, which `immutable=1` reads;
/// - a `-wal` with content but no `-shm`: the VFS `unix-none` in exclusive mode keeps its own.
///
/// The last two read without locks, so the files are compared before and after.
struct ReadingLadder {
  fileprivate enum Rung {
    case shared, immutable, alone
  }

  /// What must not have changed when a reading without locks ends.
  private struct Snapshot: Equatable {
    let file: Files.Stamp?
    let log: Files.Stamp?
    let hasSharedMemory: Bool
  }

  private static let attempts = 5
  let path: String

  /// Runs the body on a connection; again, a few times, when the files changed meanwhile, unless
  /// it may not be run again.
  func attempt<T>(
    mayRepeat: () -> Bool = { true }, _ body: (Connection) throws -> T
  ) throws -> T {
    for _ in 0..<Self.attempts {
      let before = snapshot
      let isLocked = rung(before) == .shared
      do {
        let value = try body(connect())
        let after = snapshot
        if after == before || (isLocked && after.file?.inode == before.file?.inode) { return value }
      } catch let error as SQLiteError where snapshot == before || isLocked {
        throw error
      } catch is SQLiteError {
        // Torn by a change: what it said of the file holds no longer.
      }
      guard mayRepeat() else { break }
    }
    throw HistoryError(
      .changedWhileReading, path: path,
      message: "\(path) changed again and again while it was read. Try again.")
  }

  /// Opens a connection on the rung that the files call for.
  func connect() throws -> Connection {
    let rung = rung(snapshot)
    let connection = try Connection(path: path, mode: .readOnly(parameters: rung.parameters))
    if rung == .alone { try connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
    return connection
  }

  private var snapshot: Snapshot {
    Snapshot(
      file: Files.stamp(path), log: Files.stamp(path + "-wal"),
      hasSharedMemory: Files.stamp(path + "-shm") != nil)
  }

  /// Whether nobody can make anything of the log any more; one that only others may read is not lost.
  private var isLogLost: Bool {
    Files.accessFailure(path + "-wal") == nil && !LogHeader.isSound(path + "-wal")
      && !FileLock.isHeld(Ownership.lockPath(path))
  }

  private func rung(_ state: Snapshot) -> Rung {
    switch (state.log, state.hasSharedMemory) {
    // A log of its header alone, left by a sudden end: SQLite 3.40 takes it for one that is being
    // begun again and waits ten seconds in vain. There is nothing in it.
    case (let log?, _) where (1...LogHeader.size).contains(log.size): .immutable
    case (let log?, _) where log.size > 0 && isLogLost: .immutable
    case (.some, true): .shared
    case (let log?, false) where log.size > 0: .alone
    default: .immutable
    }
  }
}

extension ReadingLadder.Rung {
  fileprivate var parameters: [String] {
    switch self {
    case .shared: ["readonly_shm=1"]
    case .immutable: ["immutable=1"]
    case .alone: ["vfs=unix-none"]
    }
  }
}
