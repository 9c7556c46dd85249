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
    budgets.withLock { $0[provider] }
      ?? RequestBudget(provider: provider, QuotaPolicy(limits: []))
  }

  /// Lets services be tried again that refused a key or a contact.
  func liftRefusals() {
    for budget in budgets.withLock(\.values) { budget.pleas.liftRefusal() }
  }

  /// Lets all accounts move with a clock that was set.
  func heedClock() async {
    for budget in budgets.withLock({ $0.sorted { $0.key < $1.key } }) {
      await budget.value.heedClock()
    }
  }

  /// Makes the budgets of the services of a configuration, and tells readers which limits hold.
  ///
  /// - Parameter isTold: false tells readers nothing: the configuration is only looked at.
  func load(
    _ assembly: Assembly, store: Store, clock: WallClock, isTold: Bool = true
  ) async throws(HistoryError) {
    let now = clock.now()
    let policies = assembly.providers.mapValues { QuotaPolicy($0, assembly, now: now) }
    let reading = clock.reading(at: now)
    let (accounts, pleas) = try await store.withWriter { writer throws(HistoryError) in
      if isTold { try writer.setQuotas(policies.mapValues(\.limits)) }
      var pleas: [String: KeptPlea] = [:]
      for name in policies.keys { pleas[name] = try writer.plea(of: name, at: reading) }
      return (try writer.accounts(of: policies.keys.sorted()), pleas)
    }
    budgets.withLock { budgets in
      for (name, policy) in policies {
        let budget = RequestBudget(
          provider: name, policy, account: accounts[name] ?? QuotaAccount(), store: store,
          clock: clock)
        if let plea = pleas[name] { budget.pleas.take(plea) }
        budgets[name] = budget
      }
    }
  }
}

extension QuotaPolicy {
  /// The limits of a service and what a configuration's schedule needs of them.
  init(_ provider: any Provider, _ assembly: Assembly, now: Date) {
    let limits = Self.limits(of: provider)
    // What a service may say of itself needs no number in the configuration.
    guard !limits.isEmpty || provider.tellsQuota else {
      self.init(limits: [])
      return
    }
    let need = ScheduledNeed(provider, assembly, now: now)
    self.init(
      limits: limits.map { window, amount in
        QuotaLimit(
          window: window, amount: Double(amount),
          isCalendar: provider.profile.calendarWindows.contains(window),
          scheduled: need.cost(in: window))
      }, scheduledPerDay: need.cost(in: .day))
  }

  /// The free plan's limits, each replaced by the user's own for the same window.
  static func limits(of provider: any Provider) -> [QuotaWindow: Int] {
    provider.profile.freePlan.merging(provider.settings.requestLimits) { $1 }
  }
}
