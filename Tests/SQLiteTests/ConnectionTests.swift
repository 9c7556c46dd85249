import SQLite
import Testing

struct ConnectionTests {
  @Test("Text with an embedded NUL comes back whole")
  func embeddedNul() throws {
    let memory = try Connection(path: "", mode: .memory)
    let statement = try memory.prepare("SELECT ?1, length(CAST(?1 AS BLOB))")
    statement.bind(1, "a\0b")
    let back = try statement.first { ($0.text(0), $0.integer(1)) }
    #expect(back?.0 == "a\0b")
    #expect(back?.1 == 3)
  }

  @Test("Values of each type come back as they went in", arguments: [nil, -0.0, 1.5, 1e300])
  func values(number: Double?) throws {
    let memory = try Connection(path: "", mode: .memory)
    let statement = try memory.prepare("SELECT ?1, ?2, ?3, ?4")
    statement.bind(1, number)
    statement.bind(2, Int64.min)
    statement.bind(3, blob: [0, 255])
    statement.bind(4, nil as String?)
    try statement.each { row in
      #expect(row.double(0) == number)
      #expect(row.int64(1) == .min)
      #expect(row.blob(2) == [0, 255])
      #expect(row.text(3) == nil)
      #expect(row.count == 4)
    }
  }

  @Test("An empty text and empty bytes are not null")
  func empty() throws {
    let memory = try Connection(path: "", mode: .memory)
    let statement = try memory.prepare("SELECT ?1, ?2")
    statement.bind(1, "")
    statement.bind(2, blob: [])
    let back = try statement.first { ($0.text(0), $0.blob(1)) }
    #expect(back?.0 == "")
    #expect(back?.1 == [])
  }

  @Test("A thrown error rolls the transaction back")
  func rollback() throws {
    struct Stop: Error {}
    let memory = try Connection(path: "", mode: .memory)
    try memory.execute("CREATE TABLE t (x INTEGER NOT NULL) STRICT; INSERT INTO t VALUES (1);")
    #expect(throws: Stop.self) {
      try memory.transaction {
        try memory.execute("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    #expect(!memory.isInTransaction)
    #expect(try memory.prepare("SELECT count(*) FROM t").first { $0.integer(0) } == 1)
  }

  @Test("An error carries the extended code and the statement, and no bound value")
  func errors() throws {
    let memory = try Connection(path: "", mode: .memory)
    try memory.execute("CREATE TABLE t (x TEXT NOT NULL UNIQUE) STRICT")
    let error = #expect(throws: SQLiteError.self) {
      let statement = try memory.prepare("INSERT INTO t VALUES (?1)")
      statement.bind(1, "secret")
      try statement.run()
      try statement.run()
    }
    #expect(error?.code == 2067)
    #expect(error?.kind == .constraint)
    #expect(error?.sql == "INSERT INTO t VALUES (?1)")
    #expect(error?.description.contains("secret") == false)
  }

  @Test("A statement in use is not handed out twice, and its values are gone after use")
  func borrowing() throws {
    let memory = try Connection(path: "", mode: .memory)
    let sql = "SELECT value, ?1 FROM json_each('[1,2,3]')"
    var seen: [Int] = []
    let outer = try memory.prepare(sql)
    outer.bind(1, Int64(7))
    try outer.each { row in
      let inner = try memory.prepare(sql)
      #expect(try inner.first { $0.isNull(1) } == true)
      seen.append(row.integer(0))
    }
    #expect(seen == [1, 2, 3])
  }

  @Test("A script with comments and blanks at its end runs to the end")
  func script() throws {
    let memory = try Connection(path: "", mode: .memory)
    try memory.execute("CREATE TABLE a (x); -- one\n\n CREATE TABLE b (x);\n-- end\n  ")
    #expect(try memory.prepare("SELECT count(*) FROM sqlite_schema").first { $0.integer(0) } == 2)
    #expect(throws: SQLiteError.self) { try memory.execute("SELECT 1; nonsense") }
  }

  @Test("A missing file is not created")
  func missing() {
    let path = "/nonexistent-folder/a?b#c%.db"
    let error = #expect(throws: SQLiteError.self) {
      let connection = try Connection(path: path, mode: .readOnly(parameters: ["immutable=1"]))
      try connection.execute("SELECT * FROM sqlite_schema")
    }
    #expect(error?.kind == .cannotOpen)
  }
}
