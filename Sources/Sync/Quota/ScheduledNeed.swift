import Configuration
import FoundationEssentials
import Providers
import Schedule
import Weather

/// What the schedule of a configuration costs at one service.
struct ScheduledNeed: Sendable {
  /// The rounds of one schedule.
  private struct Group {
    /// Firings, in Unix seconds: of a month at most.
    let firings: [Int]
    /// What a round of both parts costs, and how many requests it takes.
    let full: (cost: Double, requests: Double)
    /// The same of a round of the current conditions alone.
    let current: (cost: Double, requests: Double)
    /// The share of the rounds that ask for both parts.
    let fullShare: Double
    /// The seconds that the firings cover.
    let covered: Int
  }

  /// Firings that are looked at: what fires more often does so evenly.
  private static let maximumFirings = 20_000
  private let groups: [Group]

  /// The need of a service's cities from an instant on, as they are configured.
  init(_ provider: any Provider, _ assembly: Assembly, now: Date) {
    let name = provider.settings.name
    let cities = assembly.configuration.cities.filter { $0.active && $0.providers.contains(name) }
    groups = Dictionary(grouping: cities, by: \.schedule).map { schedule, cities in
      Self.group(schedule, cities.map(\.city), provider, assembly.rules, now: now)
    }
  }

  /// The need of cities that all have one schedule.
  init(
    _ schedule: Schedule, _ cities: [City], _ provider: any Provider, _ rules: any ZoneRules,
    now: Date
  ) {
    groups = [Self.group(schedule, cities, provider, rules, now: now)]
  }

  /// What the busiest window costs; of a minute the average of the busiest hour, because rounds
  /// wait for the next minute, and for nothing longer.
  func cost(in window: QuotaWindow) -> Double {
    guard window != .minute else { return cost(in: .hour) / 60 }
    let seconds = window == .month ? 31 * 86_400 : window.seconds
    return groups.reduce(0) { $0 + Self.busiest($1, seconds) * Self.mean($1, \.cost) }
  }

  /// Requests a day, on average.
  var requestsPerDay: Double { perDay(\.requests) }
  /// What they cost a day, on average.
  var costPerDay: Double { perDay(\.cost) }

  private func perDay(_ what: KeyPath<(cost: Double, requests: Double), Double>) -> Double {
    groups.reduce(0) { sum, group in
      let rounds = Double(group.firings.count) * 86_400 / Double(max(1, group.covered))
      return sum + rounds * Self.mean(group, what)
    }
  }

  /// What a round costs on average.
  private static func mean(
    _ group: Group, _ what: KeyPath<(cost: Double, requests: Double), Double>
  ) -> Double {
    group.full[keyPath: what] * group.fullShare
      + group.current[keyPath: what] * (1 - group.fullShare)
  }

  /// The most rounds in any stretch of so many seconds.
  private static func busiest(_ group: Group, _ seconds: Int) -> Double {
    guard seconds <= group.covered else {
      return Double(group.firings.count) * Double(seconds) / Double(max(1, group.covered))
    }
    var most = 0
    var first = 0
    for (index, firing) in group.firings.enumerated() {
      while group.firings[first] <= firing - seconds { first += 1 }
      most = max(most, index - first + 1)
    }
    return Double(most)
  }

  private static func group(
    _ schedule: Schedule, _ cities: [City], _ provider: any Provider, _ rules: any ZoneRules,
    now: Date
  ) -> Group {
    let (firings, covered) = firings(of: schedule, rules, now: now)
    // Where each city is asked for alone, one tells of all.
    let isBatched = provider.profile.isWholeServiceBatchable
    let sample = isBatched ? cities : Array(cities.prefix(1))
    let factor = isBatched ? 1 : Double(cities.count)
    func round(_ parts: Parts) -> (cost: Double, requests: Double) {
      let requests = provider.usualRequests(
        for: sample, state: ProviderState(parts: parts, now: now))
      return (requests.reduce(0) { $0 + $1.cost } * factor, Double(requests.count) * factor)
    }
    let full = round(.all)
    let isSaving = provider.profile.savesByParts
    let roundsADay = Double(firings.count) * 86_400 / Double(max(1, covered))
    let fullADay = 86_400 / Double(max(1, provider.settings.forecastEverySeconds))
    return Group(
      firings: firings, full: full, current: isSaving ? round(.current) : full,
      fullShare: isSaving && roundsADay > 0 ? min(1, fullADay / roundsADay) : 1, covered: covered)
  }

  private static func firings(
    of schedule: Schedule, _ rules: any ZoneRules, now: Date
  ) -> ([Int], covered: Int) {
    // An interval is even: a day of it tells as much as a month, unless it is longer.
    let days = schedule.intervalSeconds.map { $0 <= 3600 ? 1 : 31 } ?? 31
    let end = now.addingTimeInterval(Double(days) * 86_400)
    var firings: [Int] = []
    var next = schedule.next(after: now, in: rules)
    while next <= end {
      guard firings.count < maximumFirings else {
        return (firings, Int(next.timeIntervalSince(now)))
      }
      firings.append(Int(next.unixSeconds))
      next = schedule.next(after: next, in: rules)
    }
    return (firings, days * 86_400)
  }
}
