import FoundationEssentials
import Testing
import Weather
import Zones

@testable import Sync

@Suite struct OffsetTableTests {
  @Test func `the changes reach from the oldest row to two years ahead`() throws {
    let zone = try #require(Zone("Europe/Berlin"))
    // 2026-01-14 and 2026-06-04.
    let oldest = Date(unixSeconds: 1_768_348_800), now = Date(unixSeconds: 1_780_567_200)
    let changes = OffsetTable.changes(of: zone, from: oldest, now: now)
    #expect(changes.map(\.utcOffsetSeconds) == [3600, 7200, 3600, 7200, 3600, 7200])
    #expect(changes.first?.from == oldest)
    // 2026-10-25T01:00Z.
    #expect(changes[2].from == Date(unixSeconds: 1_792_890_000))
  }

  @Test func `a zone without changes has one entry`() throws {
    let zone = try #require(Zone("Asia/Kathmandu"))
    let now = Date(unixSeconds: 1_780_567_200)
    let changes = OffsetTable.changes(of: zone, from: now, now: now)
    #expect(changes.map(\.utcOffsetSeconds) == [20_700])
  }
}
