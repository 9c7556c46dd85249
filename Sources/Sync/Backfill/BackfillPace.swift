import FoundationEssentials
import Providers
import Weather

/// Tells how long a backfill will take: by how long its days took so far, and by what the services
/// allow in a minute, an hour, a day and a month beside what the schedule needs.
struct BackfillPace {
  /// What is left to be spent at one service.
  struct Service {
    let limits: [QuotaLimit]
    var cost = 0.0

    /// Seconds that the limits make of it at least: each window that it fills is a wait; infinite
    /// where the schedule leaves nothing.
    var seconds: Double {
      limits.map { limit in
        let room = QuotaPolicy.backfillShare * max(0, limit.amount - limit.kept)
        guard cost > 0 else { return 0 }
        guard room > 0 else { return .infinity }
        return max(0, (cost / room - QuotaPolicy.slack).rounded(.up) - 1)
          * Double(limit.window.seconds)
      }.max() ?? 0
    }
  }

  private let begun: Date
  private let days: Int
  private var daysDone = 0
  private var services: [String: Service]

  init(days: Int, services: [String: Service], now: Date) {
    begun = now
    self.days = days
    self.services = services
  }

  init(_ plans: [BackfillPlan], limits: (String) -> [QuotaLimit], now: Date) {
    var services: [String: Service] = [:]
    for plan in plans {
      let name = plan.provider.settings.name
      services[name, default: Service(limits: limits(name))].cost +=
        plan.chunks.reduce(0) { $0 + plan.cost(of: $1, now: now) }
    }
    self.init(
      days: plans.reduce(0) { $0 + $1.dayCount }, services: services, now: now)
  }

  /// Notes that days are stored, and what they were counted with.
  mutating func finished(days: Int, cost: Double, of service: String) {
    daysDone += days
    if let left = services[service]?.cost { services[service]?.cost = max(0, left - cost) }
  }

  /// How far it is.
  func progress(of slug: String, now: Date) -> BackfillProgress {
    var progress = BackfillProgress(slug: slug, daysDone: daysDone, days: days)
    progress.secondsLeft = secondsLeft(now: now)
    return progress
  }

  /// Seconds that are left at least; nil where nothing is known yet, or it never ends.
  func secondsLeft(now: Date) -> Double? {
    let waits = services.values.map(\.seconds).max() ?? 0
    guard waits.isFinite else { return nil }
    guard daysDone > 0 else { return waits > 0 ? waits : nil }
    let work = now.timeIntervalSince(begun) / Double(daysDone) * Double(days - daysDone)
    return max(work, waits)
  }
}
