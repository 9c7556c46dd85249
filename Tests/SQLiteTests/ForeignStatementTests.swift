import Testing

@testable import SQLite

struct ForeignStatementTests {
  private func database() throws -> Connection {
    let connection = try Connection(path: "", mode: .memory)
    try connection.execute(
      """
      CREATE TABLE t (a REAL, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, NULL);
      CREATE VIEW v AS SELECT a FROM t
      """)
    return connection
  }

  private func error(
    _ sql: String, _ connection: Connection, _ rules: ForeignRules = ForeignRules()
  ) -> ForeignError? {
    do throws(ForeignError) {
      let statement = try connection.prepare(foreign: sql, rules)
      while try statement.step() {}
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("INSERT INTO t VALUES (3, 'y')", "INSERT"), ("UPDATE t SET a = 5", "UPDATE"),
      ("DELETE FROM t", "DELETE"), ("CREATE TABLE u (x)", "INSERT"),
      ("CREATE TEMP TABLE u (x)", "INSERT"), ("ALTER TABLE t ADD c", "ALTER TABLE"),
      ("ATTACH ':memory:' AS o", "ATTACH"), ("DETACH main", "DETACH"), ("BEGIN", "BEGIN"),
      ("COMMIT", "COMMIT"), ("SAVEPOINT s", "SAVEPOINT"),
      ("PRAGMA journal_mode = OFF", "PRAGMA journal_mode"),
      ("PRAGMA user_version = 7", "PRAGMA user_version"),
      ("PRAGMA writable_schema = 1", "PRAGMA writable_schema"),
      ("SELECT load_extension('x')", "load_extension"),
      ("SELECT * FROM pragma_journal_mode", "PRAGMA journal_mode"),
    ])
  func `a statement that would do more than read is refused by name`(
    sql: String, name: String
  ) throws {
    let connection = try database()
    let found = error(sql, connection)
    guard case .forbidden(let what)? = found else {
      Issue.record("\(sql): \(String(describing: found))")
      return
    }
    #expect(what == name)
    #expect(try connection.prepare("SELECT count(*), sum(a) FROM t").first { $0.integer(1) } == 3)
  }

  @Test(arguments: [
    "VACUUM", "DROP TABLE t", "DROP VIEW v", "ANALYZE", "VACUUM INTO '/nowhere/x'",
    "PRAGMA main.cache_size = 5",
    "UPDATE sqlite_master SET sql = ''", "WITH x AS (SELECT 1) DELETE FROM t",
  ])
  func `what has no name of its own is refused all the same`(sql: String) throws {
    let connection = try database()
    #expect(error(sql, connection) != nil)
    #expect(try connection.prepare("SELECT count(*) FROM t").first { $0.integer(0) } == 2)
  }

  @Test(arguments: [
    "SELECT * FROM t", "SELECT * FROM v", "VALUES (1), (2)", "EXPLAIN SELECT 1",
    "EXPLAIN QUERY PLAN SELECT * FROM v", "PRAGMA table_info(t)", "PRAGMA user_version",
    "SELECT name FROM pragma_table_info('v')", "SELECT value FROM json_each('[1]')",
    "SELECT sql FROM sqlite_schema", "SELECT row_number() OVER (ORDER BY a) FROM t",
    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 9) SELECT x FROM c",
    "SELECT 1; -- and no more\n ; /* none */", "-- first\nSELECT 1",
  ])
  func `what reads is run`(sql: String) throws {
    #expect(error(sql, try database()) == nil)
  }

  @Test func `nothing and several are no statement`() throws {
    let connection = try database()
    for sql in ["", "  \n", "-- nothing", "/* */"] { #expect(error(sql, connection) == .empty) }
    for sql in ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE t", "SELECT 1; -- x\n VALUES (2)"] {
      #expect(error(sql, connection) == .several)
    }
  }

  @Test func `an error has SQLite's words and the place, by byte`() throws {
    let connection = try database()
    #expect(error("SELECT c FROM t", connection) == .wrong("no such column: c", at: 7))
    #expect(error("SELECT 'é', c FROM t", connection) == .wrong("no such column: c", at: 13))
    #expect(error("SELECT \"c\" FROM t", connection) == .wrong("no such column: c", at: 7))
    #expect(error("SELECT 1 FROM", connection) == .wrong("incomplete input", at: nil))
  }

  @Test func `named tables are all that is read, by so many selects`() throws {
    let connection = try database()
    let rules = ForeignRules(tables: ["t"], selects: 1)
    #expect(error("SELECT a FROM t", connection, rules) == nil)
    for sql in [
      "SELECT 1 FROM sqlite_schema", "SELECT (SELECT 1)", "SELECT a FROM t UNION SELECT 2",
      "SELECT value FROM json_each('[1]')", "PRAGMA table_info(t)", "SELECT a FROM v",
    ] {
      guard case .forbidden? = error(sql, connection, rules) else {
        Issue.record("\(sql) was run")
        continue
      }
    }
  }

  @Test func `endless work ends, by steps and by time`() throws {
    let connection = try database()
    let endless =
      "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT max(x) FROM c"
    #expect(error(endless, connection, ForeignRules(steps: 10_000)) == .tooLong)
    #expect(error(endless, connection, ForeignRules(limitMs: 20)) == .tooLong)
  }

  @Test func `afterwards the connection is its owner's again`() throws {
    let connection = try database()
    _ = error("SELECT 1", connection)
    _ = error("SELECT nonsense", connection)
    try connection.execute("INSERT INTO t VALUES (3, 'z')")
    #expect(connection.changes == 1)
  }

  @Test func `a statement ends where nobody wants it to go on, and the next one runs`() throws {
    let connection = try database()
    let endless =
      "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT max(x) FROM c"
    var asked = 0
    #expect(throws: SQLiteError.self) {
      try connection.asking {
        asked += 1
        return asked < 3
      } _: {
        try connection.execute(endless)
      }
    }
    #expect(asked == 3)
    try connection.execute("INSERT INTO t VALUES (3, 'z')")
  }
}
