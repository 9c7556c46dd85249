import FoundationEssentials
import History
import Synchronization
import Weather

/// Holds requests to a service's limits: no window of any length ever has more than is allowed, and
/// nothing is sent before the time that the service itself has named.
///
/// Every request of a service asks here before it is sent, whoever makes it. `.later` is worth
/// waiting for; `.exhausted` ends the work until the time that its error says. What is granted is
/// in the store before it is sent, so that neither a restart nor another program overruns a limit;
/// many requests are booked at once, and what was not used within a second is given back.
final class RequestBudget: Sendable {
  /// What the budget says to a request.
  typealias Admission = QuotaPolicy.Admission

  /// How long a booking in advance may be used, in seconds: it is booked for its end.
  static let tokenSeconds = 1.0

  /// Booked in advance, and not yet used.
  private struct Tokens {
    var cost = 0.0
    var bookedAt = Date.distantPast
  }

  private struct State {
    /// The account as it was last seen, with what was booked since.
    var account: QuotaAccount
    /// The clock by which it was.
    var reading: ClockReading
    var tokens: [RequestPurpose: Tokens] = [:]
    /// What the store has refused so far, because it could not be written.
    var unsaved: [(cost: Double, purpose: RequestPurpose, at: Date)] = []
    var hasNews = false
  }

  private let provider: String
  private let policy: QuotaPolicy
  private let store: Store?
  private let clock: WallClock
  private let state: Mutex<State>
  /// When the service wants to be asked again.
  let pleas: PleaBook

  /// A budget with what was spent already; without a store it forgets with the process.
  init(
    provider: String, _ policy: QuotaPolicy, account: QuotaAccount = QuotaAccount(),
    store: Store? = nil, clock: WallClock = .system
  ) {
    self.provider = provider
    self.policy = policy
    self.store = store
    self.clock = clock
    self.state = Mutex(State(account: account, reading: clock.reading(at: clock.now())))
    self.pleas = PleaBook(provider: provider, store: store, clock: clock)
  }

  /// Whether requests are booked before they are sent; the cost of others is booked with their
  /// answer (`FetchOutcome.isBooked`).
  var booksAhead: Bool {
    !policy.limits.isEmpty || state.withLock { $0.account.notice != nil }
  }

  /// The limits that hold, and what the schedule needs of each.
  var limits: [QuotaLimit] { policy.limits }

  /// The most that one request may cost so that it can ever go; nil where nothing limits it.
  func largestCost(for purpose: RequestPurpose) -> Double? { policy.largestCost(for: purpose) }

  /// Books a request, or says when there will be room for it.
  ///
  /// - Parameter upcoming: what as many more requests as will follow within a second cost, so that
  ///   they can be booked with one wait for the disk.
  func admit(
    cost: Double, for purpose: RequestPurpose = .scheduled, upcoming: Double = 0, at now: Date
  ) async -> Admission {
    if let error = refusal { return .exhausted(error) }
    guard booksAhead, cost > 0 else { return .granted }
    if take(cost, purpose, at: now) { return .granted }
    let order = Order(cost: cost, upcoming: upcoming, purpose: purpose, now: now)
    guard let store else { return fill(order) }
    return await store.admit(order, of: self)
  }

  /// Takes note of a failure: a service that refuses one refuses the next one too.
  func note(_ error: FetchError?) { pleas.note(error) }

  /// Why nothing is sent now, because the service said so; nil where it did not.
  var refusal: FetchError? { pleas.refusal }

  /// Takes note of what the service says is left.
  func note(_ notice: QuotaNotice?) {
    guard let notice else { return }
    state.withLock { state in
      // Replies overtake each other: the newest request's has the word.
      if let known = state.account.notice, known.since > notice.since,
        known.resetsAt > notice.since
      {
        return
      }
      state.account.notice = notice
      state.hasNews = true
    }
  }

  /// Gives back what was booked and not used, and keeps what the service said: at the end of a job.
  func settle() async {
    await pleas.share()
    let isDone = state.withLock { state in
      !state.hasNews && state.unsaved.isEmpty && state.tokens.values.allSatisfy { $0.cost <= 0 }
    }
    guard !isDone, let store else { return }
    await store.settle(self)
  }

  /// Lets the account move with a clock that was set, before another start of the machine hides by
  /// how much.
  func heedClock() async {
    guard followClock(), booksAhead, let store else { return }
    await store.settle(self)
  }

  /// Moves what this process knows with a clock that was set, as the store does with its own;
  /// returns whether it was.
  @discardableResult
  private func followClock() -> Bool {
    let reading = clock.reading(at: clock.now())
    return state.withLock { state in
      let step = reading.clockSetBy(since: state.reading)
      guard step != 0 else { return false }
      state.reading = reading
      state.account.settle(at: reading.at, clockSetBy: step)
      for index in state.unsaved.indices { state.unsaved[index].at += Double(step) }
      return true
    }
  }

