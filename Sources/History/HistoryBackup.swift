import Glibc
import SQLite

/// A copy of the store in one file that needs no other.
public enum HistoryBackup {
  /// Pages of a step: a mebibyte.
  private static let step: Int32 = 256

  /// Copies one state of the database, whatever is written meanwhile, into a file of mode 0600.
  ///
  /// It is written under another name beside `target`, looked through, synced, and only then named
  /// `target`. Whatever ends it before leaves nothing behind. A `target` that exists is replaced
  /// only if asked for. `progress` is told how many pages are done of how many, and ends the copy
  /// by throwing.
  public static func write(
    of database: String, to target: String, replacing: Bool,
    progress: (Int, Int) throws -> Void
  ) throws {
    if let code = Files.accessFailure(database) {
      throw FileFailure.opening(database, errno: code)
    }
    let target = try followed(target)
    try check(target, of: database, replacing)
    let partial = try makePartial(target)
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(partial + suffix) } }
    try HistoryReader.read(path: database) { reader in
      do {
        let copy = try Connection(path: partial, mode: .readWrite)
        // Nothing has to be taken back in a file that is thrown away on any failure.
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try reader.connection.copy(to: copy, pagesAtOnce: step) { try progress($1 - $0, $1) }
      } catch let error as SQLiteError {
        let isSource = [.corrupt, .notADatabase].contains(error.kind)
        throw StoreFailure.historyError(error, isSource ? database : target)
      }
    }
    try finish(partial, database, target)
    try name(partial, target, replacing)
  }

  /// The file that a link leads to, so that the link stays.
  private static func followed(_ target: String) throws(HistoryError) -> String {
    guard let next = Files.linkTarget(target) else { return target }
    guard let path = realpath(target, nil) else {
      throw refused(target, "is a link to \(next), which is not there. Give the name of a file.")
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Refuses a target that is there, or that must not be written over.
  private static func check(
    _ target: String, of database: String, _ replacing: Bool
  ) throws(HistoryError) {
    let suffixes = ["", "-wal", "-shm", ".lock", ".run.lock"]
    if let there = Files.stamp(target) {
      for suffix in suffixes {
        guard let own = Files.stamp(database + suffix) else { continue }
        if (own.device, own.inode) == (there.device, there.inode) {
          throw refused(target, "belongs to the database itself. Give another name.")
        }
      }
      guard replacing else { throw exists(target) }
      var info = stat()
      guard stat(target, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
        throw refused(target, "is no file that could be replaced. Give the name of a file.")
      }
    }
    for suffix in suffixes.dropFirst() + ["-journal"] where target.hasSuffix(suffix) {
      let base = String(target.dropLast(suffix.count))
      guard !base.isEmpty, Files.stamp(base) != nil else { continue }
      throw refused(target, "would be taken for a part of \(base). Give another name.")
    }
    for suffix in ["-wal", "-journal"] where (Files.size(target + suffix) ?? 0) > 0 {
      throw refused(
        target,
        "has a file \(Files.name(of: target))\(suffix) beside it, which would spoil the"
          + " copy. Give another name, or remove it.")
    }
  }

  /// An empty file of mode 0600 beside the target.
  private static func makePartial(_ target: String) throws(HistoryError) -> String {
    var template = Array("\(target).partial-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      let code = errno
      guard code == ENOENT || code == ENOTDIR else {
        throw FileFailure.opening(target, errno: code)
      }
      throw refused(target, "can't be made: there is no folder \(Files.folder(of: target)).")
    }
    close(descriptor)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Makes the copy a file that needs no log, looks it through, and waits until the disk has it.
  private static func finish(
    _ partial: String, _ database: String, _ target: String
  ) throws(HistoryError) {
    let found: String = try StoreFailure.mapped(target) {
      let copy = try Connection(path: partial, mode: .readWrite)
      try copy.execute("PRAGMA journal_mode = DELETE")
      return try copy.prepare("PRAGMA quick_check(1)").first { $0.text(0) ?? "" } ?? ""
    }
    guard found == "ok" else {
      throw HistoryError(
        .damaged, path: database,
        message: "\(database) is damaged (\(found)), so there is no backup of it. The next"
          + " ‘almanacd run’ or ‘sync’ sets it aside.", reason: found)
    }
    let descriptor = open(partial, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.opening(target, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure.writing(target, errno: errno) }
  }

  /// Gives the copy its name.
  private static func name(
    _ partial: String, _ target: String, _ replacing: Bool
  ) throws(HistoryError) {
    if !replacing {
      // A link never replaces what came there meanwhile; some file systems have none.
      if link(partial, target) == 0 { return Files.syncFolder(Files.folder(of: target)) }
      if errno == EEXIST { throw exists(target) }
    }
    guard rename(partial, target) == 0 else { throw FileFailure.opening(target, errno: errno) }
    Files.syncFolder(Files.folder(of: target))
  }

  private static func exists(_ target: String) -> HistoryError {
    refused(target, "is there already. Give another name, or --force to replace it.")
  }

  private static func refused(_ target: String, _ why: String) -> HistoryError {
    HistoryError(.cannotCreate, path: target, message: "\(target) \(why)")
  }
}
