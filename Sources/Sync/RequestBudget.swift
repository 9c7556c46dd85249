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
    budgets.withLock { $0[provider] } ?? RequestBudget(limits: [:], spent: [])
  }

  /// Takes up what the store knows of each service's spending.
  func load(
    for providers: some Collection<any Provider>, from writer: HistoryWriter, now: Date
  ) throws(HistoryError) {
    for provider in providers {
      let limits = RequestBudget.limits(of: provider)
      guard let horizon = RequestBudget.horizonSeconds(of: limits) else { continue }
      let name = provider.settings.name
      let spent = try writer.spending(
        provider: name, since: now.addingTimeInterval(-Double(horizon)),
        detail: now.addingTimeInterval(-3700))
      budgets.withLock { $0[name] = RequestBudget(limits: limits, spent: spent) }
    }
  }
}

/// Holds requests to a service's limits: no window of any length ever has more than is allowed.
///
/// Windows slide, which is stricter than a service's own calendar minutes and days, so that neither
/// a restart nor a retry or a manual pass can overrun them. What was spent before comes from the
/// store.
final class RequestBudget: Sendable {
  /// What the budget says to a request.
  enum Admission: Sendable, Equatable {
    /// It may go now, and is booked.
    case granted
    /// The minute is full; ask again at this time.
    case later(Date)
    /// A longer window is full.
    case exhausted(FetchError)
  }

  private struct Booking {
    let second: Int64
    var cost: Double
  }

  private let limits: [(window: QuotaWindow, limit: Double)]
  private let bookings: Mutex<[Booking]>

  /// A budget with what was spent within its longest window, oldest first.
  init(limits: [QuotaWindow: Int], spent: [Spending]) {
    self.limits = limits.sorted { $0.key < $1.key }.map { ($0.key, Double($0.value)) }
    self.bookings = Mutex(
      spent.map { Booking(second: $0.at.unixSeconds, cost: $0.cost) })
  }

  /// The free plan's limits, each replaced by the user's own for the same window.
  static func limits(of provider: any Provider) -> [QuotaWindow: Int] {
    provider.profile.freePlan.merging(provider.settings.requestLimits) { $1 }
  }

  /// How far back spending counts, in seconds; nil where there are no limits.
  static func horizonSeconds(of limits: [QuotaWindow: Int]) -> Int? {
    limits.keys.max().map(span)
  }

  /// Books a request, or says when there will be room for it.
  func admit(cost: Double, at now: Date) -> Admission {
    guard !limits.isEmpty else { return .granted }
    return bookings.withLock { bookings in
      let second = now.unixSeconds
      if let longest = limits.last?.window {
        let oldest = second - Int64(Self.span(longest))
        bookings.removeFirst(bookings.prefix { $0.second <= oldest }.count)
      }
      for (window, limit) in limits.reversed() {
        if let free = Self.room(for: cost, within: limit, window, bookings, at: second) {
          return refusal(window, limit, until: Date(unixSeconds: free), now: now)
        }
      }
      Self.book(cost, at: second, &bookings)
      return .granted
    }
  }

  private func refusal(
    _ window: QuotaWindow, _ limit: Double, until: Date, now: Date
  ) -> Admission {
    guard window != .minute else { return .later(until) }
    return .exhausted(
      FetchError(
        .quota, "the limit of \(Int(limit)) requests \(window.each) is used up",
        retryAfterSeconds: until.timeIntervalSince(now)))
  }

  /// When there is room in a window; nil for now.
  ///
  /// A request that alone is more than the limit goes when the window is empty, because waiting
  /// longer would not make it fit.
  private static func room(
    for cost: Double, within limit: Double, _ window: QuotaWindow, _ bookings: [Booking],
    at second: Int64
  ) -> Int64? {
    let start = second - Int64(span(window))
    let recent = bookings.drop { $0.second <= start }
    var excess = recent.reduce(cost) { $0 + $1.cost } - limit
    guard excess > 0 else { return nil }
    for booking in recent {
      excess -= booking.cost
      if excess <= 0 || booking.second == recent.last?.second {
        return booking.second + Int64(span(window))
      }
    }
    return nil
  }

  private static func book(_ cost: Double, at second: Int64, _ bookings: inout [Booking]) {
    if let last = bookings.indices.last, bookings[last].second >= second {
      bookings[last].cost += cost
    } else {
      bookings.append(Booking(second: second, cost: cost))
    }
  }

  /// The window and a second more, for the way to the server; a month counts 31 days here.
  private static func span(_ window: QuotaWindow) -> Int {
    (window == .month ? 31 * 86_400 : window.seconds) + 1
  }
}
