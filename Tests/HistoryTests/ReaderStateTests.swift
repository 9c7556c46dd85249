import FoundationEssentials
import Glibc
import Testing
import Weather

@testable import History

/// Reading in every state of the writer, by its owner and by a user without write permission.
@Suite(.serialized)
struct ReaderStateTests {
  let fixture: StoreFixture
  let newest = 21.5

  enum Writer: String, CaseIterable {
    /// Has the file open; the newest row is in the log only.
    case open
    /// Ended cleanly.
    case stopped
    /// Killed after a commit.
    case killed
    /// Killed, and the shared memory is gone.
    case killedWithoutSharedMemory
    /// Ended cleanly, and somebody's shell has removed the side files.
    case withoutSideFiles
  }

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("The newest committed row is read and no file changes", arguments: Writer.allCases)
  func owner(state: Writer) async throws {
    let writer = try await bring(to: state)
    let before = fixture.state
    await #expect(processExitsWith: .success) {
      [path = fixture.path as String, newest = newest as Double] in
      let rows = try? ReaderStateTests.temperatures(path)
      exit(rows?.last == newest ? 0 : 3)
    }
    #expect(fixture.state == before)
    try writer?.close()
  }

  @Test(
    "A user without write permission reads the same", .enabled(if: getuid() == 0, "needs root"),
    arguments: Writer.allCases)
  func stranger(state: Writer) async throws {
    let writer = try await bring(to: state)
    chmod(fixture.folder, 0o755)
    for suffix in ["", "-wal", "-shm"] { chmod(fixture.path + suffix, 0o644) }
    let before = fixture.state
    await #expect(processExitsWith: .success) {
      [path = fixture.path as String, newest = newest as Double] in
      guard setgid(65534) == 0, setuid(65534) == 0 else { exit(2) }
      let rows = try? ReaderStateTests.temperatures(path)
      exit(rows?.last == newest ? 0 : 3)
    }
    #expect(fixture.state == before)
    try writer?.close()
  }

  @Test(
    "A file that may not be read is a matter of permission",
    .enabled(if: getuid() == 0, "needs root"))
  func forbidden() async throws {
    try fixture.filled { _ in }
    chmod(fixture.folder, 0o755)
    await #expect(processExitsWith: .success) { [path = fixture.path as String] in
      guard setgid(65534) == 0, setuid(65534) == 0 else { exit(2) }
      do {
        _ = try ReaderStateTests.temperatures(path)
        exit(3)
      } catch let error as HistoryError {
        exit(error.code == .permission ? 0 : 4)
      } catch { exit(5) }
    }
  }

  @Test("After a kill the writer goes on with every row that it reported as stored")
  func reopening() async throws {
    _ = try await bring(to: .killed)
    let (writer, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    #expect(report == OpeningReport())
    try writer.close()
    #expect(try fixture.readings().map(\.conditions.temperatureC) == [20, newest])
    #expect(Files.size(fixture.path + "-wal") == 0)
  }

  @Test("A log of its header alone, left by a sudden end, is read as empty")
  func headerOnly() throws {
    try fixture.filled { _ = try $0.store([StoreFixture.reading(newest, at: 100)], run: nil) }
    let writer = try fixture.open()
    _ = try writer.store([StoreFixture.reading(newest, at: 200)], run: nil)
    let header = Files.beginning(of: fixture.path + "-wal", count: 32)
    try writer.close()
    try fixture.write(header, suffix: "-wal")
    let before = fixture.state
    #expect(try fixture.readings().count == 2)
    #expect(fixture.state == before)
  }

  @Test("A state in which the file changes under an unprotected reading is read again")
  func changing() throws {
    _ = try fixture.filled { _ = try $0.store([StoreFixture.reading(20, at: 100)], run: nil) }
    unlink(fixture.path + "-wal")
    unlink(fixture.path + "-shm")
    var attempts = 0
    let seen = try HistoryReader.read(path: fixture.path) { reader in
      attempts += 1
      if attempts == 1 {
        let writer = try fixture.open()
        _ = try writer.store([StoreFixture.reading(newest, at: 200)], run: nil)
        try writer.close()
      }
      return try ReaderStateTests.temperatures(reader)
    }
    #expect(attempts == 2)
    #expect(seen.last == newest)
    unlink(fixture.path + "-wal")
    unlink(fixture.path + "-shm")
    let error = #expect(throws: HistoryError.self) {
      try HistoryReader.read(path: fixture.path) { _ in
        let writer = try fixture.open()
        _ = try writer.register([StoreFixture.registered(position: Int.random(in: 1...1000))])
        try writer.close()
        unlink(fixture.path + "-wal")
        unlink(fixture.path + "-shm")
      }
    }
    #expect(error?.code == .changedWhileReading)
  }

  static func temperatures(_ path: String) throws -> [Double?] {
    try HistoryReader.read(path: path) { try temperatures($0) }
  }

  static func temperatures(_ reader: HistoryReader) throws -> [Double?] {
    var all: [Double?] = []
    for city in try reader.cities(includeInactive: true) {
      try reader.observations(of: city, provider: nil, from: nil, to: nil) {
        all.append($0.conditions.temperatureC)
      }
    }
    return all
  }

  /// Brings the database into a state; returns the writer where it is to stay open.
  private func bring(to state: Writer) async throws -> HistoryWriter? {
    try fixture.filled { _ = try $0.store([StoreFixture.reading(20, at: 100)], run: nil) }
    let second = StoreFixture.reading(newest, at: 200)
    switch state {
    case .open:
      let writer = try fixture.open()
      _ = try writer.store([second], run: nil)
      return writer
    case .stopped:
      try fixture.filled { _ = try $0.store([second], run: nil) }
    case .killed, .killedWithoutSharedMemory:
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = fixture.path as String, newest = newest as Double] in
        let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
        _ = try writer.store([StoreFixture.reading(newest, at: 200)], run: nil)
        kill(getpid(), SIGKILL)
      }
      #expect(Files.size(fixture.path + "-wal") ?? 0 > 0)
      if state == .killedWithoutSharedMemory { unlink(fixture.path + "-shm") }
    case .withoutSideFiles:
      try fixture.filled { _ = try $0.store([second], run: nil) }
      unlink(fixture.path + "-wal")
      unlink(fixture.path + "-shm")
    }
    return nil
  }
}
