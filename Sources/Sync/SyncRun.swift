import FoundationEssentials
public import History
import Providers
import Schedule
import Synchronization
import Weather

/// One pass over the cities: what `almanacd sync` does.
public struct SyncRun: Sendable {
  /// What to fetch.
  public struct Scope: Sendable {
    /// Only what the schedule says is due; back-off and pauses hold.
    public var dueOnly: Bool
    /// Only these cities; empty for all.
    public var slugs: Set<String>

    /// A scope from its parts.
    public init(dueOnly: Bool = false, slugs: Set<String> = []) {
      self.dueOnly = dueOnly
      self.slugs = slugs
    }
  }

  /// What failed for the moment is tried again at most so often, and for so long, in seconds.
  static let retries = 2
  static let patience = 15.0
  /// No request for a gap is begun later than so many seconds after the first.
  static let fillingPatience = 30.0

  private let session: Session
  private let scope: Scope
  private let random: @Sendable () -> Double

  /// A pass over the cities of a session.
  public init(
    _ session: Session, scope: Scope,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.session = session
    self.scope = scope
    self.random = random
  }

  /// Fetches, decodes and stores; returns when every city has its answer or its failure.
  ///
  /// - Parameter progress: called with the number of cities done and of all, on any thread.
  public func run(
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(HistoryError) -> SyncReport {
    var scheduler = try await session.start()
    // Who calls once wants it all at once.
    scheduler.returnSeconds = 0
    let begun = session.clock.now()
    var desk = GapDesk(now: begun, elapsed: .zero, pauses: scheduler.services)
    desk.note(scheduler.network, at: begun)
    let (jobs, held) = plan(&scheduler, at: begun)
    var report = SyncReport(held: held)
    guard !jobs.isEmpty else { return report }
    try await session.store.beginRun(trigger: scope.dueOnly ? "due" : "manual", at: begun)
    let counter = ProgressCounter(all: jobs.reduce(0) { $0 + $1.cityCount }, report: progress)
    report.results = await carryOut(jobs, &scheduler, counter)
    var last = jobs
    // Services that were tried with one city, and work, are asked about the others too.
    while last.contains(where: \.isTrial) || scheduler.network.isDoubted {
      last = scope.dueOnly ? untried(plan(&scheduler, at: session.clock.now()).jobs, report) : []
      guard !last.isEmpty, !Task.isCancelled else { break }
      counter.add(last.reduce(0) { $0 + $1.cityCount })
      for result in await carryOut(last, &scheduler, counter) { report.merge(result) }
    }
    scheduler.endDoubt(at: session.clock.now())
    try await finish(scheduler, report)
    let gaps = scheduler.gapBook
    try await session.judgeGaps(
      gaps, spans: desk.spans, livedSince: begun, at: session.clock.now())
    report.filledHours = await fillGaps(gaps, report)
    try await heedPleas(&scheduler)
    return report
  }

  /// Performs jobs, tries again what failed for the moment, and lets the scheduler know.
  private func carryOut(
    _ jobs: [Job], _ scheduler: inout Scheduler, _ counter: ProgressCounter
  ) async -> [JobResult] {
    var report = SyncReport(held: [])
    let (early, late) = split(jobs)
    report.results = await perform(early, counter)
    report.results += await perform(late, counter)
    await retryFailures(&report, cities: jobs.flatMap(\.wants).flatMap(\.cities), counter)
    for result in report.results { scheduler.finish(result, at: session.clock.now()) }
    return report.results
  }

  /// The jobs without the cities that this pass has asked about already.
  private func untried(_ jobs: [Job], _ report: SyncReport) -> [Job] {
    jobs.compactMap { job in
      let tried = report.results.first { $0.provider == job.provider }?.cities ?? [:]
      let rest = job.split { tried[$0.slug] == nil }.0
      return rest.cityCount > 0 ? rest : nil
    }
  }

  /// Fills gaps at the services that answered; what is left over when the time is up waits for the
  /// next pass.
  private func fillGaps(_ book: GapBook, _ report: SyncReport) async -> Int {
    let answering = report.results.filter { result in
      result.stopped == nil && result.cities.values.contains { !$0.succeeded.isEmpty }
    }
    return await session.fillGaps(
      book, of: Set(answering.map(\.provider)),
      slugs: scope.slugs, until: .now + .seconds(Self.fillingPatience))
  }

  /// Keeps for the next pass what a service said to a request for a gap.
  private func heedPleas(_ scheduler: inout Scheduler) async throws(HistoryError) {
    let pleas = session.pleas(scheduler)
    guard !pleas.isEmpty else { return }
    for plea in pleas { scheduler.finish(plea, at: session.clock.now()) }
    try await session.keep(scheduler)
  }

  private func finish(_ scheduler: Scheduler, _ report: SyncReport) async throws(HistoryError) {
    try await session.store.flush()
    try await session.keep(scheduler)
    try await session.store.endRun(
      at: session.clock.now(), succeeded: report.succeeded, failed: report.failed)
  }

  /// The jobs of this pass, and what a service's own word holds back.
  private func plan(
    _ scheduler: inout Scheduler, at now: Date
  ) -> (jobs: [Job], held: [SyncReport.Held]) {
    let jobs = scope.dueOnly ? scheduler.takeDue(at: now) : scheduler.takeAll(at: now)
    var held: [SyncReport.Held] = []
    let open = jobs.compactMap { job -> Job? in
      let chosen = narrowed(job)
      guard chosen.cityCount > 0 else { return nil }
      if let until = heldUntil(job.provider, scheduler, now) {
        held.append(.init(provider: job.provider, until: until, cities: chosen.cityCount))
        return nil
      }
      return chosen
    }
    return (open, held)
  }

  /// A pass that somebody asked for passes over back-off, not over `Retry-After` and quotas.
  private func heldUntil(_ provider: String, _ scheduler: Scheduler, _ now: Date) -> Date? {
    if let service = scheduler.services[provider], service.reason == .quota,
      let until = service.pausedUntil, until > now
    {
      return until
    }
    guard let refusal = session.budgets[provider].refusal, refusal.code != .key,
      refusal.code != .refused
    else { return nil }
    return refusal.retryAfterSeconds.map { now.addingTimeInterval($0) }
  }

  /// Jobs that can start, and those that wait for what the others say of their cities' zones.
  private func split(_ jobs: [Job]) -> (early: [Job], late: [Job]) {
    let late = jobs.filter { job in
      session.assembly.providers[job.provider]?.profile.needsZone == true
        && job.wants.contains { $0.cities.contains { $0.timezone == nil } }
    }
    let names = Set(late.map(\.provider))
    return (jobs.filter { !names.contains($0.provider) }, late)
  }

  private func narrowed(_ job: Job) -> Job {
    guard !scope.slugs.isEmpty else { return job }
    let wants = job.wants.compactMap { want -> Job.Want? in
      let cities = want.cities.filter { scope.slugs.contains($0.slug) }
      return cities.isEmpty ? nil : Job.Want(parts: want.parts, cities: cities)
    }
    return Job(provider: job.provider, wants: wants)
  }

  /// All services at once: a slow one delays no other.
  private func perform(_ jobs: [Job], _ counter: ProgressCounter) async -> [JobResult] {
    let session = session
    return await withTaskGroup { group in
      for job in jobs {
        group.addTask {
          var result = await session.perform(job) { counter.advance(by: $0) }
          result.noteUntried(of: job)
          return result
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.provider < $1.provider }
    }
  }

  private func retryFailures(
    _ report: inout SyncReport, cities: [City], _ counter: ProgressCounter
  ) async {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(Self.patience)
    for attempt in 1...Self.retries {
      let jobs = report.results.compactMap { $0.retryJob(cities: cities) }
      guard !jobs.isEmpty, !Task.isCancelled else { return }
      let delay = Backoff.standard.delaySeconds(afterFailures: attempt, random: random())
      guard clock.now + .seconds(delay) < deadline else { return }
      do { try await clock.sleep(for: .seconds(delay)) } catch { return }
      for result in await perform(jobs, counter) { report.merge(result) }
    }
  }
}

/// Counts cities as they are done.
private final class ProgressCounter: Sendable {
  private let done = Mutex(0)
  private let all: Mutex<Int>
  private let report: @Sendable (Int, Int) -> Void

  init(all: Int, report: @escaping @Sendable (Int, Int) -> Void) {
    self.all = Mutex(all)
    self.report = report
  }

  func add(_ more: Int) { all.withLock { $0 += more } }

  func advance(by count: Int) {
    let all = all.withLock { $0 }
    let now = done.withLock { done in
      done = min(all, done + count)
      return done
    }
    report(now, all)
  }
}
