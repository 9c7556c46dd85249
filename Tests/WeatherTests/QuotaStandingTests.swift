import FoundationEssentials
import Testing
import Weather

@Suite struct QuotaStandingTests {
  /// 2026-06-04T12:00:00Z.
  let noon = Date(unixSeconds: 1_780_574_400)

  /// So much each hour of the last day, and the one before it.
  func account(hourly cost: Double) -> QuotaAccount {
    var ledger = QuotaLedger()
    for hour in (0..<25).reversed() {
      ledger.book(cost, for: .scheduled, at: noon - Double(hour) * 3600)
    }
    return QuotaAccount(ledger: ledger)
  }

  func limit(_ window: QuotaWindow, _ amount: Double, isCalendar: Bool = false) -> QuotaLimit {
    QuotaLimit(window: window, amount: amount, isCalendar: isCalendar, scheduled: 0)
  }

  @Test func `the limit that is used up first is told`() throws {
    let standing = try #require(
      QuotaStanding.tightest(
        of: [limit(.hour, 100), limit(.day, 150, isCalendar: true)], account(hourly: 10),
        at: noon))
    #expect(standing.window == .day)
    // Since midnight, and a little more.
    #expect(standing.used == 130)
    #expect(standing.left == 20)
    #expect(standing.resetsAt == noon + 43_500)
    #expect(standing.lastsUntil == noon + 7200)
  }

  @Test func `what fits lasts, until a reset or for ever`() {
    for isCalendar in [true, false] {
      let standing = QuotaStanding.tightest(
        of: [limit(.day, 260, isCalendar: isCalendar)], account(hourly: 10), at: noon)
      #expect(standing?.lastsUntil == nil)
    }
    #expect(QuotaStanding.tightest(of: [], account(hourly: 1), at: noon) == nil)
    let unused = QuotaStanding.tightest(of: [limit(.day, 5)], QuotaAccount(), at: noon)
    #expect(unused?.left == 5)
    #expect(unused?.lastsUntil == nil)
  }

  @Test func `what is used up lasts no longer`() {
    let standing = QuotaStanding.tightest(
      of: [limit(.day, 240)], account(hourly: 10), at: noon)
    #expect(standing?.left == 0)
    #expect(standing?.lastsUntil == noon)
  }

  @Test func `the service's own word is told where it is tighter`() {
    var account = account(hourly: 10)
    account.notice = QuotaNotice(
      remaining: 30, since: noon - 3600, resetsAt: noon + 1e6, limit: 1000)
    let standing = QuotaStanding.tightest(of: [limit(.day, 5000)], account, at: noon)
    #expect(standing?.window == nil)
    #expect(standing?.left == 10)
    #expect(standing?.used == 990)
    #expect(standing?.lastsUntil == noon + 3600)
  }
}
