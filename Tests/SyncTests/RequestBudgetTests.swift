import FoundationEssentials
import Testing
import Weather

@testable import Sync

@Suite struct RequestBudgetTests {
  /// 2026-06-04T10:00:00Z.
  let start = Date(unixSeconds: 1_780_567_200)

  /// Asks again as told until it may go, and returns the times of so many requests.
  func times(_ budget: RequestBudget, count: Int, cost: Double = 1) -> [Double] {
    var now = start
    var times: [Double] = []
    while times.count < count {
      switch budget.admit(cost: cost, at: now) {
      case .granted: times.append(now.timeIntervalSince(start))
      case .later(let instant): now = instant
      case .exhausted(let error): now += error.retryAfterSeconds ?? 0
      }
    }
    return times
  }

  @Test func `without limits everything goes`() {
    #expect(times(RequestBudget(limits: [:], spent: []), count: 1000).last == 0)
  }

  @Test(arguments: [(QuotaWindow.minute, 30), (.hour, 20), (.day, 10), (.month, 5)])
  func `no window ever has more than its limit`(window: QuotaWindow, limit: Int) {
    let times = times(RequestBudget(limits: [window: limit], spent: []), count: limit * 4)
    for time in times {
      let within = times.count { $0 > time - Double(window.seconds) && $0 <= time }
      #expect(within <= limit)
    }
    #expect(times.last == Double(3 * (window.longestSeconds + 1)))
  }

  @Test func `what was spent before a restart counts`() {
    let spent = [
      Spending(at: start - 3000, cost: 6), Spending(at: start - 30, cost: 3),
    ]
    let budget = RequestBudget(limits: [.minute: 4, .hour: 10], spent: spent)
    #expect(budget.admit(cost: 1, at: start) == .granted)
    guard case .exhausted(let error) = budget.admit(cost: 1, at: start) else {
      Issue.record("the hour is full")
      return
    }
    #expect(error.code == .quota)
    #expect(error.retryAfterSeconds == 601)
    #expect(error.message == "the limit of 10 requests an hour is used up")
  }

  @Test func `a request that is more than the limit goes when nothing else did`() {
    let budget = RequestBudget(limits: [.minute: 10], spent: [])
    #expect(budget.admit(cost: 25, at: start) == .granted)
    #expect(budget.admit(cost: 25, at: start + 1) == .later(start + 61))
    #expect(budget.admit(cost: 25, at: start + 61) == .granted)
  }
}

extension QuotaWindow {
  /// A month is taken as 31 days, so that no calendar month overruns.
  fileprivate var longestSeconds: Int {
    self == .month ? 31 * 86_400 : seconds
  }
}
