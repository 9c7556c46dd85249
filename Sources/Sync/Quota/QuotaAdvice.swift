import FoundationEssentials
import Providers
import Schedule
import Weather

/// What would fit where a configuration is too much for a service.
struct QuotaAdvice {
  /// The intervals that are worth a suggestion, in seconds.
  private static let intervals = [
    60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200,
    86_400,
  ]

  private let provider: any Provider
  private let cities: [City]
  private let assembly: Assembly
  private let uses: [SyncPlan.Use]
  private let now: Date

  init(
    _ provider: any Provider, _ cities: [City], _ assembly: Assembly, _ uses: [SyncPlan.Use],
    now: Date
  ) {
    self.provider = provider
    self.cities = cities
    self.assembly = assembly
    self.uses = uses
    self.now = now
  }

  /// Each of these fits by itself.
  var remedies: [String] { [schedule, count].compactMap(\.self) }

  /// The shortest interval that fits for all cities.
  private var schedule: String? {
    for seconds in Self.intervals {
      guard let schedule = try? Schedule(everySeconds: seconds) else { continue }
      let need = ScheduledNeed(schedule, cities, provider, assembly.rules, now: now)
      if uses.allSatisfy({ need.cost(in: $0.window) <= Double($0.limit) }) {
        return "schedule = \"\(schedule)\""
      }
    }
    return nil
  }

  /// How many cities fit with the schedules as they are.
  private var count: String? {
    let share = uses.map { Double($0.limit) / max($0.used, .leastNonzeroMagnitude) }.min() ?? 1
    let count = Int(Double(cities.count) * min(1, share))
    return count > 0 ? "\(count.counted("city", "cities")) at the present schedule" : nil
  }
}
