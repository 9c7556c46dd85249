import AlmanacTestKit
import FoundationEssentials
import Testing

@testable import Zones

/// Every zone over every change of its clocks from 1970 to 2037, against the zone files themselves.
struct ClockChangeTests {
  static let years = 0..<2_145_916_800

  /// A zone by both ways.
  private struct Pair {
    let zone: Zone
    let file: ZoneFile
    var changes: [ZoneFile.Change] { file.changes.filter { years.contains($0.at) } }
  }

  private func pairs() throws -> [Pair] {
    try Zone.names.map { name in
      Pair(zone: try #require(Zone(name)), file: try ZoneFile(name: name))
    }
  }

  @Test("Offsets are those of the files on both sides of each change, and say when it is")
  func offsets() throws {
    var wrong: [String] = []
    var count = 0
    for pair in try pairs() {
      for change in pair.changes {
        let before = pair.zone.offset(at: unix(change.at - 1))
        let after = pair.zone.offset(at: unix(change.at))
        var isRight = before.seconds == change.before && after.seconds == change.after
        if change.before != change.after {
          isRight = isRight && before.until == unix(change.at) && after.from == unix(change.at)
        }
        if !isRight { wrong.append("\(pair.zone.name) \(change.at): \(before) \(after)") }
        count += 1
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(count), among them \(wrong.prefix(3))")
    #expect(count > 20_000)
  }

  @Test("Between two changes the offset is the files' too")
  func between() throws {
    var wrong: [String] = []
    for pair in try pairs() {
      // A prime number of seconds: all times of the day and of the year come up.
      for instant in stride(from: Self.years.lowerBound, to: Self.years.upperBound, by: 39_916_801)
      {
        let found = pair.zone.offset(at: unix(instant)).seconds
        if found != pair.file.offset(at: instant) {
          wrong.append("\(pair.zone.name) \(instant): \(found)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count), among them \(wrong.prefix(3))")
  }

  @Test("A day begins at the first instant of its date, also where midnight is skipped or repeated")
  func days() throws {
    var wrong: [String] = []
    for pair in try pairs() {
      for change in pair.changes {
        let date = floorDay(change.at + change.before)
        for day in (date - 1)...(date + 2) {
          let found = pair.zone.instant(ofLocalDay: day, secondOfDay: 0).instant
          let wanted = pair.file.start(ofDay: day)
          if found != unix(wanted) {
            wrong.append("\(pair.zone.name) day \(day): \(found) instead of \(wanted)")
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count), among them \(wrong.prefix(3))")
  }

  private func floorDay(_ local: Int) -> Int {
    local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
  }
}
