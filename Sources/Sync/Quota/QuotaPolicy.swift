import FoundationEssentials
import Weather

/// Decides which requests may go: scheduled ones first, then gaps, then the past.
///
/// A pure function of what was spent. Scheduled requests and look-ups may use all of a limit. Gap
/// filling leaves what the schedule needs until the window ends. Backfill leaves that too, and in
/// each window has at most a share of what the schedule never needs.
struct QuotaPolicy: Sendable {
  /// The most that backfill may use of what the schedule leaves of a window: half, so that gaps
  /// and look-ups of a busy day still find room.
  static let backfillShare = 0.5

  /// The limits that hold, shortest window first.
  let limits: [QuotaLimit]
  /// What the schedule needs a day, on average; counts until a service's own reset.
  let scheduledPerDay: Double

  /// A policy from limits in any order.
  init(limits: [QuotaLimit], scheduledPerDay: Double = 0) {
    self.limits = limits.sorted { $0.window < $1.window }
    self.scheduledPerDay = scheduledPerDay
  }

  /// What is said to a request.
  enum Admission: Sendable, Equatable {
    /// It may go now, and is booked.
    case granted
    /// The minute is full; ask again at this time.
    case later(Date)
    /// A longer window is full; the error says until when.
    case exhausted(FetchError)
  }

  /// Whether a request may go now; the longest window that refuses it has the word.
  func admission(
    cost: Double, for purpose: RequestPurpose, ledger: QuotaLedger, notice: QuotaNotice? = nil,
    clockSetAt: Date? = nil, at now: Date
  ) -> Admission {
    if let error = refusal(by: notice, cost: cost, purpose, ledger, at: now) {
      return .exhausted(error)
    }
    for limit in limits.reversed().map({ $0.held(at: now, clockSetAt: clockSetAt) }) {
      guard let until = until(limit, cost: cost, purpose, ledger, at: now) else { continue }
      // A minute that never has room is not worth waiting for.
      guard
        limit.window != .minute || until.timeIntervalSince(now) > 120
          || purpose.yieldsToSchedule && cost > Self.room(limit, purpose) + Self.slack
      else { return .later(until) }
      return .exhausted(
        FetchError(
          .quota, Self.text(limit, purpose), retryAfterSeconds: until.timeIntervalSince(now)))
    }
    return .granted
  }

  /// The most that one request may cost so that it can ever go; nil where nothing limits it.
  ///
  /// For requests that can be cut smaller.
  func largestCost(for purpose: RequestPurpose) -> Double? {
    limits.map { Self.room($0, purpose) }.min()
  }

  /// The most that requests of a purpose may use of a whole window.
  private static func room(_ limit: QuotaLimit, _ purpose: RequestPurpose) -> Double {
    let free = max(0, limit.amount - (purpose.yieldsToSchedule ? limit.kept : 0))
    return purpose == .backfill ? free * backfillShare : free
  }

  /// When a window has room for the request; nil for now.
  private func until(
    _ limit: QuotaLimit, cost: Double, _ purpose: RequestPurpose, _ ledger: QuotaLedger,
    at now: Date
  ) -> Date? {
    let entries = ledger.entries(since: limit.firstSecond(at: now))
    func spent(_ counts: (RequestPurpose) -> Bool) -> Double {
      entries.reduce(0) { $0 + (counts($1.purpose) ? $1.cost : 0) }
    }
    let scheduled = spent { !$0.yieldsToSchedule }
    let reserve =
      purpose.yieldsToSchedule ? limit.reserve(scheduledSpent: scheduled, at: now) : 0
    var waits: [Date] = []
    let excess = spent { _ in true } + reserve + cost - limit.amount
    if excess > Self.slack {
      // A scheduled request that alone is more than the limit goes when the window is empty,
      // because waiting longer would not make it fit.
      if !purpose.yieldsToSchedule, entries.isEmpty { return nil }
      waits.append(
        Self.room(limit, excess, entries, at: now) { reserve == 0 || $0.yieldsToSchedule })
    }
    if purpose == .backfill {
      let excess = spent { $0 == .backfill } + cost - Self.room(limit, purpose)
      if excess > Self.slack {
        waits.append(Self.room(limit, excess, entries, at: now) { $0 == .backfill })
      }
    }
    return waits.max()
  }

  /// Costs are tenths that binary fractions can't hold.
  static let slack = 1e-6

  /// When so much of the entries has left the window.
  private static func room(
    _ limit: QuotaLimit, _ excess: Double, _ entries: ArraySlice<QuotaLedger.Entry>,
    at now: Date, where leaves: (RequestPurpose) -> Bool
  ) -> Date {
    if let reset = limit.resetsAt(now) { return reset }
    var rest = excess
    var last: Int64?
    for entry in entries where leaves(entry.purpose) {
      rest -= entry.cost
      last = entry.to
      if rest <= slack { break }
    }
    return Date(unixSeconds: (last ?? now.unixSeconds) + limit.span)
  }

  /// What the service's own word forbids.
  private func refusal(
    by notice: QuotaNotice?, cost: Double, _ purpose: RequestPurpose, _ ledger: QuotaLedger,
    at now: Date
  ) -> FetchError? {
    guard let notice, let left = notice.left(ledger, at: now) else { return nil }
    let seconds = notice.resetsAt.timeIntervalSince(now)
    var free = left
    if purpose.yieldsToSchedule { free -= scheduledPerDay * seconds / 86_400 }
    if purpose == .backfill { free *= Self.backfillShare }
    guard cost > free + Self.slack else { return nil }
    let text =
      purpose.yieldsToSchedule
      ? "the schedule needs what the service says is left of its quota"
      : "the service says that its quota is used up"
    return FetchError(.quota, text, retryAfterSeconds: seconds)
  }

  private static func text(_ limit: QuotaLimit, _ purpose: RequestPurpose) -> String {
    let name = "the limit of \(Int(limit.amount)) requests \(limit.window.each)"
    return switch purpose {
    case .scheduled, .lookup: "\(name) is used up"
    case .gap: "what the schedule leaves of \(name) is used up"
    case .backfill: "the share of backfill in \(name) is used up"
    }
  }
}
