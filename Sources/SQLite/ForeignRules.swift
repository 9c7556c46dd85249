/// What a statement that came from outside may do, and how much work it may make.
///
/// Whatever they say, it can only read: nothing may be written, attached, or set.
public struct ForeignRules: Sendable {
  /// The tables that may be read; nil for all of the database.
  public var tables: Set<String>?
  /// How many SELECTs there may be, the outermost among them; nil for any number.
  public var selects: Int?
  /// Milliseconds of SQLite's own work, without what is done with the rows; nil without a limit.
  public var limitMs: Int64?
  /// Steps of SQLite's machine, about so many; nil without a limit.
  public var steps: Int?

  /// Makes rules from their parts.
  public init(
    tables: Set<String>? = nil, selects: Int? = nil, limitMs: Int64? = nil, steps: Int? = nil
  ) {
    self.tables = tables
    self.selects = selects
    self.limitMs = limitMs
    self.steps = steps
  }
}

/// Why a statement from outside can't be compiled or run to its end.
public enum ForeignError: Error, Sendable, Equatable {
  /// There is no statement in the text.
  case empty
  /// There is more than one.
  case several
  /// It would do more than it may: what, in a few words.
  case forbidden(String)
  /// It uses a function that no limit could end: which.
  case endless(String)
  /// SQLite doesn't understand it: its words, and the byte of the text that they are about.
  case wrong(String, at: Int?)
  /// It takes longer than it may.
  case tooLong
  /// The database can't be read.
  case failed(SQLiteError)
}
