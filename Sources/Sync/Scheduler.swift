public import FoundationEssentials
public import Schedule
import Weather

/// Decides what is due: a value, fed with the clock and with what became of earlier jobs.
///
/// A service has one job at a time. A city's two parts are due apart, because many services let
/// forecasts be asked for less often; a part that failed is tried again by itself.
public struct Scheduler: Sendable {
  private struct Entry {
    var source: Source
    var currentDue: Date
    var forecastDue: Date
    var isBusy = false

    /// Whether the service does not want to be asked about the city yet.
    func isHeld(at now: Date) -> Bool { source.notBefore.map { $0 > now } ?? false }
  }

  private var entries: [Entry]
  private var index: [SourceKey: Int]
  /// The standing of each service, by its configured name.
  public private(set) var services: [String: Service]
  private let rules: any ZoneRules
  private let random: @Sendable () -> Double

  /// A scheduler that takes up where the remembered states left off.
  ///
  /// - Parameters:
  ///   - rules: the zone that fixed times are meant in.
  ///   - random: a number in 0..<1 for the jitter of back-off.
  public init(
    sources: [Source], services: [String: Service] = [:], rules: any ZoneRules,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.rules = rules
    self.random = random
    self.services = services
    self.entries = sources.map {
      Entry(
        source: $0, currentDue: Self.currentDue($0, rules: rules),
        forecastDue: Self.forecastDue($0, rules: rules))
    }
    self.index = [:]
    for (position, entry) in entries.enumerated() {
      index[SourceKey(entry.source)] = position
      self.services[entry.source.provider, default: Service()].isBusy = false
    }
  }

  /// The jobs that are due now, at most one a service; they count as under way until `finish`.
  public mutating func takeDue(at now: Date) -> [Job] {
    var wanted: [String: [Int: [City]]] = [:]
    for position in entries.indices where isOpen(entries[position], at: now) {
      let parts = dueParts(entries[position], at: now)
      guard !parts.isEmpty else { continue }
      let source = entries[position].source
      wanted[source.provider, default: [:]][parts.rawValue, default: []].append(source.city)
      entries[position].isBusy = true
    }
    return wanted.sorted { $0.key < $1.key }.map { provider, byParts in
      services[provider]?.isBusy = true
      let wants = byParts.sorted { $0.key > $1.key }.map {
        Job.Want(parts: Parts(rawValue: $0.key), cities: $0.value)
      }
      return Job(provider: provider, wants: wants)
    }
  }

  /// A job for every service with all its cities and parts, whatever is due; for a manual pass.
  ///
  /// Only what a service does not want to be asked yet is left out.
  public mutating func takeAll(at now: Date) -> [Job] {
    var cities: [String: [City]] = [:]
    for position in entries.indices where !entries[position].isHeld(at: now) {
      cities[entries[position].source.provider, default: []].append(entries[position].source.city)
      entries[position].isBusy = true
    }
    return cities.sorted { $0.key < $1.key }.map { provider, cities in
      services[provider]?.isBusy = true
      return Job(provider: provider, wants: [Job.Want(parts: .all, cities: cities)])
    }
  }

  /// When something is next due; nil while nothing is, or only what waits for a job to end.
  public func nextWake() -> Date? {
    var next: Date?
    for entry in entries where !entry.isBusy {
      let service = services[entry.source.provider]
      if service?.isBusy == true { continue }
      var due = min(entry.currentDue, entry.forecastDue)
      if let notBefore = entry.source.notBefore { due = max(due, notBefore) }
      if let pausedUntil = service?.pausedUntil { due = max(due, pausedUntil) }
      next = min(next ?? due, due)
    }
    return next
  }

  /// Makes every source due at once, as USR1 asks; only what a service asked for itself (429) stays.
  public mutating func makeAllDue(at now: Date) {
    for (name, service) in services where service.reason != .quota {
      services[name]?.pausedUntil = nil
    }
    for position in entries.indices {
      entries[position].currentDue = min(now, entries[position].currentDue)
      entries[position].forecastDue = min(now, entries[position].forecastDue)
    }
  }

  /// Takes in what became of a job.
  public mutating func finish(_ result: JobResult, at now: Date) {
    services[result.provider]?.isBusy = false
    for position in entries.indices where entries[position].source.provider == result.provider {
      entries[position].isBusy = false
    }
    for (slug, outcome) in result.cities {
      guard let position = index[SourceKey(slug: slug, provider: result.provider)] else { continue }
      entries[position] = settled(entries[position], outcome, at: now)
    }
    settleService(result, at: now)
  }

  /// When each source that failed may be tried again: what must survive a restart.
  var retries: [SourceRetry] {
    entries.compactMap { entry in
      entry.source.retryAt.map {
        SourceRetry(slug: entry.source.city.slug, provider: entry.source.provider, retryAt: $0)
      }
    }
  }

  /// What is needed to tell which hours have no reading.
  var gapBook: GapBook { GapBook(sources: entries.map(\.source), rules: rules) }

  /// Lifts the pauses and back-off that were due to the network, because it came back.
  public mutating func networkReturned(at now: Date) {
    for (name, service) in services where service.reason?.isNetwork == true {
      services[name]?.pausedUntil = nil
      services[name]?.failures = 0
      services[name]?.reason = nil
    }
  }

  /// Lets jobs that are under way count as under way here too, after a reload.
  mutating func adoptBusy(from older: Scheduler) {
    for (name, service) in older.services where service.isBusy && services[name] != nil {
      services[name]?.isBusy = true
    }
  }
}

extension Scheduler {
  private func isOpen(_ entry: Entry, at now: Date) -> Bool {
    guard !entry.isBusy, !entry.isHeld(at: now), let service = services[entry.source.provider],
      !service.isBusy
    else { return false }
    return service.pausedUntil.map { $0 <= now } ?? true
  }

