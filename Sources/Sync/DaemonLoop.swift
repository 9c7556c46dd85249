import Configuration
import FoundationEssentials
import Glibc
import HTTP
import History
import Weather

/// The state of the loop between two events.
struct DaemonLoop {
  private let surroundings: Daemon.Surroundings
  private let store: Store
  private let events: EventSource
  private var session: Session
  private var scheduler: Scheduler
  private var log: Log
  private var lines = NetworkLog()
  private var placing = Placing()
  private var keeping = Keeping()
  private var gaps: GapDesk
  private var reload = Reload()
  /// The database that the configuration names, where it is not the open one.
  private var otherDatabase: String?
  private var upkeep: Upkeep
  /// The instant of the event that is handled, for all that follows from it: a clock that is set
  /// meanwhile is noticed with the next one, before anything goes by it.
  private var now: Date

  init(
    surroundings: Daemon.Surroundings, store: Store, events: EventSource,
    configuration: Configuration
  ) async throws {
    self.surroundings = surroundings
    self.store = store
    self.events = events
    self.log = surroundings.log(configuration)
    let now = surroundings.clock.now()
    self.now = now
    self.session = Session(
      assembly: try Assembly(
        configuration, now: now, rememberedZones: surroundings.rememberedZones),
      store: store, transport: surroundings.transport(configuration), clock: surroundings.clock,
      log: log)
    let scheduler = try await session.start(random: surroundings.machine.random)
    self.scheduler = scheduler
    self.gaps = GapDesk(
      now: now, elapsed: surroundings.clock.elapsed(), pauses: scheduler.services)
    self.upkeep = Upkeep(startedAt: now)
    gaps.note(scheduler.network, at: now)
    await reload.keep(in: store)
  }

  func announce() {
    let cities = session.assembly.cities.count
    log(
      .info,
      cities == 0
        ? "no cities are configured; idle" : "running for \(cities.counted("city", "cities"))")
    if let absence = scheduler.network.absence {
      let since = LocalTime(absence.since, utcOffsetSeconds: 0)
      let seconds = Int(max(0, absence.probeAt.timeIntervalSince(now)).rounded(.up))
      log(
        .notice,
        "no network since \(since.date) \(since.clock) UTC; looking again in \(seconds) s")
    }
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
    upkeep.launch(session, at: now, in: &group) { events.post(.pruned($0)) }
    placing.launch(session, surroundings.gazetteer, at: now, in: &group) {
      events.post(.placed($0))
    }
    let wakes = [scheduler.nextWake(), keeping.retryAt, placing.retryAt, upkeep.wake(for: session)]
    let next = wakes.compactMap(\.self).min()
    gaps.sleep(until: next)
    events.arm(at: next)
    let (wall, elapsed) = (surroundings.clock.now(), surroundings.clock.elapsed())
    if gaps.isClockSet(at: wall, elapsed: elapsed) { events.post(.timer(clockWasSet: true)) }
  }

