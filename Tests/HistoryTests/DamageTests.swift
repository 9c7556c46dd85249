import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

struct DamageTests {
  let fixture: StoreFixture

  /// A sound database of 2,000 readings, made once.
  private static let sound: Result<[UInt8], any Error> = Result {
    let fixture = try StoreFixture()
    try fixture.filled { writer in
      let readings = (0..<2000).map { place in
        StoreFixture.reading(Double(place), at: 1_780_000_000 + place * 900)
      }
      _ = try writer.store(readings, run: nil)
    }
    return fixture.bytes
  }

  init() throws {
    fixture = try StoreFixture()
    try fixture.write(Self.sound.get())
    // Our lock beside it is what tells a database of ours that became text from any text.
    try fixture.write([], suffix: ".lock")
  }

  enum Damage: String, CaseIterable {
    case zeroedPage, half, text, zeroedMiddle
  }

  @Test("Damage is reported by the reader, which touches nothing", arguments: Damage.allCases)
  func reader(damage: Damage) throws {
    try inflict(damage)
    let before = fixture.state
    let error = #expect(throws: HistoryError.self) { try fixture.readings() }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(fixture.path) == true)
    #expect(fixture.state == before)
  }

  @Test(
    "A damaged file is set aside whole and what can be read is brought over",
    arguments: [(Damage.zeroedPage, 2000), (.half, 200), (.text, 0), (.zeroedMiddle, 1500)])
  func writer(damage: Damage, least: Int) throws {
    try inflict(damage)
    let old = fixture.bytes
    let (writer, report) = try HistoryWriter.open(
      path: fixture.path, now: StoreFixture.now, checking: true)
    let aside = try #require(report.setAside)
    #expect(aside == fixture.path + ".corrupt-20260528T202640Z")
    #expect(Files.beginning(of: aside, count: old.count + 1) == old)
    #expect(report.created)
    let reason = try #require(report.damage)
    #expect(!reason.isEmpty && !reason.contains(fixture.path) && !reason.contains("damaged"))
    let registered = try writer.register([StoreFixture.registered()])
    #expect(registered.count == 1)
    _ = try writer.store([StoreFixture.reading(7, at: 1_790_000_000)], run: nil)
    try writer.close()
    let rows = try fixture.readings()
    #expect(rows.last?.conditions.temperatureC == 7)
    #expect(rows.count > least)
    #expect(report.rowsRecovered >= least)
    let status = try HistoryReader.read(path: fixture.path) { try $0.status(now: StoreFixture.now) }
    #expect(status.setAside == [aside])
  }

  @Test("A page that the first statement needs is noticed without looking through the file")
  func noticedAtOnce() throws {
    try inflict(.zeroedPage)
    let report = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now).report
    #expect(report.setAside != nil)
  }

  @Test("Damage found while writing says so, and a new one takes its place")
  func whileWriting() throws {
    try inflict(.zeroedMiddle)
    let writer = try fixture.open()
    let everything = (0..<2000).map {
      StoreFixture.reading(-1, at: 1_780_000_000 + $0 * 900, fetchedAt: 1_799_999_999)
    }
    let error = #expect(throws: HistoryError.self) {
      _ = try writer.store(everything, run: nil)
    }
    let damage = try #require(error)
    #expect(damage.code == .damaged)
    writer.abandon()
    let report = try HistoryWriter.replace(
      path: fixture.path, now: StoreFixture.now, damage: damage
    ).report
    #expect(report.setAside != nil)
    #expect(report.rowsRecovered > 1500)
  }

  @Test("Three set-aside files are kept")
  func three() throws {
    for day in 0..<5 {
      try fixture.write(Array("not a database, day \(day)".utf8))
      let now = Date(unixSeconds: 1_780_000_000 + Int64(day) * 86_400)
      let (writer, _) = try HistoryWriter.open(path: fixture.path, now: now)
      try writer.close()
    }
    let kept = SetAside.list(fixture.path).map { String($0.suffix(16)) }
    #expect(kept == ["20260530T202640Z", "20260531T202640Z", "20260601T202640Z"])
  }

  @Test("A damaged file is not set aside while another writer has it")
  func inUse() throws {
    let other = try fixture.open()
    try inflict(.text)
    let error = #expect(throws: HistoryError.self) { try fixture.open() }
    #expect(error?.code == .locked)
    #expect(SetAside.list(fixture.path).isEmpty)
    try? other.close()
  }

  private func inflict(_ damage: Damage) throws {
    var bytes = fixture.bytes
    switch damage {
    case .zeroedPage: bytes.replaceSubrange(8192..<12_288, with: repeatElement(0, count: 4096))
    case .half: bytes.removeLast(bytes.count / 2)
    case .text: bytes = Array("This is not a database.\n".utf8)
    case .zeroedMiddle:
      // Readings and the log of requests take turns: one of three pages has readings.
      let middle = bytes.count / 4096 / 2 * 4096
      bytes.replaceSubrange(middle..<middle + 12_288, with: repeatElement(0, count: 12_288))
    }
    try fixture.write(bytes)
  }
}
