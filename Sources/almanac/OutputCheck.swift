import CommandLine
import Glibc
import History
import Weather

/// Refuses to replace anything but a file that an earlier export wrote, or an empty one: a slip must
/// cost neither a database nor a device.
enum OutputCheck {
  static func check(
    _ path: String, for format: ExportFormat, of database: String
  ) throws(Failure) {
    if format == .sqlite {
      for suffix in ["-wal", "-journal"] where size(of: path + suffix) ?? 0 > 0 {
        throw refused(
          path,
          "has \(CleanText.line(path + suffix)) beside it, which would spoil it. Remove"
            + " that first, or give another name.")
      }
    }
    var there = stat()
    guard lstat(path, &there) == 0 else { return }
    guard there.st_mode & S_IFMT == S_IFREG else {
      throw refused(path, "is no plain file. Give the name of one, or of none yet.")
    }
    for suffix in ["", "-wal", "-shm", ".lock", ".run.lock"] {
      var own = stat()
      guard stat(database + suffix, &own) == 0 else { continue }
      if (own.st_dev, own.st_ino) == (there.st_dev, there.st_ino) {
        throw refused(path, "belongs to the database itself. Give another name.")
      }
    }
    guard there.st_size == 0 || isExport(path) else {
      throw refused(path, "was not written by export. Remove it first, or give another name.")
    }
  }

  private static func refused(_ path: String, _ reason: String) -> Failure {
    Failure(.cannotCreate, "output", "\(CleanText.line(path)) \(reason)")
  }

  private static func size(of path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  /// Whether a file begins as exports do, in whatever format.
  private static func isExport(_ path: String) -> Bool {
    let head = beginning(of: path)
    if head.hasPrefix("SQLite format 3") { return HistoryExtract.isOne(path) }
    let rows = head.hasPrefix("[\n") ? String(head.dropFirst(2)) : head
    let begins = [
      "# HELP almanac_", "city,provider,", "city,name,country,", "started_at,finished_at,",
      "city\tprovider\t", "city\tname\tcountry\t", "started_at\tfinished_at\t",
      "{\"city\":\"", "{\"started_at\":\"",
    ]
    return begins.contains(where: rows.hasPrefix)
  }

  private static func beginning(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &head, head.count)
    return String(decoding: head.prefix(max(0, count)), as: UTF8.self)
  }
}
