import CLinux
public import Configuration
import FoundationEssentials
import Glibc
import HTTP
import History
import Weather

/// `almanacd run`: waits for what is due, fetches it, and goes on for ever.
///
/// One loop takes every event in turn and never blocks on a network or a disk; jobs run beside it.
/// The watchdog is served from the loop itself, so that a stuck loop is noticed (sd_notify(3)).
public struct Daemon: Sendable {
  private let surroundings: Surroundings
  private let store: Store

  /// A daemon over an open store.
  public init(store: Store, surroundings: Surroundings) {
    self.store = store
    self.surroundings = surroundings
  }

  /// Lets signals that come while the program starts wait for `run`, instead of ending it.
  ///
  /// To be called first of all.
  public static func holdSignals() { _ = EventSource.holdSignals() }

  /// Runs until TERM or INT; the store is closed when it returns.
  public func run(_ configuration: Configuration) async throws {
    try await withTaskExecutorPreference(WorkerPool(width: Self.workers)) {
      try await loop(configuration)
    }
  }

  /// As many as the machine decodes at once, and no more than help.
  private static var workers: Int { min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private func loop(_ configuration: Configuration) async throws {
    let events = try EventSource(tickSeconds: surroundings.notifier.watchdogSeconds)
    var loop = try await DaemonLoop(
      surroundings: surroundings, store: store, events: events, configuration: configuration)
    loop.announce()
    await withDiscardingTaskGroup { group in
      loop.launch(in: &group)
      for await event in events.events {
        guard await loop.handle(event) else { break }
        loop.launch(in: &group)
      }
      surroundings.notifier.stopping()
      group.cancelAll()
    }
    try await store.close()
  }
}

/// The state of the loop between two events.
private struct DaemonLoop {
  private let surroundings: Daemon.Surroundings
  private let store: Store
  private let events: EventSource
  private var session: Session
  private var scheduler: Scheduler
  private var log: Log
  private var failures = FailureLog()
  private var placing = Placing()
  private var keeping = Keeping()
  private var gaps: GapDesk

  init(
    surroundings: Daemon.Surroundings, store: Store, events: EventSource,
    configuration: Configuration
  ) async throws {
    self.surroundings = surroundings
    self.store = store
    self.events = events
    self.log = surroundings.log(configuration)
    let now = surroundings.clock.now()
    self.session = Session(
      assembly: try Assembly(
        configuration, now: now, rememberedZones: surroundings.rememberedZones),
      store: store, transport: surroundings.transport(configuration), clock: surroundings.clock,
      log: log)
    let scheduler = try await session.start()
    self.scheduler = scheduler
    self.gaps = GapDesk(now: now, elapsed: Self.elapsed, pauses: scheduler.services)
  }

  private static let start = ContinuousClock.now
  /// Time that goes on while the machine sleeps, and that nobody sets.
  private static var elapsed: Duration { ContinuousClock.now - start }

  private var now: Date { surroundings.clock.now() }

  func announce() {
    let cities = session.assembly.cities.count
    log(
      .info,
      cities == 0
        ? "no cities are configured; idle" : "running for \(cities.counted("city", "cities"))")
    warnOfQuotas()
    surroundings.notifier.ready(status: statusText)
  }

  /// Starts what is due and sets the timer for what comes next.
  mutating func launch(in group: inout DiscardingTaskGroup) {
    let session = session, events = events
    for job in scheduler.takeDue(at: now) {
      group.addTask {
        events.post(.finished(await session.perform(job)))
      }
    }
    launchKeeping(in: &group)
    launchFilling(in: &group)
    placing.launch(session, surroundings.gazetteer, at: now, in: &group) {
      events.post(.placed($0))
    }
    let next = [scheduler.nextWake(), keeping.retryAt, placing.retryAt].compactMap(\.self).min()
    gaps.sleep(until: next)
    events.arm(at: next)
  }

  /// Writes what waits and the standing of services, beside the loop: a disk may be slow.
  private mutating func launchKeeping(in group: inout DiscardingTaskGroup) {
    guard keeping.isWanted, !keeping.isUnderWay, keeping.retryAt.map({ $0 <= now }) ?? true
    else { return }
    (keeping.isWanted, keeping.isUnderWay, keeping.retryAt) = (false, true, nil)
    let session = session, scheduler = scheduler, events = events
    let isJudging = gaps.takeJudging(at: now)
    let (spans, livedSince) = (gaps.spans, gaps.livedSince)
    group.addTask {
      do throws(HistoryError) {
        try await session.store.flush()
        try await session.keep(scheduler)
        if isJudging {
          try await session.judgeGaps(scheduler.gapBook, spans: spans, livedSince: livedSince)
          events.post(.judged)
        }
        events.post(.kept(nil))
      } catch {
        events.post(.kept(error))
      }
    }
  }

  /// Fills gaps beside the schedule, whose requests the quota lets go first.
  private mutating func launchFilling(in group: inout DiscardingTaskGroup) {
    let providers = gaps.takeFilling()
    guard !providers.isEmpty else { return }
    let session = session, book = scheduler.gapBook, events = events
    group.addTask {
      await session.fillGaps(book, of: providers)
      events.post(.filled)
    }
  }

