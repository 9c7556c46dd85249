import FoundationEssentials
import Glibc
import SQLite
import Testing
import Weather

@testable import History

struct LockTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("A second run is refused at once with the pid and command of the first")
  func runLock() throws {
    var first: RunLock? = try RunLock.acquire(database: fixture.path, command: "run")
    let error = #expect(throws: HistoryError.self) {
      _ = try RunLock.acquire(database: fixture.path, command: "sync")
    }
    #expect(error?.code == .locked)
    #expect(error?.holder == LockHolder(pid: Int(getpid()), command: "run"))
    #expect(error?.message.contains("‘run’ (pid \(getpid()))") == true)
    #expect(RunLock.holder(database: fixture.path) == error?.holder)
    withExtendedLifetime(first) {}
    first = nil
    #expect(RunLock.holder(database: fixture.path) == nil)
    _ = try RunLock.acquire(database: fixture.path, command: "sync")
  }

  @Test("The lock of a killed process is free again")
  func killedHolder() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = fixture.path as String] in
      let lock = try RunLock.acquire(database: path, command: "run")
      kill(getpid(), SIGKILL)
      withExtendedLifetime(lock) {}
    }
    #expect(RunLock.holder(database: fixture.path) == nil)
    _ = try RunLock.acquire(database: fixture.path, command: "run")
  }

  @Test("A write waits for another process that writes for a while")
  func shortlyBusy() async throws {
    let stored = try await whileHeld(seconds: 2, waitMs: 5000) { writer in
      try writer.store([StoreFixture.reading(20, at: 100)], run: nil)
    }
    #expect(try stored.get().first?.added == 1)
    #expect(try fixture.readings().count == 1)
  }

  @Test("A write that waited too long says busy, loses nothing and succeeds later")
  func longBusy() async throws {
    let outcome = StoreFixture.reading(20, at: 100)
    let stored = try await whileHeld(seconds: 2, waitMs: 200) { writer in
      try writer.store([outcome], run: nil)
    }
    let error = #expect(throws: HistoryError.self) { try stored.get() }
    #expect(error?.code == .busy)
    let writer = try fixture.open()
    _ = try writer.store([outcome], run: nil)
    try writer.close()
    #expect(try fixture.readings().count == 1)
  }

  @Test("Two writers at once both store all their rows")
  func twoWriters() async throws {
    try fixture.filled { _ in }
    let path = fixture.path
    async let other: Void = Self.inChild(path)
    try await Task.detached {
      let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
      for place in 0..<500 {
        _ = try writer.store([StoreFixture.reading(1, at: Int64(place) * 60)], run: nil)
      }
      try writer.close()
    }.value
    await other
    #expect(try fixture.readings().count == 1000)
  }

  private static func inChild(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
      for place in 0..<500 {
        _ = try writer.store([StoreFixture.reading(2, at: Int64(place) * 60 + 1)], run: nil)
      }
      try writer.close()
    }
  }

  /// Runs a write while another process holds a write transaction for a while.
  private func whileHeld<T: Sendable>(
    seconds: Int, waitMs: Int32, _ body: sending @escaping (HistoryWriter) throws -> T
  ) async throws -> Result<T, any Error> {
    try fixture.filled { _ in }
    let path = fixture.path
    async let holder: Void = Self.hold(path, seconds)
    let result = await Task.detached { () -> Result<T, any Error> in
      while Files.stamp(path + ".held") == nil { usleep(1000) }
      return Result {
        let writer = try HistoryWriter.open(
          path: path, now: StoreFixture.now, checking: false, waitMs: waitMs
        ).writer
        return try body(writer)
      }
    }.value
    await holder
    return result
  }

  private static func hold(_ path: String, _ seconds: Int) async {
    await #expect(processExitsWith: .success) {
      [path = path as String, seconds = seconds as Int] in
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.keepSideFiles()
      try connection.transaction {
        try Files.makeFile(path + ".held")
        sleep(UInt32(seconds))
      }
    }
  }

  @Test func `a writer knows whether another one is at work`() throws {
    let (first, _) = try HistoryWriter.open(path: fixture.path, now: Date())
    #expect(first.isAlone)
    let (second, _) = try HistoryWriter.open(path: fixture.path, now: Date())
    #expect(!first.isAlone && !second.isAlone)
    try first.close()
    try HistoryReader.read(path: fixture.path) { _ in
      #expect(second.isAlone, "readers wait for nobody")
    }
  }
}
