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
    /// What the schedule would use in it at most, as the service counts; of a minute the average of
    /// the busiest hour.
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
    /// What would fit, each by itself; empty when it fits, or when nothing would.
    public let remedies: [String]

    /// Whether all limits hold.
    public var isFitting: Bool { uses.allSatisfy(\.isFitting) }

    var advice: String {
      remedies.isEmpty
        ? "no schedule of up to a day fits: use fewer cities, or a larger plan"
        : "it would fit with \(remedies.joined(separator: ", or with "))"
    }
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
          + "than the \(use.limit) that are allowed; " + service.advice
      }
    }
  }

  private static func plan(
    _ provider: any Provider, _ assembly: Assembly, now: Date
  ) -> ServicePlan {
    let name = provider.settings.name
    let cities = assembly.configuration.cities.filter { $0.active && $0.providers.contains(name) }
    let need = ScheduledNeed(provider, assembly, now: now)
    let uses = QuotaPolicy.limits(of: provider).sorted { $0.key < $1.key }.map {
      Use(window: $0, limit: $1, used: need.cost(in: $0))
    }
    return ServicePlan(
      name: name, kind: provider.settings.kind, baseURL: provider.settings.baseURL,
      cities: cities.count, requestsPerDay: need.requestsPerDay, costPerDay: need.costPerDay,
      uses: uses,
      remedies: uses.allSatisfy(\.isFitting)
        ? [] : QuotaAdvice(provider, cities.map(\.city), assembly, uses, now: now).remedies)
  }
}
