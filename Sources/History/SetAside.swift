import FoundationEssentials
import Glibc
import Weather

/// Damaged databases that were put beside the new one under a dated name.
enum SetAside {
  /// How many are kept.
  static let kept = 3
  /// The bytes that must be free for a new database.
  static let roomNeeded: Int64 = 2 << 20

  /// Renames the file and its side files to `<database>.corrupt-<UTC time>`; returns that name.
  static func move(_ path: String, now: Date) throws(HistoryError) -> String {
    if let free = Files.freeBytes(Files.folder(of: path)), free < roomNeeded {
      throw FileFailure.writing(path, errno: ENOSPC)
    }
    let target = freeName(path, now)
    for suffix in ["-wal", "-shm", ""] where Files.stamp(path + suffix) != nil {
      guard rename(path + suffix, target + suffix) == 0 else {
        throw FileFailure.opening(path + suffix, errno: errno)
      }
    }
    Files.syncFolder(Files.folder(of: path))
    return target
  }

  /// Undoes a move: the new file that was begun goes.
  static func putBack(_ aside: String, as path: String) {
    for suffix in ["", "-wal", "-shm"] {
      unlink(path + suffix)
      if Files.stamp(aside + suffix) != nil { rename(aside + suffix, path + suffix) }
    }
    Files.syncFolder(Files.folder(of: path))
  }

  /// The set-aside files of a database, oldest first.
  static func list(_ path: String) -> [String] {
    let folder = Files.folder(of: path)
    let prefix = Files.name(of: path) + ".corrupt-"
    return Files.names(in: folder)
      .filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
      .map { folder == "." ? $0 : folder == "/" ? "/" + $0 : folder + "/" + $0 }
  }

  private static func freeName(_ path: String, _ now: Date) -> String {
    let time = LocalTime(now, utcOffsetSeconds: 0)
    let digits = time.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
    let base = "\(path).corrupt-\(digits)Z"
    guard Files.stamp(base) != nil else { return base }
    return (2...).lazy.map { "\(base)-\($0)" }.first { Files.stamp($0) == nil } ?? base
  }

  /// Removes all but the newest few.
  static func removeOldest(_ path: String) {
    for old in list(path).dropLast(kept) {
      for suffix in ["", "-wal", "-shm"] { unlink(old + suffix) }
    }
  }
}