  private func dueParts(_ entry: Entry, at now: Date) -> Parts {
    var parts: Parts = []
    if entry.currentDue <= now { parts.insert(.current) }
    if entry.forecastDue <= now { parts.insert(.forecast) }
    // Where one reply brings both, asking for one alone saves nothing.
    return parts.isEmpty || entry.source.forecastEverySeconds != nil ? parts : .all
  }

  private func settled(
    _ before: Entry, _ outcome: JobResult.CityOutcome, at now: Date
  ) -> Entry {
    var entry = before
    if outcome.succeeded.contains(.current) { entry.source.lastCurrent = now }
    if outcome.succeeded.contains(.forecast) { entry.source.lastForecast = now }
    if !outcome.succeeded.isEmpty { entry.source.notBefore = outcome.notBefore }
    // What the whole service refused stays due: the service's pause holds it.
    let own = outcome.failures.filter { !$0.error.concernsService }
    entry.source.failures = own.isEmpty ? 0 : entry.source.failures + 1
    entry.source.retryAt = nil
    entry.source.unansweredSince = nil
    let scheduled = Self.next(entry.source, after: now, rules: rules)
    if outcome.succeeded.contains(.current) { entry.currentDue = scheduled }
    if outcome.succeeded.contains(.forecast) {
      entry.forecastDue = Self.forecastDue(entry.source, rules: rules)
    }
    for failure in own {
      let due =
        retryTime(failure.error, failures: entry.source.failures, at: now) ?? scheduled
      if failure.part.contains(.current) { entry.currentDue = due }
      if failure.part.contains(.forecast) { entry.forecastDue = due }
      entry.source.retryAt = due
    }
    return entry
  }

  /// When to try again after a failure that may pass; nil when the schedule's next time will do.
  private func retryTime(_ error: FetchError, failures: Int, at now: Date) -> Date? {
    guard error.isTransient else { return nil }
    return now.addingTimeInterval(
      max(
        Backoff.standard.delaySeconds(afterFailures: failures, random: random()),
        error.retryAfterSeconds ?? 0))
  }

  private mutating func settleService(_ result: JobResult, at now: Date) {
    guard let error = result.stopped else {
      services[result.provider]?.pausedUntil = nil
      services[result.provider]?.reason = nil
      services[result.provider]?.failures = 0
      return
    }
    let failures = (services[result.provider]?.failures ?? 0) + 1
    let pause = Self.pauseSeconds(error, failures: failures, random: random())
    services[result.provider]?.failures = failures
    services[result.provider]?.reason = error.code
    services[result.provider]?.pausedUntil = now.addingTimeInterval(pause)
  }

  /// How long a service is left alone: an hour for a refused key or contact, what it asks for with
  /// 429 (a minute and doubling where it does not say), else the back-off.
  static func pauseSeconds(_ error: FetchError, failures: Int, random: Double) -> Double {
    switch error.code {
    case .key, .refused: 3600
    case .quota:
      error.retryAfterSeconds
        ?? Backoff.rateLimited.delaySeconds(afterFailures: failures, random: random)
    default:
      max(
        error.retryAfterSeconds ?? 0,
        Backoff.standard.delaySeconds(afterFailures: failures, random: random))
    }
  }

  private static func currentDue(_ source: Source, rules: any ZoneRules) -> Date {
    let due = ownCurrentDue(source, rules: rules)
    return max(due, unansweredDue(source, rules: rules) ?? due)
  }

  private static func ownCurrentDue(_ source: Source, rules: any ZoneRules) -> Date {
    guard let last = source.lastCurrent else { return source.retryAt ?? .distantPast }
    if source.failures > 0, let retryAt = source.retryAt { return retryAt }
    return next(source, after: last, rules: rules)
  }

  private static func forecastDue(_ source: Source, rules: any ZoneRules) -> Date {
    let due = ownForecastDue(source, rules: rules)
    return max(due, unansweredDue(source, rules: rules) ?? due)
  }

  private static func ownForecastDue(_ source: Source, rules: any ZoneRules) -> Date {
    guard let last = source.lastForecast else { return source.retryAt ?? .distantPast }
    guard let every = source.forecastEverySeconds else {
      return next(source, after: last, rules: rules)
    }
    // A reply comes a little after its time: without slack each forecast would slip by a round.
    let slack = min(300, every / 4)
    return next(source, after: last.addingTimeInterval(Double(every - slack)), rules: rules)
  }

  /// When a source is asked again whose answer was lost because the program ended: at its next
  /// time, or after a quarter of an hour where that is sooner.
  ///
  /// A program that is restarted again and again must not ask more than one that runs through.
  private static func unansweredDue(_ source: Source, rules: any ZoneRules) -> Date? {
    source.unansweredSince.map { asked in
      min(next(source, after: asked, rules: rules), asked.addingTimeInterval(900))
    }
  }

  /// The first time of the schedule, moved by the spread, after an instant.
  private static func next(_ source: Source, after instant: Date, rules: any ZoneRules) -> Date {
    let shift = Double(source.shiftSeconds)
    return source.schedule.next(after: instant.addingTimeInterval(-shift), in: rules)
      .addingTimeInterval(shift)
  }
}

/// A city at a service.
struct SourceKey: Hashable, Sendable {
  let slug: String
  let provider: String

  init(slug: String, provider: String) {
    self.slug = slug
    self.provider = provider
  }

  init(_ source: Scheduler.Source) {
    self.init(slug: source.city.slug, provider: source.provider)
  }
}

extension FetchError.Code {
  /// Whether the network rather than the service is to blame.
  var isNetwork: Bool {
    switch self {
    case .offline, .dns, .connection, .timeout, .tls, .captive: true
    default: false
    }
  }
}
