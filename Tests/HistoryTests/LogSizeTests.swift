import Dispatch
import FoundationEssentials
import Glibc
import SQLite
import Synchronization
import Testing

@testable import History

/// The write-ahead log while readers read.
struct LogSizeTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private var size: Int64 { Files.size(fixture.path + "-wal") ?? 0 }

  /// Writes some mebibytes; returns the largest size of the log that was seen.
  private func write(_ writer: HistoryWriter, transactions: Int, from start: Int) throws -> Int64 {
    var largest: Int64 = 0
    for round in 0..<transactions {
      let readings = (0..<50).map {
        StoreFixture.reading(1, at: Int64(1_700_000_000 + 900 * (start + round * 50 + $0)))
      }
      _ = try writer.store(readings, run: nil)
      largest = max(largest, size)
    }
    return largest
  }

  @Test("Readers without a pause do not make the log grow")
  func overlappingReaders() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered()])
    let readers = Readers(fixture.path, count: 3)
    defer { readers.stop() }
    let largest = try write(writer, transactions: 1200, from: 0)
    #expect(largest > 4 << 20)
    #expect(largest < 40 << 20)
    readers.stop()
    try writer.close()
    #expect(size == 0)
  }

  @Test("A log that grew while one reader stayed shrinks when it has gone")
  func longReader() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered()])
    let reader = try Connection(
      path: fixture.path, mode: .readOnly(parameters: ["readonly_shm=1"]))
    try reader.execute("BEGIN; SELECT count(*) FROM observation")
    let grown = try write(writer, transactions: 800, from: 0)
    #expect(grown > 16 << 20)
    #expect(try reader.prepare("SELECT count(*) FROM observation").first { $0.integer(0) } == 0)
    try reader.execute("COMMIT")
    _ = try write(writer, transactions: 4, from: 40_000)
    #expect(size < 1 << 20)
    try writer.close()
  }
}

/// Threads that hold one snapshot after the other, so that there is a reader at any time.
private final class Readers: Sendable {
  private let isDone = Atomic(false)
  private let group = DispatchGroup()

  init(_ path: String, count: Int) {
    for _ in 0..<count {
      DispatchQueue.global().async(group: group) { [self] in
        let reader = try? Connection(
          path: path, mode: .readOnly(parameters: ["readonly_shm=1"]))
        while !isDone.load(ordering: .relaxed) {
          try? reader?.execute("BEGIN; SELECT count(*) FROM city")
          usleep(UInt32.random(in: 10_000...30_000))
          try? reader?.execute("COMMIT")
        }
      }
    }
  }

  func stop() {
    isDone.store(true, ordering: .relaxed)
    group.wait()
  }
}
