import AlmanacTestKit
import CommandLine
import FoundationEssentials
import History
import Testing
import Weather

@testable import almanac

struct GapsQueryTests {
  /// Readings of Lisbon around an open gap, and one that was filled.
  static func store() throws -> SampleStore {
    let now = SampleStore.now
    let store = try SampleStore(
      [Sample.lisbon, Sample.oslo],
      offsets: ["lisbon": [OffsetChange(from: now - 8_640_000, utcOffsetSeconds: 3600)]],
      [
        Sample.outcome(Sample.lisbon, at: now - 6 * 3600, offset: 3600),
        Sample.outcome(Sample.lisbon, at: now - 2 * 3600, offset: 3600),
      ])
    let (writer, _) = try HistoryWriter.open(path: store.path, now: now)
    func record(_ from: Double, _ to: Double, _ reason: GapReason) throws {
      _ = try writer.recordGap(
        slug: "lisbon", provider: "open-meteo", from: now + from * 3600, to: now + to * 3600,
        reason: reason)
    }
    try record(-20, -18, .stopped)
    if let filled = try writer.openGaps().first { try writer.closeGap(filled.id, at: now - 60) }
    try record(-5, -3, .offline)
    try record(-1, 0, .quota)
    try writer.close()
    return store
  }

  @Test func `open gaps are listed, with --all also those that were filled`() throws {
    let store = try Self.store()
    let open = try store.ask("gaps", "--json").rows()
    #expect(open.map { $0["reason"] } == [.text("offline"), .text("quota")])
    #expect(
      open[0] == [
        "city": .text("lisbon"), "provider": .text("open-meteo"),
        "from_at": .text("2026-11-30T08:00:00+01:00"),
        "to_at": .text("2026-11-30T10:00:00+01:00"), "reason": .text("offline"),
        "filled_at": .null,
      ])
    let all = try store.ask("gaps", "--json", "--all").rows()
    #expect(all.count == 3)
    #expect(all[0]["filled_at"] == .text("2026-11-30T12:59:00+01:00"))
    #expect(
      store.ask("gaps", "--csv").text.split(separator: "\n").first
        == "city,provider,from_at,to_at,reason,filled_at")
  }

  @Test func `people read how long it was and why`() throws {
    let text = try Self.store().ask("gaps", "lisbon", "--all").text
    #expect(text.contains("Lisbon  2026-11-29 17:00  2026-11-29 19:00     2 h  stopped"))
    #expect(text.contains("2026-11-30 12:59"))
  }

  @Test func `without a gap the exit status is 1`() throws {
    let answer = try Self.store().ask("gaps", "oslo", "--json")
    #expect(answer.status == .nothing)
    #expect(answer.text == "[]\n")
    #expect(answer.errors.contains("There are no open gaps."))
    #expect(try Self.store().ask("gaps", "--provider", "met-norway").status == .nothing)
  }

  @Test func `the table of a history shows where readings are missing`() throws {
    let store = try Self.store()
    let lines = store.ask("history", "lisbon").text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("2026-11-30 07:00"))
    #expect(lines[2] == "no readings from 2026-11-30 08:00 to 2026-11-30 10:00 (offline)")
    #expect(lines[3].hasPrefix("2026-11-30 11:00"))
    #expect(lines[4] == "no readings from 2026-11-30 12:00 to 2026-11-30 13:00 (quota)")
    #expect(try store.ask("history", "lisbon", "--json").rows().count == 2)
    #expect(!store.ask("history", "lisbon", "--until", "2026-11-30T07:30").text.contains("no rea"))
    #expect(store.ask("history", "lisbon", "-f", "markdown").text.contains("no readings from"))
  }

  @Test func `the table of hours shows where hours are missing, that of days what a day lacks`()
    throws
  {
    let store = try Self.store()
    let hours = store.ask("history", "lisbon", "--every", "hour").text.split(separator: "\n")
    #expect(hours.count == 5)
    #expect(hours[2] == "no readings from 2026-11-30 08:00 to 2026-11-30 10:00 (offline)")
    #expect(hours[4] == "no readings from 2026-11-30 12:00 to 2026-11-30 13:00 (quota)")
    let days = store.ask("history", "lisbon", "--every", "day").text
    #expect(days.contains("no readings from 2026-11-30 08:00"))
    #expect(try store.ask("history", "lisbon", "--every", "hour", "--json").rows().count == 2)
  }

  @Test func `status counts the open gaps and their hours`() throws {
    let text = try Self.store().ask("status").text
    #expect(
      text.contains(
        "2 gaps are open, 3 hours in all: offline 2 h, quota 1 h. almanac gaps lists them."))
  }
}
