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

  /// Renames a damaged write-ahead log to `<database>-wal.corrupt-<UTC time>`; returns that name.
  ///
  /// The shared memory goes: it is made again from the next log.
  static func moveLog(_ path: String, now: Date) throws(HistoryError) -> String {
    let target = freeName(path + "-wal", now)
    guard rename(path + "-wal", target) == 0 else {
      throw FileFailure.opening(path + "-wal", errno: errno)
    }
    unlink(path + "-shm")
    Files.syncFolder(Files.folder(of: path))
    removeOldest(path)
    return target
  }

  /// The set-aside files of a database, then those of its log, each oldest first.
  static func list(_ path: String) -> [String] {
    let folder = Files.folder(of: path)
    let names = Files.names(in: folder)
    return ["", "-wal"].flatMap { kind in
      let prefix = Files.name(of: path) + kind + ".corrupt-"
      return names.filter {
        $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }
    }.map { folder == "." ? $0 : folder == "/" ? "/" + $0 : folder + "/" + $0 }
  }

  private static func freeName(_ path: String, _ now: Date) -> String {
    let time = LocalTime(now, utcOffsetSeconds: 0)
    let digits = time.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
    let base = "\(path).corrupt-\(digits)Z"
    guard Files.stamp(base) != nil else { return base }
    return (2...).lazy.map { "\(base)-\($0)" }.first { Files.stamp($0) == nil } ?? base
  }

  /// Removes all but the newest few of either kind.
  static func removeOldest(_ path: String) {
    let logs = path + "-wal.corrupt-"
    let all = list(path)
    let old =
      all.filter { !$0.hasPrefix(logs) }.dropLast(kept)
      + all.filter { $0.hasPrefix(logs) }.dropLast(kept)
    for name in old {
      for suffix in ["", "-wal", "-shm"] { unlink(name + suffix) }
    }
  }
}
