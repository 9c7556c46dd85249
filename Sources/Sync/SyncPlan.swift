import Configuration
public import FoundationEssentials
import Providers
import Schedule
public import Weather

/// What a configuration would do, and whether it fits the services' quotas: for `check`.
public struct SyncPlan: Sendable {
  /// A limit and what the configuration would use of it.
  public struct Use: Sendable, Equatable {
    /// The time over which is counted.
    public let window: QuotaWindow
    /// What is allowed in it.
    public let limit: Int
    /// What the schedule would use in it, on average, as the service counts.
    public let used: Double

    /// Whether it fits.
    public var isFitting: Bool { used <= Double(limit) }
  }

  /// One service and what the configuration would ask of it.
  public struct ServicePlan: Sendable, Equatable {
    /// The configured name.
    public let name: String
    /// The shape of its replies.
    public let kind: ServiceKind
    /// Its address, where it is not the service's own.
    public let baseURL: String?
    /// How many cities it is asked about.
    public let cities: Int
    /// Requests a day.
    public let requestsPerDay: Double
    /// What they cost a day, as the service counts.
    public let costPerDay: Double
    /// The limits that hold, shortest window first.
    public let uses: [Use]

    /// Whether all limits hold.
    public var isFitting: Bool { uses.allSatisfy(\.isFitting) }
  }

  /// One city and when it would be fetched.
  public struct CityPlan: Sendable, Equatable {
    /// The city.
    public let city: City
    /// Its services, the default one first.
    public let providers: [String]
    /// Its schedule, as configured.
    public let schedule: String
    /// Seconds over which installations spread.
    public let spreadSeconds: Int
    /// The next five times, before the shift by spread.
    public let next: [Date]
  }

  /// The services that are used, by name.
  public let services: [ServicePlan]
  /// The active cities, in the order of the configuration.
  public let cities: [CityPlan]

  /// Works out the plan from now on.
  public init(_ assembly: Assembly, now: Date) {
    let active = assembly.configuration.cities.filter(\.active)
    self.services = assembly.providers.values.sorted { $0.settings.name < $1.settings.name }.map {
      Self.plan($0, assembly, now: now)
    }
    self.cities = active.map { configured in
      var times: [Date] = []
      for _ in 0..<5 {
        times.append(configured.schedule.next(after: times.last ?? now, in: assembly.rules))
      }
      return CityPlan(
        city: configured.city, providers: configured.providers,
        schedule: configured.schedule.description, spreadSeconds: assembly.spread(configured),
        next: times)
    }
  }

  /// A sentence for each limit that does not hold, with what to change.
  public var problems: [String] {
    services.flatMap { service in
      service.uses.filter { !$0.isFitting }.map { use in
        "\(service.name): \(Int(use.used.rounded(.up))) requests \(use.window.each) are more "
          + "than the \(use.limit) that are allowed; use a longer schedule or forecast_every, "
          + "or fewer cities"
      }
    }
  }

  private static func plan(
    _ provider: any Provider, _ assembly: Assembly, now: Date
  ) -> ServicePlan {
    let name = provider.settings.name
    let cities = assembly.configuration.cities.filter { $0.active && $0.providers.contains(name) }
    var requests = 0.0
    var cost = 0.0
    for (schedule, group) in Dictionary(grouping: cities, by: \.schedule) {
      let day = rounds(of: schedule, provider, assembly, now: now)
      for (parts, count) in [(Parts.all, day.full), (.current, day.currentOnly)] where count > 0 {
        let asked = provider.usualRequests(
          for: group.map(\.city), state: ProviderState(parts: parts, now: now))
        requests += count * Double(asked.count)
        cost += count * asked.reduce(0) { $0 + $1.cost }
      }
    }
    return ServicePlan(
      name: name, kind: provider.settings.kind, baseURL: provider.settings.baseURL,
      cities: cities.count, requestsPerDay: requests, costPerDay: cost,
      uses: RequestBudget.limits(of: provider).sorted { $0.key < $1.key }.map { window, limit in
        Use(window: window, limit: limit, used: cost * Double(window.seconds) / 86_400)
      })
  }

  /// How often a day both parts are asked for, and how often the current conditions alone.
  private static func rounds(
    of schedule: Schedule, _ provider: any Provider, _ assembly: Assembly, now: Date
  ) -> (full: Double, currentOnly: Double) {
    var count = 0.0
    if let interval = schedule.intervalSeconds {
      count = 86_400 / Double(interval)
    } else {
      // Over a week, because a list of weekdays has idle days.
      let end = now.addingTimeInterval(7 * 86_400)
      var next = schedule.next(after: now, in: assembly.rules)
      while next <= end, count < 7 * 1440 {
        count += 1
        next = schedule.next(after: next, in: assembly.rules)
      }
      count /= 7
    }
    guard provider.profile.savesByParts else { return (count, 0) }
    let full = min(count, 86_400 / Double(max(1, provider.settings.forecastEverySeconds)))
    return (full, count - full)
  }
}
