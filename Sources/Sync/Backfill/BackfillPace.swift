import FoundationEssentials
import Providers
import Weather

/// Tells how long a backfill will take: by how long its days took so far, and by what the services
/// allow in a minute, an hour, a day and a month.
struct BackfillPace {
  private let begun: Date
  private let days: Int
  private var daysDone = 0
  /// What is left to be spent at each service, and what it allows.
  private var services: [String: (limits: [QuotaWindow: Int], costPerDay: Double, days: Int)] = [:]

  init(_ plans: [BackfillPlan], now: Date) {
    begun = now
    days = plans.reduce(0) { $0 + $1.chunks.reduce(0) { $0 + $1.dayCount } }
    for plan in plans {
      guard let chunk = plan.chunks.first else { continue }
      let requests = plan.provider.pastRequests(
        for: chunk.city, chunk.product.kind, dates: chunk.dates, now: now)
      let cost = requests.reduce(0) { $0 + $1.cost } / Double(chunk.dayCount)
      let name = plan.provider.settings.name
      let count = plan.chunks.reduce(0) { $0 + $1.dayCount }
      services[name] = (
        QuotaPolicy.limits(of: plan.provider), cost, (services[name]?.days ?? 0) + count
      )
    }
  }

  /// Notes a chunk that was stored.
  mutating func finished(_ chunk: BackfillChunk) {
    daysDone += chunk.dayCount
  }

  /// How far it is.
  func progress(of slug: String, now: Date) -> BackfillProgress {
    var progress = BackfillProgress(slug: slug, daysDone: daysDone, days: days)
    guard daysDone > 0 else { return progress }
    let work = now.timeIntervalSince(begun) / Double(daysDone) * Double(days - daysDone)
    progress.secondsLeft = max(work, quotaSeconds)
    return progress
  }

  /// Seconds that the services' limits make of what is left: each full window is a wait.
  private var quotaSeconds: Double {
    services.values.map { service in
      let share = Double(days - daysDone) / Double(max(1, days))
      let cost = service.costPerDay * Double(service.days) * share
      return service.limits.map { window, limit in
        let room = max(1, Double(limit) * QuotaPolicy.backfillShare)
        return max(0, (cost / room).rounded(.up) - 1) * Double(window.seconds)
      }.max() ?? 0
    }.max() ?? 0
  }
}
