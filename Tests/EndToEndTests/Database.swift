import Glibc
import SQLite

enum SQLiteFileError: Error {
  case cannotMake(String)
}

/// Looks into a database beside the programs.
enum Database {
  static func integers(_ sql: String, in path: String) throws -> [Int] {
    try reader(path).prepare(sql).all { $0.integer(0) }
  }

  static func text(_ sql: String, in path: String) throws -> [String] {
    try reader(path).prepare(sql).all { $0.text(0) ?? "" }
  }

  private static func reader(_ path: String) throws -> Connection {
    // A writer's last connection would take the side files away that the test is about.
    var wal = stat()
    let isQuiet = stat(path + "-wal", &wal) != 0 || wal.st_size == 0
    return try Connection(
      path: path, mode: .readOnly(parameters: isQuiet ? ["immutable=1"] : []))
  }

  /// The rows of a query, each as one text.
  static func texts(_ sql: String, in path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly(parameters: ["immutable=1"]))
    return try connection.prepare(sql).all { row in
      (Int32(0)..<row.count).map { row.text($0) ?? "null" }.joined(separator: "|")
    }
  }

  static func execute(_ script: String, in path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o640)
    guard descriptor >= 0 else { throw SQLiteFileError.cannotMake(path) }
    close(descriptor)
    try Connection(path: path, mode: .readWrite).execute(script)
  }
}
