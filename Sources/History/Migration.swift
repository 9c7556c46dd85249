import SQLite

/// A step of the schema, embedded in the program; a shipped one never changes.
struct Migration: Sendable {
  /// The name of its file in `migrations/`.
  let name: String
  /// Its statements.
  let sql: [UInt8]

  /// All steps in order.
  static let all = [
    Migration(name: "0001_initial.sql", sql: PackageResources._001_initial_sql),
    Migration(name: "0002_quota_ledger.sql", sql: PackageResources._002_quota_ledger_sql),
    Migration(name: "0003_gap_filling.sql", sql: PackageResources._003_gap_filling_sql),
    Migration(name: "0004_backfill.sql", sql: PackageResources._004_backfill_sql),
    Migration(name: "0005_places.sql", sql: PackageResources._005_places_sql),
    Migration(name: "0006_observed_days.sql", sql: PackageResources._006_observed_days_sql),
    Migration(name: "0007_retention.sql", sql: PackageResources._007_retention_sql),
  ]

  /// `Almn`, at offset 68 of the file: says that a database is ours.
  static let applicationID: Int64 = 0x416c_6d6e
}

/// What a database says about its schema.
struct SchemaState: Equatable {
  /// The application id in its header.
  var applicationID: Int64
  /// Whether it has any table or view.
  var isEmpty: Bool
  /// The applied migrations in order.
  var applied: [Applied]

  struct Applied: Equatable {
    let name: String
    let sha256: String
  }

  /// Reads the schema of a file without changing anything, and refuses what is not ours or newer.
  static func inspect(_ path: String) throws(HistoryError) -> SchemaState {
    let state = try StoreFailure.mapped(path) {
      try ReadingLadder(path: path).attempt { try read($0) }
    }
    try state.check(path)
    return state
  }

  static func read(_ connection: Connection) throws -> SchemaState {
    let id = try connection.prepare("PRAGMA application_id").first { $0.int64(0) }
    let isOurs = id == Migration.applicationID
    let count = try connection.prepare(
      "SELECT count(*), count(*) FILTER (WHERE name = 'migration') FROM sqlite_schema"
    ).first { ($0.integer(0), $0.integer(1)) }
    guard isOurs, let count, count.1 > 0 else {
      return SchemaState(
        applicationID: (id ?? nil) ?? 0, isEmpty: (count?.0 ?? 0) == 0, applied: [])
    }
    let applied = try connection.prepare("SELECT name, sha256 FROM migration ORDER BY name").all {
      Applied(name: $0.text(0) ?? "", sha256: $0.text(1) ?? "")
    }
    return SchemaState(applicationID: Migration.applicationID, isEmpty: false, applied: applied)
  }

  /// Whether it is ours, or a file that nothing was written to yet.
  var isOurs: Bool {
    applicationID == Migration.applicationID || (applicationID == 0 && isEmpty)
  }

  /// Refuses what is not ours or newer than this program.
  func check(_ path: String) throws(HistoryError) {
    guard isOurs else { throw StoreFailure.foreign(path) }
    guard applied.count <= Migration.all.count,
      zip(applied, Migration.all).allSatisfy({ $0.name == $1.name })
    else {
      throw HistoryError(
        .newerSchema, path: path,
        message: "\(path) was written by a newer version (\(applied.last?.name ?? "?"); this one"
          + " knows \(Migration.all.last?.name ?? "none")); it is left as it is. Install that"
          + " version.")
    }
  }

  /// Refuses a database whose migrations are not those of this program.
  ///
  /// It costs a pass over the embedded files, so only writers do it.
  func checkSums(_ path: String) throws(HistoryError) {
    for (stored, known) in zip(applied, Migration.all)
    where stored.sha256 != SHA256.hex(known.sql) {
      throw HistoryError(
        .foreign, path: path,
        message: "\(path) was made with another \(stored.name) than this program's; it is left"
          + " as it is. Install the version that made it.")
    }
  }
}

extension Connection {
  /// Applies the migrations that are missing, each in one transaction with its record; all in one
  /// where there are no tables yet.
  func migrate(_ migrations: [Migration] = Migration.all, now: Int64) throws -> [String] {
    let hasTables = try prepare("SELECT 1 FROM sqlite_schema").first { _ in true } ?? false
    let numbered = Array(zip(1..., migrations))
    let steps = hasTables ? numbered.indices.map { numbered[$0...$0] } : [numbered[...]]
    return try steps.flatMap { step in
      try transaction {
        try step.filter { try apply($0.1, number: $0.0, now: now) }.map(\.1.name)
      }
    }
  }

  private func apply(_ migration: Migration, number: Int, now: Int64) throws -> Bool {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS migration (
        name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """)
    let known = try prepare("SELECT 1 FROM migration WHERE name = ?1")
    known.bind(1, migration.name)
    if try known.step() { return false }
    try execute(String(decoding: migration.sql, as: UTF8.self))
    let record = try prepare("INSERT INTO migration VALUES (?1, ?2, ?3)")
    record.bind(1, migration.name)
    record.bind(2, SHA256.hex(migration.sql))
    record.bind(3, now)
    try record.run()
    try execute("PRAGMA user_version = \(number)")
    return true
  }
}