  /// A request that wants to be booked.
  fileprivate struct Order {
    let cost: Double
    let upcoming: Double
    let purpose: RequestPurpose
    let now: Date
  }

  /// Uses what was booked a moment ago.
  private func take(_ cost: Double, _ purpose: RequestPurpose, at now: Date) -> Bool {
    state.withLock { state in
      guard let tokens = state.tokens[purpose], tokens.cost >= cost - QuotaPolicy.slack
      else { return false }
      let age = now.timeIntervalSince(tokens.bookedAt)
      guard age >= 0, age < Self.tokenSeconds else { return false }
      state.tokens[purpose]?.cost = max(0, tokens.cost - cost)
      return true
    }
  }

  /// Books on the store's own queue: one order after the other.
  fileprivate func fill(_ order: Order, _ writer: HistoryWriter) throws(HistoryError) -> Admission {
    followClock()
    let now = clock.now()
    if take(order.cost, order.purpose, at: now) { return .granted }
    let pending = takePending()
    let (account, booked, admission) = try writer.account(
      of: provider, at: clock.reading(at: now)
    ) { account in
      Self.carry(pending, into: &account)
      let (admission, booked) = decide(order, &account, at: now)
      return (account, booked, admission)
    }
    replace(pending, by: account)
    if booked > order.cost {
      state.withLock {
        $0.tokens[order.purpose] = Tokens(cost: booked - order.cost, bookedAt: now)
      }
    }
    return admission
  }

  /// Decides by what is known in this process, for a store that can't be written now; what is
  /// granted is booked with the next order.
  fileprivate func fill(_ order: Order) -> Admission {
    followClock()
    return state.withLock { state in
      let single = Order(cost: order.cost, upcoming: 0, purpose: order.purpose, now: order.now)
      let (admission, booked) = decide(single, &state.account, at: order.now)
      if booked > 0 { state.unsaved.append((booked, order.purpose, order.now)) }
      return admission
    }
  }

  /// Writes what is not in the store yet.
  fileprivate func settle(_ writer: HistoryWriter) throws(HistoryError) {
    followClock()
    let pending = takePending()
    let account = try writer.account(of: provider, at: clock.reading(at: clock.now())) { account in
      Self.carry(pending, into: &account)
      return account
    }
    replace(pending, by: account)
  }

  /// What only this process knows; booked tokens are given back, so that nobody may use them now.
  private func takePending() -> State {
    state.withLock { state in
      defer { state.tokens = [:] }
      return state
    }
  }

  /// Takes over the account as it is in the store now.
  private func replace(_ pending: State, by account: QuotaAccount) {
    state.withLock { state in
      let isNewer = state.account.notice != pending.account.notice
      let notice = isNewer ? state.account.notice : account.notice
      state.account = account
      state.account.notice = notice
      state.hasNews = state.hasNews && isNewer
      state.unsaved.removeFirst(pending.unsaved.count)
    }
  }

  /// Brings into the store's account what only this process knows.
  private static func carry(_ pending: State, into account: inout QuotaAccount) {
    for entry in pending.unsaved {
      account.ledger.book(entry.cost, for: entry.purpose, at: entry.at)
    }
    for (purpose, tokens) in pending.tokens {
      account.ledger.book(-tokens.cost, for: purpose, at: tokens.bookedAt + tokenSeconds)
    }
    if pending.hasNews { account.notice = pending.account.notice }
  }

  /// Books a request with those that follow it, where all fit, else alone.
  private func decide(
    _ order: Order, _ account: inout QuotaAccount, at now: Date
  ) -> (Admission, booked: Double) {
    // An empty window takes one request that is more than its limit, but not several that are
    // more together.
    let together = order.cost + order.upcoming
    let isTogether = order.upcoming > 0 && together <= largestCost(for: order.purpose) ?? together
    let sizes = isTogether ? [together, order.cost] : [order.cost]
    var admission = Admission.granted
    for size in sizes {
      admission = policy.admission(
        cost: size, for: order.purpose, ledger: account.ledger, notice: account.notice,
        clockSetAt: account.clockSetAt, at: now)
      guard admission == .granted else { continue }
      account.ledger.book(order.cost, for: order.purpose, at: now)
      // The others go out a little later.
      account.ledger.book(
        size - order.cost, for: order.purpose, at: now + Self.tokenSeconds)
      return (.granted, size)
    }
    return (admission, 0)
  }
}

extension Store {
  /// Books in the store; while that can't be written, by what the process knows.
  fileprivate func admit(
    _ order: RequestBudget.Order, of budget: RequestBudget
  ) -> RequestBudget.Admission {
    do throws(HistoryError) {
      return try withWriter { writer throws(HistoryError) in try budget.fill(order, writer) }
    } catch {
      return budget.fill(order)
    }
  }

  /// Keeps what a budget knows; what can't be written now is kept with its next booking.
  fileprivate func settle(_ budget: RequestBudget) {
    try? withWriter { writer throws(HistoryError) in try budget.settle(writer) }
  }
}
