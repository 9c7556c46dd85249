import CommandLine
import Glibc
import History
import Presentation
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
    if let database = Self.database(besideWhich: path) {
      throw refused(path, "belongs to \(CleanText.line(database)). Give another name.")
    }
    var there = stat()
    guard lstat(path, &there) == 0 else { return }
    guard there.st_mode & S_IFMT == S_IFREG else {
      throw refused(path, "is no plain file. Give the name of one, or of none yet.")
    }
    var own = stat()
    if stat(database, &own) == 0, (own.st_dev, own.st_ino) == (there.st_dev, there.st_ino) {
      throw refused(path, "is the database itself. Give another name.")
    }
    if size(of: path + ".lock") != nil {
      throw refused(path, "is written by almanacd. Give another name.")
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

  /// The file that a name would belong to as a side file (https://www.sqlite.org/tempfiles.html), if
  /// there is one: SQLite would take whatever lies there for a part of it.
  private static func database(besideWhich path: String) -> String? {
    for suffix in ["-wal", "-shm", "-journal", ".run.lock", ".lock"] where path.hasSuffix(suffix) {
      let owner = String(path.dropLast(suffix.count))
      if size(of: owner) != nil { return owner }
    }
    return nil
  }

  /// Whether a file begins as exports do, in whatever format: with all columns of a view.
  private static func isExport(_ path: String) -> Bool {
    let head = beginning(of: path)
    if head.hasPrefix("SQLite format 3") { return HistoryExtract.isOne(path) }
    if head.hasPrefix("# HELP almanac_") { return true }
    let rows = head.hasPrefix("[\n") ? head.dropFirst(2) : head[...]
    guard let line = rows.split(separator: "\n", maxSplits: 1).first else { return false }
    let names =
      line.hasPrefix("{")
      ? keys(of: line) : line.split(separator: line.contains("\t") ? "\t" : ",").map(String.init)
    return StoredView.allCases.contains { view in
      guard let columns = try? ViewRows(HistoryReader.columns(of: view)).columns else {
        return false
      }
      return [UnitSystem.si, .metric, .imperial, .uk].contains { system in
        columns.map { $0.name(in: system) } == names
      }
    }
  }

  /// The keys of a flat JSON object, in their order.
  private static func keys(of object: Substring) -> [String] {
    var keys: [String] = [], start: String.UTF8View.Index?, isEscaped = false
    let text = object.utf8
    for place in text.indices {
      let byte = text[place]
      guard let begin = start else {
        if byte == UInt8(ascii: "\"") { start = text.index(after: place) }
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        start = nil
        let next = text.index(after: place)
        if next < text.endIndex, text[next] == UInt8(ascii: ":") {
          keys.append(String(decoding: text[begin..<place], as: UTF8.self))
        }
      }
    }
    return keys
  }

  private static func beginning(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(descriptor, &head, head.count)
    return String(decoding: head.prefix(max(0, count)), as: UTF8.self)
  }
}
