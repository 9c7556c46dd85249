public import FoundationEssentials
public import Schedule
import Weather

/// Decides what is due: a value, fed with the clock and with what became of earlier jobs.
///
/// A service has one job at a time. A city's two parts are due apart, because many services let
/// forecasts be asked for less often; a part that failed is tried again by itself.
public struct Scheduler: Sendable {
  /// A source with what follows for it.
  struct Entry {
    var source: Source
    var currentDue: Date
    var forecastDue: Date
    /// When each part last came by what the clock showed then, whatever it was set to since: the
    /// fixed times up to there have run.
    var currentServed: Date?
    var forecastServed: Date?
    var isBusy = false
    /// How often in a row it was the one that a service was tried with, in vain.
    var trials = 0

    /// Takes over what has come since the store was last written.
    mutating func adopt(_ older: Entry, in rules: any ZoneRules) {
      if let last = older.source.lastCurrent, last > source.lastCurrent ?? .distantPast {
        (source.lastCurrent, currentServed) = (last, older.currentServed)
        currentDue = source.currentDue(in: rules)
      }
      if let last = older.source.lastForecast, last > source.lastForecast ?? .distantPast {
        (source.lastForecast, forecastServed) = (last, older.forecastServed)
        forecastDue = source.forecastDue(in: rules)
      }
    }

    /// Whether the service does not want to be asked about the city yet.
    func isHeld(at now: Date) -> Bool { source.notBefore.map { $0 > now } ?? false }
  }

  var entries: [Entry]
  private(set) var index: [SourceKey: Int]
  /// The standing of each service, by its configured name.
  public internal(set) var services: [String: Service]
  /// Whether the network is there.
  public internal(set) var network: NetworkState
  /// The first seconds after the network's return, in which overdue cities are asked about.
  var returnSeconds = 60
  /// Until when cities are asked about that were missed while the network was away.
  var returningUntil: Date?
  let rules: any ZoneRules
  let local: Set<String>
  let random: @Sendable () -> Double

  /// A scheduler that takes up where the remembered states left off.
  ///
  /// - Parameters:
  ///   - network: whether the network was away when the last process ended.
  ///   - local: the services that need no network.
  ///   - rules: the zone that fixed times are meant in.
  ///   - random: a number in 0..<1 for the jitter of back-off.
  public init(
    sources: [Source], services: [String: Service] = [:], network: NetworkState = .init(),
    local: Set<String> = [], rules: any ZoneRules,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.rules = rules
    self.random = random
    self.services = services
    self.network = network
    self.local = local
    self.entries = sources.map {
      Entry(
        source: $0, currentDue: $0.currentDue(in: rules), forecastDue: $0.forecastDue(in: rules),
        currentServed: $0.lastCurrent, forecastServed: $0.lastForecast)
    }
    self.index = [:]
    for (position, entry) in entries.enumerated() {
      index[SourceKey(entry.source)] = position
      self.services[entry.source.provider, default: Service()].isBusy = false
    }
  }

  /// The jobs that are due now, at most one a service; they count as under way until `finish`.
  ///
  /// Of a service that failed as a whole, and of every service while the network is away, one city
  /// is asked about: the others wait for what comes of that.
  public mutating func takeDue(at now: Date) -> [Job] {
    if let until = returningUntil, until <= now { returningUntil = nil }
    var openness: [String: Openness] = [:]
    for name in services.keys { openness[name] = self.openness(of: name, at: now) }
    var wanted: [String: [Int: [City]]] = [:]
    var candidates: [String: Int] = [:]
    for position in entries.indices {
      let provider = entries[position].source.provider
      guard let open = openness[provider], open != .closed, isFree(entries[position], at: now)
      else { continue }
      let parts = dueParts(entries[position], at: now)
      if open == .all {
        guard !parts.isEmpty else { continue }
        wanted[provider, default: [:]][parts.rawValue, default: []]
          .append(entries[position].source.city)
        entries[position].isBusy = true
      } else if !parts.isEmpty || open == .any {
        candidates[provider] = better(position, than: candidates[provider])
      }
    }
    return takeJobs(wanted) + takeTrials(candidates, at: now)
  }

  private mutating func takeJobs(_ wanted: [String: [Int: [City]]]) -> [Job] {
    wanted.sorted { $0.key < $1.key }.map { provider, byParts in
      services[provider]?.isBusy = true
      let wants = byParts.sorted { $0.key > $1.key }.map {
        Job.Want(parts: Parts(rawValue: $0.key), cities: $0.value)
      }
      return Job(provider: provider, wants: wants)
    }
  }

