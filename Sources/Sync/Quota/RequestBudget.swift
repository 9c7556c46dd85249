import FoundationEssentials
import History
import Providers
import Synchronization
import Weather

/// The budgets of all services of a session.
final class RequestBudgets: Sendable {
  private let budgets = Mutex<[String: RequestBudget]>([:])

  init() {}

  /// The budget of a service; without limits until it was loaded.
  subscript(provider: String) -> RequestBudget {
    budgets.withLock { $0[provider] } ?? RequestBudget(QuotaPolicy(limits: []))
  }

  /// Takes up what the store knows of each service's spending.
  func load(
    for providers: some Collection<any Provider>, from writer: HistoryWriter, now: Date
  ) throws(HistoryError) {
    for provider in providers {
      let limits = RequestBudget.limits(of: provider)
      guard !limits.isEmpty else { continue }
      let name = provider.settings.name
      let spent = try writer.spending(
        provider: name, since: now.addingTimeInterval(-33 * 86_400),
        detail: now.addingTimeInterval(-3700))
      let policy = QuotaPolicy(
        limits: limits.map {
          QuotaLimit(window: $0, amount: Double($1), isCalendar: false, scheduled: 0)
        })
      let ledger = QuotaLedger(
        spent.map {
          QuotaLedger.Entry(
            from: $0.at.unixSeconds, to: $0.at.unixSeconds, purpose: .scheduled, cost: $0.cost)
        })
      budgets.withLock { $0[name] = RequestBudget(policy, ledger: ledger) }
    }
  }
}

/// Holds requests to a service's limits: no window of any length ever has more than is allowed.
///
/// Every request of a service asks here before it is sent, whoever makes it. `.later` is worth
/// waiting for; `.exhausted` ends the work until the time that its error says.
final class RequestBudget: Sendable {
  /// What the budget says to a request.
  typealias Admission = QuotaPolicy.Admission

  private let policy: QuotaPolicy
  private let ledger: Mutex<QuotaLedger>

  /// A budget with what was spent already.
  init(_ policy: QuotaPolicy, ledger: QuotaLedger = QuotaLedger()) {
    self.policy = policy
    self.ledger = Mutex(ledger)
  }

  /// The free plan's limits, each replaced by the user's own for the same window.
  static func limits(of provider: any Provider) -> [QuotaWindow: Int] {
    provider.profile.freePlan.merging(provider.settings.requestLimits) { $1 }
  }

  /// The most that one request may cost so that it can ever go; nil where nothing limits it.
  func largestCost(for purpose: RequestPurpose) -> Double? { policy.largestCost(for: purpose) }

  /// Books a request, or says when there will be room for it.
  ///
  /// - Parameter upcoming: what as many more requests as will follow within a second cost, so that
  ///   they can be booked with one wait for the disk.
  func admit(
    cost: Double, for purpose: RequestPurpose = .scheduled, upcoming: Double = 0, at now: Date
  ) async -> Admission {
    guard !policy.limits.isEmpty else { return .granted }
    return ledger.withLock { ledger in
      let admission = policy.admission(cost: cost, for: purpose, ledger: ledger, at: now)
      if admission == .granted { ledger.book(cost, for: purpose, at: now) }
      return admission
    }
  }
}
