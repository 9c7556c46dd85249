import FoundationEssentials
import Glibc
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

/// A file system in memory, of a few mebibytes, unmounted when it is let go.
final class SmallDisk {
  let folder: String

  static let isPossible = SmallDisk(kibibytes: 64) != nil

  init?(kibibytes: Int) {
    var template = Array("/tmp/almanac-disk-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    folder = String(cString: made)
    let size = "size=\(kibibytes)k"
    guard mount("tmpfs", folder, "tmpfs", 0, size) == 0 else {
      rmdir(folder)
      return nil
    }
  }

  deinit {
    umount2(folder, Int32(MNT_DETACH))
    rmdir(folder)
  }

  func remount(readOnly: Bool) -> Bool {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    return mount("tmpfs", folder, "tmpfs", flags, nil) == 0
  }

  /// Writes until nothing fits any more.
  func fill() throws {
    let descriptor = Glibc.open(folder + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    let block = [UInt8](repeating: 7, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    close(descriptor)
  }

  /// Makes room again.
  func empty() {
    unlink(folder + "/ballast")
  }
}
