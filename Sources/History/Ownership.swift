import Glibc

/// Whether a file is, or once was, a database of this program.
enum Ownership {
  /// The lock of the writers: made before the database itself and never removed, so that it tells a
  /// damaged database of ours from a file of something else.
  static func lockPath(_ database: String) -> String { database + ".lock" }

  /// Refuses a folder, what may not be read and what was never ours, before anything is made
  /// beside it.
  static func check(_ path: String) throws(HistoryError) {
    if let code = Files.accessFailure(path) {
      if code == ENOENT { return }
      throw FileFailure.opening(path, errno: code)
    }
    guard (Files.size(path) ?? 0) > 0, !hasLock(path) else { return }
    do throws(HistoryError) {
      _ = try SchemaState.inspect(path)
    } catch  where error.code == .foreign {
      throw error
    } catch {
      // Ours in another state: opening it says more.
    }
  }

  /// Whether a file that SQLite can't read belongs to something else.
  ///
  /// A header of SQLite names the program (https://www.sqlite.org/fileformat.html, section 1.3);
  /// without one only our lock beside it says that a database of ours was there. Side files say
  /// nothing: an encrypted database of another program has them too.
  static func isForeign(_ path: String) -> Bool {
    let header = Files.beginning(of: path, count: 72)
    guard header.count == 72, header.starts(with: "SQLite format 3\0".utf8) else {
      return !hasLock(path)
    }
    let id = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return id != Migration.applicationID
  }

  private static func hasLock(_ path: String) -> Bool { Files.stamp(lockPath(path)) != nil }
}
