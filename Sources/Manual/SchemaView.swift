import FoundationEssentials
import History
import SQLite

/// A view of the database, as the database itself describes it.
struct SchemaView: Equatable {
  /// Its name.
  let name: String
  /// The names of its columns in their order.
  let columns: [String]

  /// Views that are nobody's interface: others are made of them.
  static let hidden: Set<String> = ["observed_sums"]

  /// All views of a new database, in the order in which the migrations made them.
  static func all() throws -> [SchemaView] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "almanac-manual-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "almanac.db").path()
    try HistoryWriter.open(path: path, now: Date()).writer.close()
    let connection = try Connection(path: path, mode: .readOnly(parameters: []))
    let names = try connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY rowid"
    ).all { $0.text(0) ?? "" }
    return try names.filter { !hidden.contains($0) }.map { name in
      let columns = try connection.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")
      columns.bind(1, name)
      return SchemaView(name: name, columns: try columns.all { $0.text(0) ?? "" })
    }
  }
}