  /// Writes what waits and the standing of services, beside the loop: a disk may be slow.
  private mutating func launchKeeping(in group: inout DiscardingTaskGroup) {
    guard keeping.isWanted, !keeping.isUnderWay, keeping.retryAt.map({ $0 <= now }) ?? true
    else { return }
    (keeping.isWanted, keeping.isUnderWay, keeping.retryAt) = (false, true, nil)
    let session = session, scheduler = scheduler, events = events, pass = keeping.takePass()
    let isJudging = session.canTellWhatIsOver(at: now) && gaps.takeJudging(at: now)
    let (spans, livedSince, instant) = (gaps.spans, gaps.livedSince, now)
    group.addTask {
      do throws(HistoryError) {
        try await session.store.flush()
        try await session.keep(scheduler, pass)
        if isJudging {
          try await session.judgeGaps(
            scheduler.gapBook, spans: spans, livedSince: livedSince, at: instant)
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
    // What the schedule missed goes first.
    guard !scheduler.isReturning(at: now) else { return }
    let providers = gaps.takeFilling()
    guard !providers.isEmpty else { return }
    let session = session, book = scheduler.gapBook, events = events
    for provider in providers {
      group.addTask {
        await session.fillGaps(book, of: [provider])
        events.post(.filled(provider))
      }
    }
  }

  /// Takes one event in; false when it is time to stop.
  mutating func handle(_ event: Event) async -> Bool {
    wake(for: event)
    switch event {
    case .tick:
      surroundings.notifier.watchdog()
    case .timer: break
    case .networkChanged: networkMayBeBack()
    case .finished(let result):
      take(result)
      heedPleas()
    case .kept(let error):
      noteKept(error)
    case .placed(let answer):
      await take(answer)
    case .judged:
      gaps.judged(at: now)
    case .filled(let provider):
      gaps.filled(provider)
      heedPleas()
    case .pruned(let result): upkeep.finish(result, at: now, log)
    case .signal(SIGHUP):
      await loadAgain()
    case .signal(SIGUSR1):
      log(.info, "asked to sync now")
      scheduler.makeAllDue(at: now)
      session.budgets.liftRefusals()
      heedPleas()
      placing.makeAllDue(at: now)
      for (name, seconds) in scheduler.pauses(at: now) {
        log(.notice, "asked to be left alone for another \(seconds) s", .init(service: name))
      }
    case .signal(let number):
      log(.info, "stopping on \(number == SIGTERM ? "TERM" : number == SIGINT ? "INT" : "signal")")
      return false
    }
    return true
  }

  /// Notes what the time since the last event was: asleep, or a clock that was set.
  ///
  /// A machine that resumes may be in another network, and is not told of it.
  private mutating func wake(for event: Event) {
    now = surroundings.clock.now()
    gaps.note(scheduler.network, at: now)
    let hasSlept = gaps.wake(at: now, elapsed: surroundings.clock.elapsed())
    let step = gaps.clockStep
    if step != 0 {
      let way = "\(Int(min(abs(step), 1e12).rounded())) s \(step < 0 ? "back" : "forward")"
      log(.notice, "the clock was set \(way); looking again what is due")
      scheduler.clockWasSet(by: step, at: now)
      session.clockWasSet(by: step)
      upkeep.clockWasSet(by: step)
      lines.clockWasSet(by: step)
      (keeping.isWanted, keeping.retryAt) = (true, nil)
      placing.networkReturned(at: now)
    }
    if case .timer(clockWasSet: true) = event { return networkMayBeBack() }
    if hasSlept { networkMayBeBack() }
  }

  private mutating func networkMayBeBack() {
    scheduler.networkReturned(at: now)
    placing.networkReturned(at: now)
  }

  private mutating func heedPleas() {
    for plea in session.pleas(scheduler) { take(plea) }
  }

  private mutating func take(_ result: JobResult) {
    let before = scheduler.network
    scheduler.finish(result, at: now)
    gaps.take(result, scheduler.services[result.provider], at: now)
    for line in lines.take(result, scheduler, before: before, at: now) {
      log(line.level, line.text, .init(service: line.service, city: line.city))
    }
    let failed = result.cities.values.count { !$0.failures.isEmpty }
    let done = result.cities.count - failed
    // A failure has been said when it began; what repeats it is for the curious.
    log(
      done > 0 || result.cities.isEmpty ? .info : .debug,
      "\(done) of \(result.cities.count.counted("city", "cities")), "
        + result.stored.added.counted("new row", "new rows"),
      .init(service: result.provider, duration: result.duration))
    keeping.isWanted = true
    keeping.add(result, at: now)
    // The store can be written again: no need to wait for the time of the next try.
    if result.isWritten { keeping.retryAt = nil }
    surroundings.notifier.status(statusText)
  }

  /// Takes in how the store took what it was given.
  private mutating func noteKept(_ error: HistoryError?) {
    keeping.note(
      error, loss: store.loss, at: now, random: surroundings.machine.random(), log)
    if let since = keeping.failingSince {
      gaps.noteUnwritable(from: since, to: now)
    } else {
      // From here on there is usually nothing to do for minutes.
      surroundings.machine.rest()
    }
  }

  /// Reads the configuration again; a broken one changes nothing.
  private mutating func loadAgain() async {
    surroundings.notifier.reloading()
    do {
      try await adopt(try surroundings.load())
      placing = Placing()
      reload.end(nil, at: now, log)
      log(
        .info,
        "configuration reloaded: \(session.assembly.cities.count.counted("city", "cities"))")
      warnOfQuotas()
      await noteDatabase()
    } catch {
      reload.end(error, at: now, log)
    }
    surroundings.notifier.ready(status: statusText)
    await reload.keep(in: store)
  }

  /// Another database is taken only by a start: what is remembered belongs to the open one.
  private mutating func noteDatabase() async {
    let open = await store.path
    let named = surroundings.database(session.assembly.configuration)
    otherDatabase = named == open ? nil : named
    guard let open, let otherDatabase else { return }
    log(
      .warning,
      "the configuration names another database, \(otherDatabase); \(open) stays in use until "
        + "almanacd is restarted")
  }

  /// Goes on with another configuration, if it can be carried out.
  private mutating func adopt(_ configuration: Configuration) async throws {
    let fresh = Session(
      assembly: try Assembly(
        configuration, now: now, rememberedZones: surroundings.rememberedZones),
      store: store, transport: surroundings.transport(configuration), clock: surroundings.clock,
      log: surroundings.log(configuration), clockGuard: session.clockGuard)
    var scheduler = try await fresh.start(random: surroundings.machine.random)
    scheduler.adopt(self.scheduler, same: fresh.assembly.services(sameAs: session.assembly))
    (session, self.scheduler, log) = (fresh, scheduler, surroundings.log(configuration))
  }

  /// Takes in where cities are that were given by name; they are fetched from now on.
  private mutating func take(_ answer: CityResolver.Answer) async {
    let current = session.assembly.configuration
    for line in placing.take(answer, for: current) { log(line.level, line.text) }
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
    let problems = SyncPlan(session.assembly, now: now).problems
    for problem in problems + session.assembly.configuration.samePlaces { log(.warning, problem) }
  }

  private var statusText: String {
    DaemonStatus(
      cities: session.assembly.cities.count, reloadFailure: reload.reason,
      otherDatabase: otherDatabase
    ).text(scheduler, at: now)
  }
}
