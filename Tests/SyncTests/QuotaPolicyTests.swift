import FoundationEssentials
import Testing
import Weather

@testable import Sync

@Suite struct QuotaPolicyTests {
  /// 2026-06-04T12:00:00Z.
  let noon = Date(unixSeconds: 1_780_574_400)

  func ledger(_ spent: (RequestPurpose, Double)...) -> QuotaLedger {
    var ledger = QuotaLedger()
    for (purpose, cost) in spent { ledger.book(cost, for: purpose, at: noon - 3600) }
    return ledger
  }

  func policy(isCalendar: Bool) -> QuotaPolicy {
    QuotaPolicy(
      limits: [
        QuotaLimit(window: .day, amount: 1000, isCalendar: isCalendar, scheduled: 400)
      ])
  }

  func mayGo(
    _ cost: Double, _ purpose: RequestPurpose, isCalendar: Bool = true, _ ledger: QuotaLedger
  ) -> Bool {
    policy(isCalendar: isCalendar).admission(
      cost: cost, for: purpose, ledger: ledger, at: noon) == .granted
  }

  @Test(arguments: [RequestPurpose.scheduled, .lookup])
  func `the schedule and look-ups may use all of a limit`(purpose: RequestPurpose) {
    let spent = ledger((.scheduled, 300), (.gap, 100), (.backfill, 100))
    #expect(mayGo(500, purpose, spent))
    #expect(!mayGo(501, purpose, spent))
  }

  @Test func `gap filling leaves what the schedule needs until the day ends`() {
    // Half of the day is over, and five minutes: 200 of the 400 are still needed.
    let spent = ledger((.scheduled, 200), (.gap, 100))
    #expect(mayGo(498, .gap, spent))
    #expect(!mayGo(502, .gap, spent))
    // In a sliding day the schedule will need 400 whenever it is looked at.
    #expect(mayGo(500, .gap, isCalendar: false, spent))
    #expect(!mayGo(501, .gap, isCalendar: false, spent))
  }

  @Test(arguments: [true, false])
  func `backfill has half of what the schedule leaves, and no more`(isCalendar: Bool) {
    let spent = ledger((.scheduled, 200), (.backfill, 250))
    #expect(mayGo(50, .backfill, isCalendar: isCalendar, spent))
    #expect(!mayGo(51, .backfill, isCalendar: isCalendar, spent))
    #expect(policy(isCalendar: isCalendar).largestCost(for: .backfill) == 300)
    #expect(policy(isCalendar: isCalendar).largestCost(for: .gap) == 600)
    // Others may have used it up already.
    let full = ledger((.scheduled, 200), (.gap, 550))
    #expect(!mayGo(60, .backfill, isCalendar: isCalendar, full))
  }

  @Test func `a schedule that needs it all leaves nothing to others`() {
    let policy = QuotaPolicy(
      limits: [QuotaLimit(window: .hour, amount: 10, isCalendar: false, scheduled: 12)])
    for purpose in [RequestPurpose.gap, .backfill] {
      let admission = policy.admission(
        cost: 1, for: purpose, ledger: QuotaLedger(), at: noon)
      #expect(admission != .granted)
    }
    #expect(
      policy.admission(cost: 1, for: .scheduled, ledger: QuotaLedger(), at: noon) == .granted)
  }

  @Test func `one request a minute leaves room for gaps where the schedule needs less`() {
    let policy = QuotaPolicy(
      limits: [QuotaLimit(window: .minute, amount: 1, isCalendar: false, scheduled: 0.05)])
    var ledger = QuotaLedger()
    #expect(policy.admission(cost: 1, for: .gap, ledger: ledger, at: noon) == .granted)
    ledger.book(1, for: .scheduled, at: noon - 10)
    #expect(policy.admission(cost: 1, for: .gap, ledger: ledger, at: noon) == .later(noon + 51))
  }

  @Test(arguments: [(RequestPurpose.gap, 1.0), (.gap, 2.5), (.backfill, 0.05)])
  func `a minute that never has room is not waited for`(
    purpose: RequestPurpose, scheduled: Double
  ) {
    let policy = QuotaPolicy(
      limits: [QuotaLimit(window: .minute, amount: 1, isCalendar: false, scheduled: scheduled)])
    guard
      case .exhausted = policy.admission(cost: 1, for: purpose, ledger: QuotaLedger(), at: noon)
    else {
      Issue.record("it would be waited for, for ever")
      return
    }
  }

  @Test func `a calendar day begins anew when both clocks agree that it has`() {
    let spent = ledger((.scheduled, 1000))
    let midnight = noon + 43_200
    func admission(_ now: Date) -> QuotaPolicy.Admission {
      policy(isCalendar: true).admission(
        cost: 1, for: .scheduled, ledger: spent, at: now)
    }
    guard case .exhausted(let error) = admission(noon) else {
      Issue.record("the day is full")
      return
    }
    #expect(error.retryAfterSeconds == 43_500)
    #expect(admission(midnight + 299) != .granted)
    #expect(admission(midnight + 300) == .granted)
    // What goes out shortly before midnight may be counted on the next day.
    var late = QuotaLedger()
    late.book(1000, for: .scheduled, at: midnight - 200)
    #expect(
      policy(isCalendar: true).admission(
        cost: 1, for: .scheduled, ledger: late, at: midnight + 3600) != .granted)
  }

  @Test func `what the service says is left binds too, until it counts anew`() {
    let notice = QuotaNotice(
      remaining: 100, since: noon - 60, resetsAt: noon + 86_400, limit: 10_000)
    let policy = QuotaPolicy(limits: [], scheduledPerDay: 40)
    func mayGo(_ cost: Double, _ purpose: RequestPurpose, at now: Date) -> Bool {
      var ledger = QuotaLedger()
      ledger.book(20, for: .scheduled, at: noon - 30)
      return policy.admission(
        cost: cost, for: purpose, ledger: ledger, notice: notice, at: now) == .granted
    }
    #expect(mayGo(80, .scheduled, at: noon))
    #expect(!mayGo(81, .scheduled, at: noon))
    #expect(mayGo(40, .gap, at: noon))
    #expect(!mayGo(41, .gap, at: noon))
    #expect(mayGo(20, .backfill, at: noon))
    #expect(!mayGo(21, .backfill, at: noon))
    #expect(mayGo(500, .scheduled, at: noon + 86_400))
  }
}
