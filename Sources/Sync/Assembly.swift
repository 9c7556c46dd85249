public import Configuration
public import FoundationEssentials
public import History
public import Providers
public import Schedule
public import Weather
public import Zones

/// A configuration made ready to work: providers, zone rules, and what the store is told of it.
///
/// What only this program can check is checked here: whether each service is complete, and whether
/// each city can have a zone.
public struct Assembly: Sendable {
  /// What it was made from.
  public let configuration: Configuration
  /// The services that active cities use, by configured name; also of cities whose place is not
  /// known yet.
  public let providers: [String: any Provider]
  /// The zone that fixed times of schedules are meant in.
  public let rules: any ZoneRules
  private let rhythms: [Schedule: Rhythm]

  /// What follows from a schedule alone: computed once, however many cities share it.
  private struct Rhythm: Sendable {
    let longestGapSeconds: Int
    let defaultSpreadSeconds: Int
  }

  /// Checks and connects the parts; collects everything that is wrong.
  ///
  /// - Parameters:
  ///   - now: from when on the longest gap of each schedule is looked for.
  ///   - rememberedZones: the zones that the store knows, by slug; asked for only where a city
  ///     has no other way to one.
  public init(
    _ configuration: Configuration, now: Date, rememberedZones: () -> [String: String] = { [:] }
  ) throws(SyncError) {
    var problems: [String] = []
    var providers: [String: any Provider] = [:]
    let used =
      configuration.cities.filter(\.active).flatMap(\.providers)
      + configuration.named.filter(\.active).flatMap(\.providers)
    for name in Set(used).sorted() {
      guard let settings = configuration.services[name] else { continue }
      do throws(ProviderError) {
        let source = FileSource(settings)
        providers[name] = try ProviderFactory.make(
          settings: source.settings, contact: configuration.contact, files: source.replies)
      } catch {
        problems.append("\(configuration.path): \(error)")
      }
    }
    problems += Self.missingZones(configuration, providers, rememberedZones)
    guard problems.isEmpty else {
      throw SyncError(.configuration, problems.joined(separator: "\n"))
    }
    self.configuration = configuration
    self.providers = providers
    let rules = Self.rules(of: configuration)
    self.rules = rules
    var rhythms: [Schedule: Rhythm] = [:]
    for schedule in Set(configuration.cities.map(\.schedule)) {
      rhythms[schedule] = Rhythm(
        longestGapSeconds: schedule.longestGapSeconds(from: now, in: rules),
        defaultSpreadSeconds: Spread.defaultSeconds(for: schedule, from: now, in: rules))
    }
    self.rhythms = rhythms
  }

  /// The active cities with all that the store keeps of them.
  public var registered: [RegisteredCity] {
    configuration.cities.enumerated().map { position, configured in
      RegisteredCity(
        city: configured.city, position: position, active: configured.active,
        moved: configured.moved,
        sources: configured.providers.enumerated().map { rank, name in
          let settings = configuration.services[name]
          return RegisteredSource(
            provider: name, kind: settings?.kind.rawValue ?? name, rank: rank,
            freshness: freshness(configured, settings))
        })
    }
  }

  /// What the scheduler works on: each active city at each of its services.
  ///
  /// - Parameters:
  ///   - cities: what registering returned, with the zones that are remembered.
  ///   - unanswered: what was asked when the program ended.
  ///   - installation: what the shift by spread depends on, so that it stays the same.
  ///   - now: what is remembered of a time well after it was stamped by a wrong clock, and is not
  ///     believed: nothing would be due until then.
  public func sources(
    cities: [RegisteredCity], states: [SourceState], unanswered: [SourceAsked] = [],
    installation: String, now: Date, isClockWrong: Bool = false
  ) -> [Scheduler.Source] {
    let states = states.map { $0.believed(at: now, isClockWrong: isClockWrong) }
    let asked = Dictionary(
      unanswered.filter { $0.askedAt.isBelievable(at: now) }.map {
        (SourceKey(slug: $0.slug, provider: $0.provider), $0.askedAt)
      },
      uniquingKeysWith: max)
    var remembered = [SourceKey: SourceState](minimumCapacity: states.count)
    for state in states {
      remembered[SourceKey(slug: state.slug, provider: state.provider)] = state
    }
    var completed = [String: City](minimumCapacity: cities.count)
    for city in cities.map(\.city) where completed[city.slug] == nil { completed[city.slug] = city }
    return configuration.cities.filter(\.active).flatMap { configured in
      configured.providers.compactMap { name in
        providers[name].map { provider in
          let key = SourceKey(slug: configured.city.slug, provider: name)
          var source = source(
            configured, city: completed[configured.city.slug] ?? configured.city, provider,
            state: remembered[key], installation: installation)
          source.unansweredSince = asked[key]
          return source
        }
      }
    }
  }

  /// The services that read files and need no network.
  var localServices: Set<String> {
    Set(providers.filter { $0.value.settings.kind == .file }.keys)
  }

  /// The active cities as configured.
  var cities: [City] { configuration.cities.filter(\.active).map(\.city) }

  /// The services whose key and settings are those of an earlier configuration.
  func services(sameAs earlier: Assembly) -> Set<String> {
    Set(
      providers.keys.filter {
        earlier.providers[$0] != nil && fingerprint(of: $0) == earlier.fingerprint(of: $0)
      })
  }

