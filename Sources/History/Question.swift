import SQLite

/// Why SQL of the user's own has no answer.
public struct QuestionError: Error, Sendable, Equatable {
  /// The ways to miss.
  public enum Code: Sendable, Equatable {
    /// There is no statement.
    case empty
    /// There is more than one statement.
    case several
    /// It would do more than read.
    case forbidden
    /// It uses a function that no limit could end.
    case endless
    /// SQLite doesn't understand it.
    case wrong
    /// It takes longer than it may.
    case tooLong
  }

  /// The way.
  public let code: Code
  /// SQLite's own words, or what is forbidden or can't be ended; empty for the other codes.
  public let message: String
  /// The character of the text that it is about, from 0 on; nil where SQLite does not say.
  public let place: Int?
  /// The name that was probably meant; nil where none is near.
  public var nearest: String?

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String = "", at place: Int? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }

  /// The unknown name that SQLite's words are about; nil where they are about something else.
  public var unknownName: String? {
    for lead in ["no such column: ", "no such table: ", "no such function: "]
    where message.hasPrefix(lead) {
      let name = message.dropFirst(lead.count)
      return String(name.split(separator: ".").last ?? name)
    }
    return nil
  }

  /// What an error of the binding means; an error of the database stays what it is.
  ///
  /// The text stands within a longer one, from one of its bytes on.
  static func meaning(
    of error: ForeignError, in text: String, from start: Int = 0
  ) -> any Error {
    switch error {
    case .empty: return QuestionError(.empty)
    case .several: return QuestionError(.several)
    case .forbidden(let what): return QuestionError(.forbidden, what)
    case .endless(let what): return QuestionError(.endless, what)
    case .tooLong: return QuestionError(.tooLong)
    case .failed(let error): return error
    case .wrong(let message, let byte):
      let before = byte.map { text.utf8.prefix(max(0, $0 - start)) }
      return QuestionError(
        .wrong, message, at: before.map { String(decoding: $0, as: UTF8.self).count })
    }
  }
}

extension HistoryReader {
  /// Runs one statement of the user's own, which can only read, and hands over its rows.
  ///
  /// `begin` is told the columns' names before the first row. SQLite works for at most so many
  /// milliseconds, without what is done with the rows. Throws `QuestionError`.
  public func ask(
    _ sql: String, limitMs: Int64, begin: ([String]) throws -> Void,
    each: ([StoredValue]) throws -> Void
  ) throws {
    try useMemoryForSorting()
    // Eight times the largest reply that is kept by default.
    connection.limitValues(to: 64 << 20)
    do {
      let statement = try connection.prepare(foreign: sql, ForeignRules(limitMs: limitMs))
      let names = statement.columns
      try begin(names)
      var values = [StoredValue](repeating: .null, count: names.count)
      while try statement.step() {
        StoredValue.read(statement.row, into: &values)
        try each(values)
      }
    } catch let error as ForeignError {
      throw QuestionError.meaning(of: error, in: sql)
    }
  }

  /// The names of the views and their columns, for suggestions.
  public func names() throws -> [String] {
    try connection.prepare(
      """
      SELECT name FROM sqlite_schema WHERE type = 'view' AND name <> 'observed_sums'
      UNION SELECT c.name FROM sqlite_schema v, pragma_table_info(v.name) c WHERE v.type = 'view'
      """
    ).all { $0.text(0) ?? "" }
  }

  /// Gives SQLite 8 MB of pages, where a query for a screen needs next to none.
  func useMemoryForSorting() throws {
    try connection.execute("PRAGMA cache_size = -8000")
  }
}
