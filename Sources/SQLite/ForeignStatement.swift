import CSQLite

/// One statement that came from outside, which can only read, and not for ever.
///
/// While it lives the connection compiles nothing else but what its rules allow, unless these name
/// the tables.
public struct ForeignStatement: ~Copyable {
  private let connection: Connection
  private let pointer: OpaquePointer
  private let rules: ForeignGuard

  fileprivate init(_ connection: Connection, _ pointer: OpaquePointer, _ rules: ForeignGuard) {
    self.connection = connection
    self.pointer = pointer
    self.rules = rules
  }

  deinit {
    sqlite3_finalize(pointer)
    rules.remove(from: connection.handle)
  }

  /// The names of its columns; some may be the same.
  public var columns: [String] {
    (0..<sqlite3_column_count(pointer)).map { column in
      sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? ""
    }
  }

  /// The names of the columns that it reads, where its rules name the tables.
  public var columnsRead: Set<String> { rules.columns }

  /// Goes to the next row; false after the last.
  public func step() throws(ForeignError) -> Bool {
    rules.start()
    let code = sqlite3_step(pointer)
    rules.stop()
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.foreignError(code, rules)
    }
  }

  /// The row that it stands on after a `step` that found one.
  public var row: Row { Row(pointer) }

  /// Makes it ready to run again, with the whole of its limits.
  public func reset() {
    sqlite3_reset(pointer)
    rules.reset()
  }
}

extension Connection {
  /// Compiles a text from outside that must be one statement and may only read.
  ///
  /// Three walls: what the statement would do is asked about while it is compiled, SQLite says of
  /// the whole whether it only reads, and the caller opens the database for reading only.
  public func prepare(
    foreign sql: String, _ rules: ForeignRules
  ) throws(ForeignError) -> ForeignStatement {
    almanac_strict_quotes(handle)
    let own = ForeignGuard(rules)
    own.install(on: handle)
    do throws(ForeignError) {
      let pointer = try compileAlone(Array(sql.utf8), own)
      // Where tables are named, their owner fills them between the runs, and nothing else is
      // compiled meanwhile.
      if rules.tables != nil { own.open(handle) }
      return ForeignStatement(self, pointer, own)
    } catch {
      own.remove(from: handle)
      throw error
    }
  }

  private func compileAlone(
    _ text: [UInt8], _ rules: ForeignGuard
  ) throws(ForeignError) -> OpaquePointer {
    let (pointer, used) = try compileForeign(text[...], rules)
    guard let pointer else {
      if used < text.count, text[used...].contains(where: { $0 > 32 }) { throw .several }
      throw .empty
    }
    do throws(ForeignError) {
      guard sqlite3_stmt_readonly(pointer) != 0 else { throw .forbidden("changing the database") }
      // They would be null, and a slip of the pen an answer.
      guard sqlite3_bind_parameter_count(pointer) == 0 else {
        throw .wrong("it has parameters (?, :name), for which there is no value", at: nil)
      }
      try checkNothing(in: text[used...])
      return pointer
    } catch {
      sqlite3_finalize(pointer)
      throw error
    }
  }

  /// Comments and semicolons may follow a statement, another one may not.
  private func checkNothing(in rest: ArraySlice<UInt8>) throws(ForeignError) {
    var rest = rest
    while !rest.isEmpty {
      let next = try? compileFirst(of: rest)
      if let pointer = next?.pointer { sqlite3_finalize(pointer) }
      guard let next, next.pointer == nil else { throw .several }
      if next.used == 0 { return }
      rest = rest.dropFirst(next.used)
    }
  }

  private func compileForeign(
    _ text: ArraySlice<UInt8>, _ rules: ForeignGuard
  ) throws(ForeignError) -> (pointer: OpaquePointer?, used: Int) {
    do throws(SQLiteError) {
      return try compileFirst(of: text)
    } catch {
      throw foreignError(error.code, rules)
    }
  }

  /// What the last failure of the connection means to whoever wrote the statement.
  fileprivate func foreignError(_ code: Int32, _ rules: ForeignGuard) -> ForeignError {
    let error = SQLiteError(handle, code: code)
    switch code & 0xFF {
    case SQLITE_AUTH: return rules.refusal ?? .forbidden(error.message)
    case SQLITE_INTERRUPT: return .tooLong
    case SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_CONSTRAINT:
      // A virtual table's own statement may be what was refused.
      if let refusal = rules.refusal { return refusal }
      let place = sqlite3_error_offset(handle)
      return .wrong(error.message, at: place < 0 ? nil : Int(place))
    default: return .failed(error)
    }
  }
}

extension Connection {
  /// Bounds the bytes of every text, blob and row, so that no expression can fill the memory.
  public func limitValues(to bytes: Int32) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, bytes)
  }
}
