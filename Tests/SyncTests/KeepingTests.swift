import FoundationEssentials
import History
import Testing
import Weather

@testable import Sync

@Suite struct KeepingTests {
  private let lines = LogTests.Lines()
  private let start = Date(unixSeconds: 1_780_567_200)
  private let full = HistoryError(.full, path: "a.db", message: "Disk full: a.db.")

  private var log: Log { Log(style: .plain, now: { [start] in start }, write: lines.add) }

  @Test func `a refusal is said once, and so is its end, whatever comes between`() {
    var keeping = Keeping()
    for minute in 0..<60 {
      keeping.note(full, loss: .init(), at: start + Double(60 * minute), log)
    }
    #expect(keeping.failingSince == start)
    keeping.note(nil, loss: .init(), at: start + 3600, log)
    keeping.note(nil, loss: .init(), at: start + 3700, log)
    #expect(lines.text.ranges(of: "Disk full").count == 1)
    #expect(lines.text.ranges(of: "can be written again\n").count == 1)
    #expect(keeping.failingSince == nil)
    #expect(keeping.retryAt == nil)
  }

  @Test func `the pauses between two tries grow to a quarter of an hour and end`() {
    var keeping = Keeping(), now = start
    var pauses: [Double] = []
    for _ in 0..<20 {
      keeping.note(full, loss: .init(), at: now, log)
      let next = keeping.retryAt ?? now
      pauses.append(next.timeIntervalSince(now))
      now = next
    }
    #expect(pauses.allSatisfy { (1...900).contains($0) })
    #expect((pauses.max() ?? 0) > 400)
    #expect(pauses[0] <= 5)
    #expect(keeping.isWanted)
  }

  @Test func `it says once that results are given up, and in the end how many`() {
    var keeping = Keeping()
    keeping.note(full, loss: .init(), at: start, log)
    keeping.note(full, loss: .init(forecasts: 3), at: start + 60, log)
    keeping.note(full, loss: .init(forecasts: 9, readings: 1), at: start + 120, log)
    keeping.note(nil, loss: .init(forecasts: 9, readings: 1), at: start + 180, log)
    #expect(lines.text.ranges(of: "more results wait").count == 1)
    #expect(
      lines.text.contains("written again; given up for want of memory: 9 forecasts, 1 reading\n"))
    // What was lost then is not told again after the next time.
    keeping.note(full, loss: .init(forecasts: 9, readings: 1), at: start + 240, log)
    keeping.note(nil, loss: .init(forecasts: 9, readings: 1), at: start + 300, log)
    #expect(lines.text.ranges(of: "given up for want").count == 1)
  }
}
