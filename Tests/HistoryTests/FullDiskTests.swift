import AlmanacTestKit
import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

@Suite(.serialized, .enabled(if: SmallDisk.isPossible, "needs root and the right to mount"))
struct FullDiskTests {
  let disk: SmallDisk

  init() throws {
    disk = try #require(SmallDisk(kibibytes: 4096))
  }

  @Test("A full disk is said so, nothing is lost, and it goes on once there is room")
  func full() throws {
    let path = disk.folder + "/almanac.db"
    let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
    _ = try writer.register([StoreFixture.registered()])
    _ = try writer.store([StoreFixture.reading(20, at: 100)], run: nil)
    try disk.fill()
    let many = (0..<500).map { StoreFixture.reading(1, at: 1000 + $0) }
    for _ in 0..<3 {
      let error = #expect(throws: HistoryError.self) { try writer.store(many, run: nil) }
      #expect(error?.code == .full)
    }
    #expect(try ReaderStateTests.temperatures(path) == [20])
    disk.empty()
    #expect(try writer.store(many, run: nil).count == 500)
    try writer.close()
    #expect(try ReaderStateTests.temperatures(path).count == 501)
    let connection = try Connection(path: path, mode: .readOnly(parameters: ["immutable=1"]))
    #expect(try connection.prepare("PRAGMA integrity_check").first { $0.text(0) } == "ok")
  }

  @Test("Old details go where the disk is all but full, and the file grows by nothing")
  func pruning() throws {
    let disk = try #require(SmallDisk(kibibytes: 16384))
    let path = disk.folder + "/almanac.db"
    var writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
    _ = try writer.register([StoreFixture.registered()])
    for day: Int64 in 0..<150 {
      let readings = (0..<96).map { quarter in
        StoreFixture.reading(Double(quarter) / 3, at: 86_400 * day + 900 * quarter) {
          $0.humidityPct = Double(quarter)
          $0.pressureHpa = 1000 + Double(quarter) / 7
          $0.windSpeedMs = Double(quarter) / 9
        }
      }
      _ = try writer.store(readings, run: nil)
    }
    try writer.close()
    let rule = RetentionRule(
      readingsBefore: Date(unixSeconds: 140 * 86_400), forecastsBefore: nil,
      runsBefore: Date(unixSeconds: 140 * 86_400))
    try disk.fill(leaving: 0)
    writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
    var pruning = Pruning(rule, isThorough: true)
    let error = #expect(throws: HistoryError.self) { while try pruning.step(writer) {} }
    #expect(error?.code == .full)
    #expect(error?.message.contains("about 1 MiB") == true)
    let size = try #require(Files.size(path))
    try disk.fill(leaving: 1 << 20)
    while try pruning.step(writer) {}
    try writer.close()
    #expect(pruning.report.readings > 137 * 96 && pruning.report.requests > 13_000)
    #expect(try #require(Files.size(path)) < size)
  }

  @Test("A damaged file stays where it is while there is no room for a new one")
  func damagedAndFull() throws {
    let path = disk.folder + "/almanac.db"
    let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
    try writer.close()
    try "text".write(toFile: path, atomically: false, encoding: .utf8)
    try disk.fill()
    let error = #expect(throws: HistoryError.self) {
      try HistoryWriter.open(path: path, now: StoreFixture.now)
    }
    #expect(error?.code == .full)
    #expect(Files.size(path) == 4)
    #expect(SetAside.list(path).isEmpty)
  }

  @Test("A database on a read-only mount is read and not written to")
  func readOnlyMount() async throws {
    let path = disk.folder + "/almanac.db"
    let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
    _ = try writer.register([StoreFixture.registered()])
    _ = try writer.store([StoreFixture.reading(20, at: 100)], run: nil)
    try writer.close()
    try #require(disk.remount(readOnly: true))
    #expect(try ReaderStateTests.temperatures(path) == [20])
    let error = #expect(throws: HistoryError.self) {
      try HistoryWriter.open(path: path, now: StoreFixture.now)
    }
    #expect(error?.code == .permission)
    try #require(disk.remount(readOnly: false))
  }
}