  /// Takes one event in; false when it is time to stop.
  mutating func handle(_ event: Event) async -> Bool {
    gaps.wake(at: now, elapsed: Self.elapsed)
    switch event {
    case .tick:
      surroundings.notifier.watchdog()
    case .timer(let clockWasSet):
      if clockWasSet { log(.notice, "the clock was set; looking again what is due") }
    case .networkChanged:
      scheduler.networkReturned(at: now)
      placing.networkReturned(at: now)
    case .finished(let result):
      take(result)
    case .kept(let error):
      noteKept(error)
    case .placed(let answer):
      await take(answer)
    case .judged:
      gaps.judged(at: now)
    case .filled:
      gaps.filled()
    case .signal(SIGHUP):
      await reload()
    case .signal(SIGUSR1):
      log(.info, "asked to sync now")
      scheduler.makeAllDue(at: now)
      for (name, service) in scheduler.services.sorted(by: { $0.key < $1.key }) {
        guard let until = service.pausedUntil, until > now else { continue }
        let seconds = Int(until.timeIntervalSince(now).rounded(.up))
        log(.notice, "asked to be left alone for another \(seconds) s", .init(service: name))
      }
    case .signal(let number):
      log(.info, "stopping on \(number == SIGTERM ? "TERM" : number == SIGINT ? "INT" : "signal")")
      return false
    }
    return true
  }

  private mutating func take(_ result: JobResult) {
    scheduler.finish(result, at: now)
    gaps.take(result, scheduler.services[result.provider], at: now)
    for line in failures.take(result, scheduler.services[result.provider], at: now) {
      log(line.level, line.text, .init(service: result.provider, city: line.city))
    }
    let failed = result.cities.values.count { !$0.failures.isEmpty }
    let done = result.cities.count - failed
    // A failure has been said when it began; what repeats it is for the curious.
    log(
      done > 0 || result.cities.isEmpty ? .info : .debug,
      "\(done) of \(result.cities.count.counted("city", "cities")), "
        + result.stored.added.counted("new row", "new rows"),
      .init(service: result.provider))
    keeping.isWanted = true
    // The store can be written again: no need to wait for the time of the next try.
    if result.isWritten { keeping.retryAt = nil }
    surroundings.notifier.status(statusText)
  }

  /// Takes in how the store took what it was given.
  private mutating func noteKept(_ error: HistoryError?) {
    keeping.note(error, loss: store.loss, at: now, log)
    if let since = keeping.failingSince {
      gaps.noteUnwritable(from: since, to: now)
    } else {
      // From here on there is usually nothing to do for minutes.
      clinux_memory_release()
    }
  }

  /// Reads the configuration again; a broken one changes nothing.
  private mutating func reload() async {
    surroundings.notifier.reloading()
    do {
      try await adopt(try surroundings.load())
      placing = Placing()
      log(
        .info,
        "configuration reloaded: \(session.assembly.cities.count.counted("city", "cities"))")
      warnOfQuotas()
      surroundings.notifier.ready(status: statusText)
    } catch {
      let reason = "\(error)".split(separator: "\n").joined(separator: "; ")
      log(.error, "reload failed, the old configuration stays in force: \(reason)")
      surroundings.notifier.ready(status: "reload failed: \(reason); \(statusText)")
    }
  }

  /// Goes on with another configuration, if it can be carried out.
  private mutating func adopt(_ configuration: Configuration) async throws {
    let fresh = Session(
      assembly: try Assembly(
        configuration, now: now, rememberedZones: surroundings.rememberedZones),
      store: store, transport: surroundings.transport(configuration), clock: surroundings.clock,
      log: surroundings.log(configuration))
    var scheduler = try await fresh.start()
    scheduler.adoptBusy(from: self.scheduler)
    (session, self.scheduler, log) = (fresh, scheduler, surroundings.log(configuration))
  }

  /// Takes in where cities are that were given by name; they are fetched from now on.
  private mutating func take(_ answer: CityResolver.Answer) async {
    let current = session.assembly.configuration
    for line in placing.take(answer, for: current, at: now) { log(line.level, line.text) }
    let configuration = current.placing(answer.placed)
    guard configuration.cities.count > current.cities.count else { return }
    do {
      try await adopt(configuration)
      surroundings.notifier.status(statusText)
    } catch {
      log(.error, "a city that was found can't be taken in: \(error)")
      placing.giveUp()
    }
  }

  /// Says what does not fit a service's quota; a daemon runs all the same.
  private func warnOfQuotas() {
    for problem in SyncPlan(session.assembly, now: now).problems { log(.warning, problem) }
  }

  private var statusText: String {
    let cities = session.assembly.cities.count
    var text = cities.counted("city", "cities")
    if let next = scheduler.nextWake(), next > now {
      text += ", next at \(LocalTime(next, utcOffsetSeconds: 0).clock) UTC"
    }
    for (name, service) in scheduler.services.sorted(by: { $0.key < $1.key }) {
      guard let reason = service.reason else { continue }
      text += "; \(name) failing: \(reason.rawValue)"
    }
    return text
  }
}
