import CSQLite

/// What stands between a statement from outside and the database: SQLite asks it about everything
/// that the statement would do, and every few hundred steps whether to go on.
///
/// Used by the connection's own thread only.
final class ForeignGuard {
  /// Steps of SQLite's machine between two looks at the clock.
  private static let interval: Int32 = 500

  /// Functions that do more than tell: they load code, or show where it lies in memory.
  private static let refusedFunctions: Set = ["load_extension", "fts3_tokenizer"]

  private let rules: ForeignRules
  /// What was refused first; nil while nothing was.
  private(set) var refusal: ForeignError?
  /// The columns that are read, where the rules name the tables.
  private(set) var columns: Set<String> = []
  private var selects = 0
  private var steps = 0
  private var spentMs: Int64 = 0
  private var startedAt: Int64 = 0

  init(_ rules: ForeignRules) {
    self.rules = rules
  }

  /// Guards a connection; it must not outlive this object without `remove`.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, _ in
        guard let context else { return SQLITE_DENY }
        let own = Unmanaged<ForeignGuard>.fromOpaque(context).takeUnretainedValue()
        let names = [first, second].map { $0.map { String(cString: $0) } }
        return own.allows(action, names[0], names[1]) ? SQLITE_OK : SQLITE_DENY
      }, context)
    sqlite3_progress_handler(
      handle, Self.interval,
      { context in
        guard let context else { return 1 }
        return Unmanaged<ForeignGuard>.fromOpaque(context).takeUnretainedValue().goesOn ? 0 : 1
      }, context)
  }

  /// Asks about nothing more: what is compiled from now on is the owner's.
  func open(_ handle: OpaquePointer) { sqlite3_set_authorizer(handle, nil, nil) }

  /// Leaves a connection to its owner again.
  func remove(from handle: OpaquePointer) {
    open(handle)
    sqlite3_progress_handler(handle, 0, nil, nil)
  }

  /// SQLite begins to work.
  func start() { startedAt = LockPatience.now }

  /// SQLite has a row, or ends.
  func stop() { spentMs += LockPatience.now - startedAt }

  /// Forgets the work so far.
  func reset() {
    steps = 0
    spentMs = 0
  }

  private var goesOn: Bool {
    steps += Int(Self.interval)
    if let most = rules.steps, steps > most { return false }
    if let most = rules.limitMs, spentMs + LockPatience.now - startedAt > most { return false }
    return true
  }

  /// Whether a part of a statement may be compiled (https://www.sqlite.org/c3ref/c_alter_table.html).
  private func allows(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT:
      selects += 1
      return rules.selects.map { selects <= $0 } != false || refuse("a SELECT of its own")
    case SQLITE_RECURSIVE: return rules.selects == nil || refuse("WITH RECURSIVE")
    case SQLITE_READ:
      if rules.tables != nil, let second { columns.insert(second) }
      return rules.tables.map { $0.contains(first ?? "") } != false
        || refuse("reading \(first ?? "a table")")
    case SQLITE_FUNCTION:
      let name = second?.lowercased() ?? ""
      let isFormat = name == "printf" || name == "format"
      // In one step, which no limit ends, they write what a condition has no need of.
      if isFormat, rules.tables != nil { return refuse(.endless(name)) }
      return !Self.refusedFunctions.contains(name) || refuse(name)
    case SQLITE_PRAGMA:
      return rules.tables == nil && Self.tells(first ?? "", second)
        || refuse("PRAGMA \(first ?? "")")
    // Not for the sake of whoever writes UPDATE, which SQLite refuses itself and the second wall
    // too: it is asked for where a function that gives rows (json_each) declares its columns.
    case SQLITE_UPDATE where first == "sqlite_master" && rules.tables == nil: return true
    default: return refuse(Self.word(for: action, first))
    }
  }

  private func refuse(_ what: String) -> Bool { refuse(.forbidden(what)) }

  private func refuse(_ error: ForeignError) -> Bool {
    refusal = refusal ?? error
    return false
  }

  /// Whether a pragma does nothing but tell.
  private static func tells(_ pragma: String, _ value: String?) -> Bool {
    switch pragma.lowercased() {
    case "table_info", "table_xinfo", "table_list", "index_list", "index_info", "function_list":
      true
    case "user_version", "application_id", "page_count", "page_size": value == nil
    default: false
    }
  }

  private static func word(for action: Int32, _ name: String?) -> String {
    switch action {
    case SQLITE_INSERT: "INSERT"
    case SQLITE_UPDATE: "UPDATE"
    case SQLITE_DELETE: "DELETE"
    case SQLITE_ATTACH: "ATTACH"
    case SQLITE_DETACH: "DETACH"
    case SQLITE_TRANSACTION: name ?? "a transaction"
    case SQLITE_SAVEPOINT: "SAVEPOINT"
    case SQLITE_ALTER_TABLE: "ALTER TABLE"
    case SQLITE_REINDEX: "REINDEX"
    case SQLITE_ANALYZE: "ANALYZE"
    case SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW,
      SQLITE_DROP_VTABLE, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_TEMP_VIEW:
      "DROP"
    default: "CREATE"
    }
  }
}
