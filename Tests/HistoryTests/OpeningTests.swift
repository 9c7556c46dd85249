import AlmanacTestKit
import FoundationEssentials
import Glibc
import SQLite
import Testing
import Weather

@testable import History

struct OpeningTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("A new database has its settings, its modes, and an empty log after a clean end")
  func creation() throws {
    let folder = fixture.folder + "/deep/state"
    let path = folder + "/almanac.db"
    let (writer, report) = try HistoryWriter.open(path: path, now: StoreFixture.now)
    #expect(report.created)
    #expect(report.migrated == Migration.all.map(\.name))
    try writer.close()
    #expect(Files.size(path + "-wal") == 0)
    #expect(Files.stamp(path + "-shm") != nil)
    #expect(mode(folder) & 0o027 == 0)
    #expect(mode(path) & 0o137 == 0)
    #expect(Files.beginning(of: path, count: 20).suffix(2) == [2, 2], "in WAL mode")
    let connection = try Connection(path: path, mode: .readOnly(parameters: ["immutable=1"]))
    let settings = ["application_id", "page_size", "auto_vacuum", "user_version"]
    let values = try settings.map { name in
      try connection.prepare("PRAGMA \(name)").first { $0.text(0) ?? "" } ?? ""
    }
    #expect(values == ["1097624942", "4096", "2", "\(Migration.all.count)"])
  }

  @Test("Opening again changes nothing")
  func again() throws {
    try fixture.filled { _ in }
    let before = fixture.bytes
    let (writer, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    try writer.close()
    #expect(report == OpeningReport())
    #expect(fixture.bytes == before)
  }

  @Test("No file is no database, and asking does not make one")
  func missing() throws {
    let error = #expect(throws: HistoryError.self) { try fixture.readings() }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains(fixture.path) == true)
    #expect(fixture.state.isEmpty)
  }

  @Test("A pipe in the place of the file is refused, and not waited for")
  func pipe() throws {
    let path = fixture.folder + "/pipe.db"
    #expect(mkfifo(path, 0o600) == 0)
    let before = Files.names(in: fixture.folder)
    for error in try refusals(of: path) {
      #expect(error?.code == .notFound)
      #expect(error?.message.contains("is a pipe, socket or device, not a database") == true)
    }
    #expect(Files.names(in: fixture.folder) == before)
  }

  @Test("A link to nothing says where it leads; a writer makes what it leads to where it can")
  func dangling() throws {
    let path = fixture.folder + "/link.db"
    #expect(symlink("away/almanac.db", path) == 0)
    for error in try refusals(of: path) {
      #expect(error?.code == .notFound)
      #expect(error?.reason == "is a link to nothing")
      #expect(error?.message.contains("is a link to away/almanac.db, which is not there") == true)
    }
    #expect(mkdir(fixture.folder + "/away", 0o700) == 0)
    try HistoryWriter.open(path: path, now: StoreFixture.now).writer.close()
    #expect(try HistoryReader.read(path: path) { try $0.cities(includeInactive: true) }.isEmpty)
  }

  /// What a reader and a writer say of a path.
  private func refusals(of path: String) throws -> [HistoryError?] {
    [
      #expect(throws: HistoryError.self) { try HistoryReader.read(path: path) { _ in } },
      #expect(throws: HistoryError.self) {
        try HistoryWriter.open(path: path, now: StoreFixture.now).writer.close()
      },
    ]
  }

  @Test("A folder in the place of the file is no database, and is not damaged")
  func folder() throws {
    let reading = #expect(throws: HistoryError.self) {
      try HistoryReader.read(path: fixture.folder) { _ in }
    }
    #expect(reading?.code == .notFound)
    let writing = #expect(throws: HistoryError.self) {
      try HistoryWriter.open(path: fixture.folder, now: StoreFixture.now)
    }
    #expect(writing?.code == .notFound)
    let locking = #expect(throws: HistoryError.self) {
      try RunLock.acquire(database: fixture.folder, command: "sync")
    }
    #expect(locking?.message.contains("is a directory, not a database") == true)
    #expect(!FileManager.default.fileExists(atPath: fixture.folder + ".run.lock"))
  }

  @Test("An empty file means no rows yet, for the reader, which leaves it, and for the writer")
  func emptyFile() throws {
    try fixture.write([])
    #expect(try fixture.readings().isEmpty)
    #expect(fixture.state.count == 1)
    let (writer, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    #expect(report.created)
    #expect(report.setAside == nil)
    try writer.close()
    #expect(try fixture.readings().isEmpty)
  }

  @Test("A database of ours without a migration means no rows yet")
  func withoutMigration() throws {
    try fixture.write([])
    let connection = try Connection(path: fixture.path, mode: .readWrite)
    try connection.execute("PRAGMA application_id = \(Migration.applicationID)")
    let before = fixture.state
    #expect(try fixture.readings().isEmpty)
    #expect(fixture.state == before)
    let (writer, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    #expect(report.migrated.count == Migration.all.count)
    try writer.close()
  }

  @Test("A readable database of another program is refused and left as it is")
  func foreign() throws {
    try fixture.write([])
    do {
      let other = try Connection(path: fixture.path, mode: .readWrite)
      try other.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY); INSERT INTO photo VALUES (1)")
    }
    try expectRefusal(.foreign)
  }

  @Test(
    "A file that was never ours is refused, nothing is made beside it, and again it is so",
    arguments: ["notes to myself\n", String(repeating: "not a database at all ", count: 500)])
  func neverOurs(text: String) throws {
    try fixture.write(Array(text.utf8))
    let before = Files.names(in: fixture.folder)
    for _ in 1...2 {
      try expectRefusal(.foreign)
      let error = #expect(throws: HistoryError.self) {
        try RunLock.acquire(database: fixture.path, command: "sync")
      }
      #expect(error?.code == .foreign)
      #expect(
        error?.message
          == "\(fixture.path) is no database of Almanac; it is left as it is. Give another path"
          + " with ‘database’ or --db.")
      #expect(Files.names(in: fixture.folder) == before)
    }
  }

  @Test("Side files alone don't make a file ours: an encrypted database has them too")
  func encrypted() throws {
    try fixture.write((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 31) })
    try fixture.write([], suffix: "-wal")
    try expectRefusal(.foreign)
  }

  @Test("A database of ours that was copied without its lock opens")
  func copied() throws {
    try fixture.filled { _ in }
    let copy = fixture.folder + "/copy.db"
    try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
    let (writer, report) = try HistoryWriter.open(path: copy, now: StoreFixture.now)
    #expect(report == OpeningReport())
    try writer.close()
  }

  @Test("A database of a newer version is refused and left as it is")
  func newer() throws {
    try fixture.filled { _ in }
    do {
      let future = try Connection(path: fixture.path, mode: .readWrite)
      try future.keepSideFiles()
      try future.execute(
        "INSERT INTO migration VALUES ('9999_future.sql', 'x', 1); PRAGMA user_version = 2;"
          + "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try expectRefusal(.newerSchema)
  }

  @Test("A migration that is not the one that was shipped is refused")
  func changedMigration() throws {
    try fixture.filled { _ in }
    do {
      let other = try Connection(path: fixture.path, mode: .readWrite)
      try other.execute("UPDATE migration SET sha256 = 'other'; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let error = #expect(throws: HistoryError.self) { try fixture.open() }
    #expect(error?.code == .foreign)
    #expect(error?.message.contains("0001_initial.sql") == true)
  }

  @Test("A folder that can't be made is named")
  func noFolder() throws {
    let file = fixture.folder + "/file"
    try Files.makeFile(file)
    let error = #expect(throws: HistoryError.self) {
      try HistoryWriter.open(path: file + "/state/almanac.db", now: StoreFixture.now)
    }
    #expect(error?.code == .cannotCreate)
    #expect(error?.path == file + "/state")
  }

  @Test("A migration that fails in the middle leaves the database as it was")
  func failedMigration() throws {
    try fixture.filled { _ in }
    let connection = try Connection(path: fixture.path, mode: .readWrite)
    let broken = Migration(
      name: "9999_broken.sql", sql: Array("CREATE TABLE fresh (x); SELECT nonsense".utf8))
    #expect(throws: SQLiteError.self) {
      try connection.migrate(Migration.all + [broken], now: 1)
    }
    #expect(try SchemaState.read(connection).applied.map(\.name) == Migration.all.map(\.name))
    #expect(
      try connection.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'fresh'")
        .first { $0.integer(0) } == 0)
    #expect(
      try connection.prepare("PRAGMA user_version").first { $0.integer(0) }
        == Migration.all.count)
  }

  @Test("The digest is that of the standard's examples")
  func digest() {
    #expect(
      SHA256.hex("abc".utf8)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  private func expectRefusal(_ code: HistoryError.Code) throws {
    let before = fixture.state
    let reading = #expect(throws: HistoryError.self) { try fixture.readings() }
    #expect(reading?.code == code)
    #expect(fixture.state == before)
    let writing = #expect(throws: HistoryError.self) { try fixture.open(checking: true) }
    #expect(writing?.code == code)
    #expect(fixture.state == before)
  }

  private func mode(_ path: String) -> mode_t {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & 0o777 : 0o777
  }
}
