import Configuration
import FoundationEssentials
public import HTTP
public import History
import Providers
import Schedule
import Synchronization
import Weather

/// A configuration at work on an open store: what `sync` and `run` share.
public struct Session: Sendable {
  /// The configuration, checked.
  public let assembly: Assembly
  /// The open store.
  public let store: Store
  let transport: any Transport
  let clock: WallClock
  let log: Log
  let zones = ZoneBook()
  let budgets = RequestBudgets()
  let memories = MemoryBook()
  let clockGuard: ClockGuard
  private var asksAnew = false

  /// A session; `start` makes the store match the configuration.
  public init(
    assembly: Assembly, store: Store, transport: any Transport, clock: WallClock = .system,
    log: Log
  ) {
    self.init(
      assembly: assembly, store: store, transport: transport, clock: clock, log: log,
      clockGuard: ClockGuard())
  }

  /// The same session, in which everything is asked anew, a city a request, so that a recorder
  /// keeps replies that stand by themselves.
  public func recording() -> Session {
    var copy = self
    copy.asksAnew = true
    return copy
  }

  init(
    assembly: Assembly, store: Store, transport: any Transport, clock: WallClock, log: Log,
    clockGuard: ClockGuard
  ) {
    self.assembly = assembly
    self.store = store
    self.transport = ReplyRouter(network: transport)
    self.clock = clock
    self.log = log
    self.clockGuard = clockGuard
  }

  /// Registers the cities and returns a scheduler that takes up where the store left off.
  ///
  /// - Parameter random: a number in 0..<1 for the jitter of back-off.
  public func start(
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) async throws(HistoryError) -> Scheduler {
    let assembly = assembly, budgets = budgets, zones = zones
    let now = clock.now()
    let cities = try await store.prepare { writer throws(HistoryError) in
      let cities = try writer.together { () throws(HistoryError) in
        let cities = try writer.register(assembly.registered)
        for city in cities.map(\.city) {
          guard let zone = city.likelyTimezone else { continue }
          try OffsetTable.keep(zone, ofSlug: city.slug, writer, now: now)
        }
        return cities
      }
      zones.remindOfAll()
      return cities
    }
    try await budgets.load(assembly, store: store, clock: clock)
    let known = try await store.withWriter { writer throws(HistoryError) in
      return Known(
        cities: cities, sources: try writer.sourceStates(),
        unanswered: try writer.unanswered(), services: try writer.serviceStates(),
        absence: try writer.networkAbsence(), clock: try writer.clockTrouble(),
        installation: try writer.installation())
    }
    memories.learn(known.sources)
    let sources = assembly.sources(
      cities: known.cities, states: known.sources, unanswered: known.unanswered,
      installation: known.installation, now: now, isClockWrong: known.clock?.isWrong ?? false)
    clockGuard.remember(known.clock)
    let network = NetworkState(absence: known.absence?.believed(at: now))
    return Scheduler(
      sources: sources, services: standing(known, at: now), network: network,
      local: assembly.localServices, rules: assembly.rules, random: random)
  }

  /// Whether hours that are over by the clock really are: with one that is known to be wrong, or was
  /// just set, nobody can tell.
  func canTellWhatIsOver(at now: Date) -> Bool {
    now >= ClockGuard.earliest && !clockGuard.isWrong && !clockGuard.isDoubted
  }

  /// Whether what is old by the clock may be let go: only once a service has agreed with it, where
  /// one can be asked.
  var mayLetGo: Bool { clockGuard.isConfirmed || isLocal }

  /// Takes in that the clock was set by so many seconds; where there is no service, it is believed.
  func clockWasSet(by seconds: Double) {
    if !isLocal { clockGuard.clockWasSet(by: seconds) }
  }

  private var isLocal: Bool {
    assembly.localServices.isSuperset(of: assembly.providers.keys)
  }

  /// Carries out a job.
  func perform(
    _ job: Job, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> JobResult {
    guard let provider = assembly.providers[job.provider] else {
      return JobResult(provider: job.provider)
    }
    let runner = JobRunner(
      transport: transport, provider: provider, budget: budgets[job.provider], store: store,
      zones: zones, memories: memories, clock: clock, clockGuard: clockGuard,
      asksAnew: asksAnew, log: log, progress: progress)
    return await runner.run(job)
  }

  /// What services said to others than their last job, as jobs that they stopped: requests for the
  /// past are nothing that the scheduler knows of.
  func pleas(_ scheduler: Scheduler) -> [JobResult] {
    scheduler.services.keys.sorted().compactMap { name in
      guard scheduler.services[name]?.isBusy == false, !scheduler.isPaused(name, at: clock.now()),
        let refusal = budgets[name].refusal
      else { return nil }
      var result = JobResult(provider: name)
      result.stopped = refusal
      return result
    }
  }

  /// Keeps the standing of services over restarts.
  ///
  /// - Parameter pass: what a daemon did since the last time; nil leaves it to others to note.
  func keep(_ scheduler: Scheduler, _ pass: RunRecord? = nil) async throws(HistoryError) {
    let states = scheduler.services.map { name, service in
      var state = ServiceState(provider: name)
      state.pausedUntil = service.pausedUntil
      state.reason = service.reason
      state.failures = service.failures
      state.fingerprint = assembly.fingerprint(of: name)
      return state
    }
    let retries = scheduler.retries, absence = scheduler.network.absence
    let clock = clockGuard.trouble
    await budgets.heedClock()
    try await store.withWriter { writer throws(HistoryError) in
      if let pass { try writer.record(pass) }
      try writer.setRetries(retries)
      let kept = try writer.serviceStates()
      for state in states where !kept.contains(state) { try writer.setServiceState(state) }
      if try writer.networkAbsence() != absence { try writer.setNetworkAbsence(absence) }
      if try writer.clockTrouble() != clock { try writer.setClockTrouble(clock) }
    }
  }

  private struct Known: Sendable {
    let cities: [RegisteredCity]
    let sources: [SourceState]
    let unanswered: [SourceAsked]
    let services: [ServiceState]
    let absence: NetworkAbsence?
    let clock: ClockTrouble?
    let installation: String
  }

  /// The remembered standing of the services; a changed key or setting ends a pause for the key.
  private func standing(_ known: Known, at now: Date) -> [String: Scheduler.Service] {
    var services: [String: Scheduler.Service] = [:]
    for state in known.services where assembly.providers[state.provider] != nil {
      let isSame = state.fingerprint == assembly.fingerprint(of: state.provider)
      let isAboutKey = state.reason == .key || state.reason == .refused
      services[state.provider] =
        isAboutKey && !isSame
        ? Scheduler.Service()
        : Scheduler.Service(
          pausedUntil: state.believedPause(at: now), reason: state.reason,
          failures: state.failures)
    }
    return services
  }
}

extension ServiceState {
  /// The end of the pause, unless a wrong clock has set it: no pause lasts longer than its kind.
  fileprivate func believedPause(at now: Date) -> Date? {
    let longest: Double =
      switch reason {
      case .key, .refused: 3600
      default: 31 * 86_400
      }
    return pausedUntil.map { min($0, now.addingTimeInterval(longest)) }
  }
}

extension NetworkAbsence {
  /// The absence without times that a wrong clock has stamped.
  fileprivate func believed(at now: Date) -> NetworkAbsence {
    var absence = self
    absence.since = min(since, now)
    let longest = Backoff.standard.capSeconds
    if probeAt > now.addingTimeInterval(longest) { absence.probeAt = now }
    return absence
  }
}