  /// A mark of a service's key and settings, from which the key can't be told: when it changes, a
  /// pause for a refused key ends.
  func fingerprint(of provider: String) -> String {
    guard let settings = configuration.services[provider] else { return "" }
    let parts = [settings.kind.rawValue, settings.baseURL ?? "", settings.endpoint ?? ""]
    let text = parts.joined(separator: "\n") + "\n"
    let key = settings.key?.reveal { Array($0.utf8) } ?? []
    return String(StableHash.fnv1a(Array(text.utf8) + key), radix: 16)
  }

  private func source(
    _ configured: ConfiguredCity, city: City, _ provider: any Provider, state: SourceState?,
    installation: String
  ) -> Scheduler.Source {
    let settings = provider.settings
    return Scheduler.Source(
      city: city, provider: settings.name, schedule: configured.schedule,
      shiftSeconds: Spread.offsetSeconds(
        installation: installation,
        key: provider.profile.isWholeServiceBatchable
          ? settings.name : "\(settings.name) \(city.slug)",
        spreadSeconds: spread(configured)),
      forecastEverySeconds: provider.profile.savesByParts ? settings.forecastEverySeconds : nil,
      lastCurrent: state?.currentAt, lastForecast: state?.forecastAt,
      failures: state?.errorCode?.saysNoNetwork == true ? 0 : state?.failures ?? 0,
      retryAt: state?.retryAt,
      notBefore: state?.memory.expiresAt)
  }

  private func freshness(
    _ configured: ConfiguredCity, _ settings: ServiceSettings?
  ) -> Freshness {
    Freshness(
      intervalSeconds: rhythms[configured.schedule]?.longestGapSeconds ?? 0,
      spreadSeconds: spread(configured),
      forecastIntervalSeconds: settings?.forecastEverySeconds ?? 0)
  }

  /// Seconds over which installations spread their requests for a city.
  func spread(_ configured: ConfiguredCity) -> Int {
    configured.spreadSeconds ?? rhythms[configured.schedule]?.defaultSpreadSeconds ?? 0
  }

  /// The configured zone of schedules, else the process's, else UTC.
  private static func rules(of configuration: Configuration) -> any ZoneRules {
    if let name = configuration.timezone, let zone = Zone(name) { return zone }
    if let zone = Zone.system() { return zone }
    return FixedZone.utc
  }

  /// Cities whose days can't be cut: a service gives no zone, and nothing else does.
  private static func missingZones(
    _ configuration: Configuration, _ providers: [String: any Provider],
    _ rememberedZones: () -> [String: String]
  ) -> [String] {
    let candidates = configuration.cities.filter { configured in
      let profiles = configured.providers.compactMap { providers[$0]?.profile }
      return configured.active && configured.city.likelyTimezone == nil
        && profiles.contains(where: \.needsZone) && !profiles.contains(where: \.namesZone)
    }
    guard !candidates.isEmpty else { return [] }
    let known = rememberedZones()
    return candidates.filter { known[$0.city.slug].flatMap { Zone($0) } == nil }.map {
      "\(configuration.path):\($0.line): no service of the city \($0.city.slug) says in which "
        + "time zone it is, which days depend on: add timezone = \"Area/City\", as in Europe/Oslo"
    }
  }
}

extension Zone: ZoneRules {
  /// The offset at an instant and where it ends.
  public func period(at instant: Date) -> OffsetPeriod {
    let offset = offset(at: instant)
    return OffsetPeriod(utcOffsetSeconds: offset.seconds, end: offset.until)
  }
}

extension Date {
  /// How far ahead of now what has happened may lie: clocks differ.
  private static let toleranceSeconds = 300.0
  /// How long a service may ask not to be asked again.
  private static let longestExpiry = 86_400.0

  /// Whether it can be a time at which something has happened.
  fileprivate func isBelievable(at now: Date) -> Bool {
    self <= now.addingTimeInterval(Self.toleranceSeconds)
  }

  /// Whether a service can have meant it as the end of its last reply.
  fileprivate func isBelievableExpiry(at now: Date) -> Bool {
    self <= now.addingTimeInterval(Self.longestExpiry)
  }
}

extension SourceState {
  /// The state without times that a wrong clock has stamped.
  ///
  /// A clock that is wrong now has stamped the last attempt as well, while its answer carries the
  /// server's time: where nothing failed in it, all that was due then has come.
  fileprivate func believed(at now: Date, isClockWrong: Bool) -> SourceState {
    var state = self
    if state.currentAt?.isBelievable(at: now) == false { state.currentAt = nil }
    if state.forecastAt?.isBelievable(at: now) == false { state.forecastAt = nil }
    if isClockWrong, failures == 0, let attempt = lastAttemptAt, attempt.isBelievable(at: now) {
      if currentAt != nil { state.currentAt = max(state.currentAt ?? attempt, attempt) }
      if forecastAt != nil { state.forecastAt = max(state.forecastAt ?? attempt, attempt) }
    }
    if state.retryAt?.isBelievableExpiry(at: now) == false { state.retryAt = nil }
    if state.memory.expiresAt?.isBelievableExpiry(at: now) == false { state.memory.expiresAt = nil }
    return state
  }
}
