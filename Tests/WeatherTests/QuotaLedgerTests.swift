import FoundationEssentials
import Testing
import Weather

@Suite struct QuotaLedgerTests {
  /// 2026-06-04T12:00:00Z.
  let noon = Date(unixSeconds: 1_780_574_400)

  @Test func `no window loses anything while the ledger grows coarser`() {
    var ledger = QuotaLedger()
    var spent: [(Int64, Double)] = []
    var generator = SeededGenerator(seed: 7)
    var now = noon
    for _ in 0..<4000 {
      now += Double(Int64.random(in: 1...600, using: &generator))
      let cost = Double(Int.random(in: 1...30, using: &generator)) / 10
      ledger.book(cost, for: .allCases.randomElement(using: &generator) ?? .gap, at: now)
      spent.append((now.unixSeconds, cost))
      ledger.compact(at: now)
    }
    #expect(ledger.entries.count < 1800)
    for (length, slack) in [(61, 0), (3601, 60), (86_401, 300), (31 * 86_400, 3600)] {
      let first = now.unixSeconds - Int64(length) + 1
      func exact(_ first: Int64) -> Double {
        spent.reduce(0) { $0 + ($1.0 >= first ? $1.1 : 0) }
      }
      let kept = ledger.cost(since: first)
      #expect(kept >= exact(first) - 1e-6)
      #expect(kept <= exact(first - Int64(slack)) + 1e-6)
    }
  }

  @Test func `what was spent stays as long ago as it was when the clock is set`() {
    var ledger = QuotaLedger()
    ledger.book(3, for: .scheduled, at: noon - 50)
    ledger.shift(bySeconds: 86_400)
    #expect(ledger.cost(since: (noon + 86_400 - 60).unixSeconds) == 3)
    #expect(ledger.cost(since: (noon + 86_400 - 40).unixSeconds) == 0)
  }

  @Test func `what lies in the future counts as spent now`() {
    var ledger = QuotaLedger()
    ledger.book(3, for: .scheduled, at: noon + 1e6)
    ledger.book(2, for: .gap, at: noon + 2e6)
    ledger.book(1, for: .gap, at: noon - 10)
    ledger.pullBack(to: noon)
    #expect(ledger.cost(since: noon.unixSeconds) == 5)
    #expect(ledger.cost(since: noon.unixSeconds + 1) == 0)
    #expect(ledger.cost(since: noon.unixSeconds) { $0 == .gap } == 2)
    #expect(ledger.cost(since: noon.unixSeconds - 10) == 6)
  }

  @Test func `what was not used is given back`() {
    var ledger = QuotaLedger()
    ledger.book(10, for: .scheduled, at: noon)
    ledger.book(-4, for: .scheduled, at: noon + 2)
    #expect(ledger.cost(since: noon.unixSeconds) == 6)
  }

  @Test(arguments: [
    (QuotaWindow.day, "2026-06-04T12:00", 1_780_531_200 as Int64, 1_780_617_600 as Int64),
    (.month, "2026-06-04T12:00", 1_780_272_000, 1_782_864_000),
  ])
  func `calendar windows are those of UTC`(
    window: QuotaWindow, _: String, start: Int64, end: Int64
  ) {
    let limit = QuotaLimit(window: window, amount: 1, isCalendar: true, scheduled: 0)
    #expect(limit.firstSecond(at: noon) == start - 300)
    #expect(limit.resetsAt(noon) == Date(unixSeconds: end + 300))
    #expect(limit.resetsAt(Date(unixSeconds: end + 299)) == Date(unixSeconds: end + 300))
    #expect(limit.firstSecond(at: Date(unixSeconds: end + 300)) == end - 300)
  }

  @Test(arguments: [(QuotaWindow.day, 86_401.0), (.month, 31 * 86_400 + 1)])
  func `a calendar window slides until a clock that was set has gone on for all of it`(
    window: QuotaWindow, span: Double
  ) {
    let limit = QuotaLimit(window: window, amount: 7, isCalendar: true, scheduled: 3)
    let sliding = QuotaLimit(window: window, amount: 7, isCalendar: false, scheduled: 3)
    #expect(limit.held(at: noon, clockSetAt: nil) == limit)
    #expect(limit.held(at: noon, clockSetAt: noon) == sliding)
    #expect(limit.held(at: noon, clockSetAt: noon - span + 1) == sliding)
    #expect(limit.held(at: noon, clockSetAt: noon - span) == limit)
  }
}

/// The same numbers every time (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