  private mutating func takeTrials(_ candidates: [String: Int], at now: Date) -> [Job] {
    candidates.sorted { $0.key < $1.key }.map { provider, position in
      services[provider]?.isBusy = true
      entries[position].isBusy = true
      entries[position].trials += 1
      let entry = entries[position]
      let due = dueParts(entry, at: now)
      let usual = entry.source.forecastEverySeconds == nil ? Parts.all : .current
      let want = Job.Want(parts: due.isEmpty ? usual : due, cities: [entry.source.city])
      return Job(provider: provider, wants: [want], isTrial: true)
    }
  }

  /// The city to try a service with: not always the same, as it may be what fails.
  private func better(_ position: Int, than other: Int?) -> Int {
    guard let other else { return position }
    func rank(_ position: Int) -> (Int, Int) {
      (entries[position].trials, entries[position].source.failures)
    }
    return rank(position) < rank(other) ? position : other
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
    let gates = services.keys.reduce(into: [String: Gate]()) { $0[$1] = gate(of: $1) }
    var next = returningUntil
    for entry in entries where !entry.isBusy {
      guard let gate = gates[entry.source.provider] else { continue }
      var due = gate.isForAny ? gate.opensAt : min(entry.currentDue, entry.forecastDue)
      due = max(due, gate.opensAt)
      if let notBefore = entry.source.notBefore { due = max(due, notBefore) }
      next = min(next ?? due, due)
    }
    return next
  }

  /// When a service may be asked again, and whether then also for what is not due.
  private struct Gate {
    var opensAt: Date
    var isForAny = false
  }

  /// nil where nothing but an event opens it.
  private func gate(of provider: String) -> Gate? {
    guard let service = services[provider], !service.isBusy else { return nil }
    var gate = Gate(opensAt: service.pausedUntil ?? .distantPast)
    guard !local.contains(provider) else { return gate }
    switch network.phase {
    case .there: break
    case .doubted:
      gate.isForAny = network.awaits(provider)
      if !gate.isForAny { gate.opensAt = max(gate.opensAt, network.doubtRetryAt ?? gate.opensAt) }
    case .away:
      guard let absence = network.absence, network.awaits(provider) else { return nil }
      gate.opensAt = max(gate.opensAt, absence.probeAt)
    }
    return gate
  }

  /// Makes every source due at once, as USR1 asks; only what a service asked for itself (429) stays.
  public mutating func makeAllDue(at now: Date) {
    network.probeNow(at: now)
    for (name, service) in services where service.reason != .quota {
      services[name]?.pausedUntil = nil
      services[name]?.reason = nil
    }
    for position in entries.indices {
      entries[position].currentDue = min(now, entries[position].currentDue)
      entries[position].forecastDue = min(now, entries[position].forecastDue)
    }
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

  /// Takes over, after a reload, what the store may not know: jobs that are under way, and answers
  /// and pauses of which a full disk wants nothing.
  ///
  /// - Parameter same: the services whose key and settings are as they were.
  mutating func adopt(_ older: Scheduler, same: Set<String>) {
    for (name, service) in older.services where services[name] != nil {
      if same.contains(name) { services[name] = service }
      services[name]?.isBusy = service.isBusy
    }
    for entry in older.entries {
      guard let position = index[SourceKey(entry.source)] else { continue }
      entries[position].adopt(entry, in: rules)
    }
  }
}

extension Scheduler {
  /// What may be asked of a service.
  private enum Openness {
    /// Nothing.
    case closed
    /// All that is due.
    case all
    /// One city that is due.
    case one
    /// One city, due or not.
    case any
  }

  private func openness(of provider: String, at now: Date) -> Openness {
    guard let service = services[provider], !service.isBusy, !isPaused(provider, at: now)
    else { return .closed }
    if !local.contains(provider) {
      switch network.phase {
      case .there: break
      case .doubted:
        if network.awaits(provider) { return .any }
        return network.doubtRetryAt.map { $0 <= now } ?? false ? .one : .closed
      case .away:
        return network.awaits(provider) && network.mayProbe(at: now) ? .one : .closed
      }
    }
    return service.reason == nil ? .all : .one
  }

  func isPaused(_ provider: String, at now: Date) -> Bool {
    services[provider]?.pausedUntil.map { $0 > now } ?? false
  }

  func isFree(_ entry: Entry, at now: Date) -> Bool {
    !entry.isBusy && !entry.isHeld(at: now)
  }

  private func dueParts(_ entry: Entry, at now: Date) -> Parts {
    var parts: Parts = []
    if entry.currentDue <= now { parts.insert(.current) }
    if entry.forecastDue <= now { parts.insert(.forecast) }
    // Where one reply brings both, asking for one alone saves nothing.
    return parts.isEmpty || entry.source.forecastEverySeconds != nil ? parts : .all
  }
}
