import FoundationEssentials
import Synchronization
import Testing
import Weather

@testable import Sync

@Suite struct RequestBudgetTests {
  /// 2026-06-04T10:00:00Z.
  let start = Date(unixSeconds: 1_780_567_200)

  func budget(_ limits: [QuotaWindow: Int], _ ledger: QuotaLedger = QuotaLedger()) -> RequestBudget
  {
    RequestBudget(
      provider: "stub",
      QuotaPolicy(
        limits: limits.map {
          QuotaLimit(window: $0, amount: Double($1), isCalendar: false, scheduled: 0)
        }), account: QuotaAccount(ledger: ledger))
  }

  func entry(_ seconds: Double, _ cost: Double) -> QuotaLedger.Entry {
    let second = (start + seconds).unixSeconds
    return QuotaLedger.Entry(from: second, to: second, purpose: .scheduled, cost: cost)
  }

  /// Asks again as told until it may go, and returns the times of so many requests.
  func times(_ budget: RequestBudget, count: Int, cost: Double = 1) async -> [Double] {
    var now = start
    var times: [Double] = []
    while times.count < count {
      switch await budget.admit(cost: cost, at: now) {
      case .granted: times.append(now.timeIntervalSince(start))
      case .later(let instant): now = instant
      case .exhausted(let error): now += error.retryAfterSeconds ?? 0
      }
    }
    return times
  }

  @Test func `without limits everything goes`() async {
    #expect(await times(budget([:]), count: 1000).last == 0)
  }

  @Test(arguments: [(QuotaWindow.minute, 30), (.hour, 20), (.day, 10), (.month, 5)])
  func `no window ever has more than its limit`(window: QuotaWindow, limit: Int) async {
    let times = await times(budget([window: limit]), count: limit * 4)
    for time in times {
      let within = times.count { $0 > time - Double(window.seconds) && $0 <= time }
      #expect(within <= limit)
    }
    #expect(times.last == Double(3 * (window.longestSeconds + 1)))
  }

  @Test func `what was spent before a restart counts`() async {
    let spent = QuotaLedger([entry(-3000, 6), entry(-30, 3)])
    let budget = budget([.minute: 4, .hour: 10], spent)
    #expect(await budget.admit(cost: 1, at: start) == .granted)
    guard case .exhausted(let error) = await budget.admit(cost: 1, at: start) else {
      Issue.record("the hour is full")
      return
    }
    #expect(error.code == .quota)
    #expect(error.retryAfterSeconds == 601)
    #expect(error.message == "the limit of 10 requests an hour is used up")
  }

  @Test(arguments: [
    FetchError(.service, "error 503", status: 503, retryAfterSeconds: 30),
    FetchError(.quota, "too many", status: 429, retryAfterSeconds: 30),
    FetchError(.quota, "too many", status: 429), FetchError(.key, "refused", status: 401),
  ])
  func `what a service says to one request holds for all until it is over`(
    error: FetchError
  ) async {
    let passed = Mutex(0.0)
    var clock = WallClock { [start] in start }
    clock.elapsed = { .seconds(passed.withLock { $0 }) }
    let budget = RequestBudget(provider: "stub", QuotaPolicy(limits: []), clock: clock)
    budget.note(error)
    let seconds = error.code == .key ? 3600 : error.retryAfterSeconds ?? 60
    for purpose in RequestPurpose.allCases {
      passed.withLock { $0 = seconds - 10 }
      guard case .exhausted(let refusal) = await budget.admit(cost: 1, for: purpose, at: start)
      else {
        Issue.record("it was asked all the same")
        return
      }
      #expect(refusal.code == error.code)
      #expect((refusal.retryAfterSeconds ?? 0) <= 10)
      passed.withLock { $0 = seconds }
      #expect(await budget.admit(cost: 1, for: purpose, at: start) == .granted)
    }
  }

  @Test(arguments: [
    FetchError(.service, "error 500", status: 500), FetchError(.timeout, "no answer"),
    FetchError(.place, "unknown", status: 404, retryAfterSeconds: 30),
  ])
  func `what says nothing of others holds nobody back`(error: FetchError) async {
    let budget = budget([:])
    budget.note(error)
    #expect(await budget.admit(cost: 1, at: start) == .granted)
  }

  @Test func `a refused key may be tried again when somebody wants to know`() async {
    let budget = budget([:])
    budget.note(FetchError(.key, "refused", status: 401))
    budget.pleas.liftRefusal()
    #expect(await budget.admit(cost: 1, at: start) == .granted)
    budget.note(FetchError(.quota, "too many", status: 429))
    budget.pleas.liftRefusal()
    #expect(await budget.admit(cost: 1, at: start) != .granted)
  }

  @Test func `a request that is more than the limit goes when nothing else did`() async {
    let budget = budget([.minute: 10])
    #expect(await budget.admit(cost: 25, at: start) == .granted)
    #expect(await budget.admit(cost: 25, at: start + 1) == .later(start + 61))
    #expect(await budget.admit(cost: 25, at: start + 61) == .granted)
  }
}

extension QuotaWindow {
  /// A month is taken as 31 days, so that no calendar month overruns.
  fileprivate var longestSeconds: Int {
    self == .month ? 31 * 86_400 : seconds
  }
}
