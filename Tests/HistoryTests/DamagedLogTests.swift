import AlmanacTestKit
import FoundationEssentials
import SQLite
import Testing

@testable import History

/// A write-ahead log of which nothing can be made, beside a sound database.
struct DamagedLogTests {
  let fixture: StoreFixture

  enum Damage: CaseIterable {
    case random, zeros, wrongSum
  }

  init() throws {
    fixture = try StoreFixture()
  }

  /// A database of one reading in the file, and a log with another that was spoilt after a kill.
  private func spoil(_ damage: Damage) throws {
    try fixture.filled { _ = try $0.store([StoreFixture.reading(20, at: 100)], run: nil) }
    let writer = try fixture.open()
    _ = try writer.store([StoreFixture.reading(21, at: 200)], run: nil)
    let size = Int(Files.size(fixture.path + "-wal") ?? 0)
    var log = Files.beginning(of: fixture.path + "-wal", count: size)
    let shared = Files.beginning(of: fixture.path + "-shm", count: 32768)
    writer.abandon()
    switch damage {
    case .random: log = log.indices.map { _ in UInt8.random(in: 0...255) }
    case .zeros: log = [UInt8](repeating: 0, count: log.count)
    case .wrongSum: log[20] ^= 1
    }
    try fixture.write(log, suffix: "-wal")
    try fixture.write(shared, suffix: "-shm")
  }

  @Test(
    "It is passed over by the reader at once, which changes nothing", arguments: Damage.allCases)
  func reader(damage: Damage) throws {
    try spoil(damage)
    let before = fixture.state
    let begun = ContinuousClock.now
    #expect(try ReaderStateTests.temperatures(fixture.path) == [20])
    #expect(ContinuousClock.now - begun < .seconds(2))
    #expect(fixture.state == before)
  }

  @Test("It is set aside by the writer, which keeps the database", arguments: Damage.allCases)
  func writer(damage: Damage) throws {
    try spoil(damage)
    let log = Files.beginning(of: fixture.path + "-wal", count: 1 << 20)
    let (writer, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    let aside = try #require(report.logSetAside)
    #expect(report.setAside == nil)
    #expect(Files.beginning(of: aside, count: 1 << 20) == log)
    #expect(SetAside.list(fixture.path) == [aside])
    _ = try writer.store([StoreFixture.reading(22, at: 300)], run: nil)
    try writer.close()
    #expect(try ReaderStateTests.temperatures(fixture.path) == [20, 22])
  }

  @Test("A sound log is read and stays")
  func sound() throws {
    try fixture.filled { _ in }
    let writer = try fixture.open()
    _ = try writer.store([StoreFixture.reading(21, at: 200)], run: nil)
    #expect(LogHeader.isSound(fixture.path + "-wal"))
    writer.abandon()
    let (again, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    #expect(report.logSetAside == nil)
    try again.close()
    #expect(try ReaderStateTests.temperatures(fixture.path) == [21])
  }

  @Test("A table that is missing is damage, said in plain words, and the rest is brought over")
  func missingTable() throws {
    try fixture.filled { _ = try $0.store([StoreFixture.reading(20, at: 100)], run: nil) }
    let connection = try Connection(path: fixture.path, mode: .readWrite)
    try connection.execute("DROP TABLE forecast_day")
    let error = #expect(throws: HistoryError.self) { try fixture.forecast(from: "2026-06-01") }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("it has no table: forecast_day") == true)
    #expect(error?.message.contains("SELECT") == false)
    let writer = try fixture.open()
    let refusal = #expect(throws: HistoryError.self) {
      try writer.store([StoreFixture.forecast([1], from: "2026-06-01", fetchedAt: 100)], run: nil)
    }
    #expect(refusal?.code == .damaged)
    writer.abandon()
    let (new, report) = try HistoryWriter.replace(
      path: fixture.path, now: StoreFixture.now, damage: try #require(refusal))
    #expect(report.setAside != nil)
    _ = try new.store([StoreFixture.forecast([1], from: "2026-06-01", fetchedAt: 100)], run: nil)
    try new.close()
    #expect(try ReaderStateTests.temperatures(fixture.path) == [20])
  }
}
