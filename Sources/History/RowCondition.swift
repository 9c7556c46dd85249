import SQLite

/// A condition in SQLite's own words on the columns of a row, which has nothing else to look at:
/// no other table, no SELECT of its own, and a bounded number of steps for each row.
public final class RowCondition {
  /// Steps of SQLite's machine for one row: thousands of times what a comparison takes.
  private static let steps = 200_000
  private static let lead = "SELECT 1 FROM row WHERE (\n"

  private let connection: Connection
  private let text: String
  private let insert: String
  private let statement: ForeignStatement

  /// Understands a condition on these columns; `numbers` are those of them that are measurements.
  ///
  /// Throws `QuestionError`.
  public init(_ text: String, columns: [String], numbers: Set<String>) throws {
    self.text = text
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    insert = "REPLACE INTO row (rowid, \(names)) VALUES (1, \(places))"
    connection = try Connection(path: "", mode: .memory)
    let declared = columns.map { "\"\($0)\"\(numbers.contains($0) ? " REAL" : "")" }
    try connection.execute("CREATE TABLE row (\(declared.joined(separator: ", ")))")
    connection.limitValues(to: 1_000_000)
    // Compiled before the guard is up, under which nothing may be inserted.
    _ = try connection.prepare(insert)
    do {
      statement = try connection.prepare(
        foreign: "\(Self.lead)\(text)\n)",
        ForeignRules(tables: ["row"], selects: 1, steps: Self.steps))
    } catch {
      throw QuestionError.meaning(of: error, in: text, from: Self.lead.utf8.count)
    }
  }

  /// The names of the columns that it looks at.
  public var columns: Set<String> { statement.columnsRead }

  /// Whether it holds for a row, which has a value for every column; null is no.
  ///
  /// Throws `QuestionError`.
  public func holds(for row: [StoredValue]) throws -> Bool {
    let fill = try connection.prepare(insert)
    for (index, value) in row.enumerated() { fill.bind(Int32(index + 1), stored: value) }
    try fill.run()
    defer { statement.reset() }
    do {
      return try statement.step()
    } catch {
      throw QuestionError.meaning(of: error, in: text, from: Self.lead.utf8.count)
    }
  }
}
