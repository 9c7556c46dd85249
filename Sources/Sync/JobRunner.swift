import FoundationEssentials
import HTTP
import History
import Providers
import Weather

/// Carries out a job: requests, decoding, and the way into the store.
///
/// As many requests are under way as the service allows connections. A batch that one place spoils
/// is asked for again place by place. When the service or the network fails as a whole the job
/// stops, so that an outage costs a few requests and not one a city.
struct JobRunner: Sendable {
  let transport: any Transport
  let provider: any Provider
  let budget: RequestBudget
  let store: Store
  let zones: ZoneBook
  let memories: MemoryBook
  let clock: WallClock
  let clockGuard: ClockGuard
  /// Whether each city is asked alone and nothing is left out that was answered before.
  let asksAnew: Bool
  let log: Log
  /// What its requests are booked as.
  var purpose = RequestPurpose.scheduled
  /// Called after each city, on any thread.
  let progress: @Sendable (Int) -> Void

  /// Runs the job to its end; never throws, because each failure belongs to a city.
  func run(_ job: Job) async -> JobResult {
    let begun = clock.now(), started = ContinuousClock.now
    let needsZone = provider.profile.needsZone
    let (ready, waiting) = job.split { !needsZone || zones.completed($0).likelyTimezone != nil }
    let desk = JobDesk(
      provider: job.provider, patience: job.isTrial ? 1 : max(3, connections),
      slices: slices(of: ready))
    refuse(waiting, desk)
    await budget.pleas.learn()
    // One slice at once, so that every task finds work; the others are made beside the transfers.
    if let first = desk.takeSlice() { desk.add(requests(for: first)) }
    await withTaskGroup { group in
      for _ in 0..<connections {
        group.addTask {
          while !Task.isCancelled, let request = desk.take(making: requests),
            await isAdmitted(request, desk)
          {
            await mark(request, desk)
            // Noting it takes a while: what is not sent yet is not sent any more.
            if Task.isCancelled { break }
            await answer(request, desk)
          }
        }
      }
    }
    await budget.settle()
    await unmark(desk, at: begun)
    let isWritten = await flush()
    var result = desk.result
    result.stored = desk.tally.total
    result.isWritten = isWritten
    result.duration = .now - started
    return result
  }

  private var connections: Int {
    provider.settings.connections ?? provider.profile.connections
  }

  /// The job in pieces whose requests are made when their turn comes; a service that takes many
  /// cities at once gets them all, so that its batches are full.
  private func slices(of job: Job) -> [Job.Want] {
    guard !provider.profile.isWholeServiceBatchable else { return job.wants }
    return job.wants.flatMap { want in
      stride(from: 0, to: want.cities.count, by: Self.sliceSize).map { start in
        let end = min(start + Self.sliceSize, want.cities.count)
        return Job.Want(parts: want.parts, cities: Array(want.cities[start..<end]))
      }
    }
  }

  private static let sliceSize = 32

  private func requests(for want: Job.Want) -> [Request] {
    let cities = want.cities.map(zones.completed)
    let state = ProviderState(
      parts: want.parts, now: clock.now(),
      memories: asksAnew ? [:] : memories.all(of: provider.settings.name))
    guard asksAnew else { return provider.requests(for: cities, state: state) }
    return cities.flatMap { provider.requests(for: [$0], state: state) }
  }

  /// Fails cities whose days can't be cut before another service says where they are.
  private func refuse(_ waiting: Job, _ desk: JobDesk) {
    for want in waiting.wants {
      var outcome = FetchOutcome(
        provider: waiting.provider, slugs: want.cities.map(\.slug), parts: want.parts,
        startedAt: clock.now(), finishedAt: clock.now(), durationMs: 0, cost: 0)
      let error = FetchError(
        .service, "the time zone is known once another service of the city answers")
      fail(want.cities, with: error, &outcome)
      desk.settle(outcome, want.parts)
      _ = store.add(outcome, tally: desk.tally)
    }
  }

  /// Waits for room in the service's minute; stops the job when a longer limit is used up.
  private func isAdmitted(_ request: Request, _ desk: JobDesk) async -> Bool {
    while true {
      let now = clock.now()
      switch await budget.admit(
        cost: request.cost, for: purpose, upcoming: desk.upcomingCost, at: now)
      {
      case .granted: return true
      case .exhausted(let error):
        desk.stop(error)
        return false
      case .later(let instant):
        do {
          try await clock.sleep(max(0.01, instant.timeIntervalSince(now)))
        } catch { return false }
      }
    }
  }

  /// Notes which cities are about to be asked about.
  ///
  /// A program that is killed and started again must not ask at once for what may have been
  /// answered. Many are noted with one wait for the disk; a store that can't be written is no
  /// reason not to ask.
  private func mark(_ request: Request, _ desk: JobDesk) async {
    guard purpose == .scheduled else { return }
    let provider = provider.settings.name, now = clock.now()
    switch desk.marking(for: request) {
    case .done: return
    case .byOther:
      while desk.isMarking { _ = try? await store.withWriter { _ in } }
    case .todo(let slugs, let isFirst):
      try? await store.withWriter { writer throws(HistoryError) in
        try writer.markAsked(slugs, provider: provider, at: now, isFirst: isFirst)
      }
      desk.endMarking()
    }
  }

  /// Takes the mark from the cities that were not asked about after all.
  private func unmark(_ desk: JobDesk, at begun: Date) async {
    let slugs = desk.markedInVain
    guard !slugs.isEmpty else { return }
    let provider = provider.settings.name
    try? await store.withWriter { writer throws(HistoryError) in
      try writer.unmarkAsked(slugs, provider: provider, since: begun)
    }
  }

  private func answer(_ request: Request, _ desk: JobDesk) async {
    let isBooked = budget.booksAhead
    let started = clock.now()
    let begun = clock.elapsed()
    let reply = await send(limited(request))
    var outcome = FetchOutcome(
      provider: request.provider, slugs: request.cities.map(\.slug), parts: request.parts,
      startedAt: started, finishedAt: clock.now(),
      durationMs: Int((clock.elapsed() - begun) / .milliseconds(1)), cost: request.cost)
    (outcome.purpose, outcome.isBooked) = (purpose, isBooked)
    var isSpoilt = false
    switch reply {
    case .failure(let error):
      fail(request.cities, with: error, &outcome)
    case .success(let response):
      budget.note(provider.quotaNotice(in: response, now: clock.now()))
      let replies = provider.decode(response)
      isSpoilt = provider.shouldSplit(request, after: replies)
      take(replies, of: response, desk, into: &outcome)
      desk.add(provider.next(after: response))
    }
    budget.note(outcome.error)
    if isSpoilt {
      desk.add(provider.split(request))
      outcome.failures = []
    } else {
      desk.settle(outcome, request.parts)
      progress(request.cities.count)
    }
    deliverLog(outcome)
    warnOfUnusable(outcome, desk)
    if store.add(outcome, tally: desk.tally) { await flush() }
  }

  private func send(_ request: Request) async -> Result<Response, FetchError> {
    do throws(TransportError) {
      let response = try await transport.send(request)
      return .success(clockGuard.stamped(response.withoutKey, log: log))
    } catch {
      return .failure(error.fetchError)
    }
  }

  private func limited(_ request: Request) -> Request {
    var request = request
    request.limits.timeoutSeconds = provider.settings.timeoutSeconds
    request.limits.connections = connections
    request.limits.allowsPlainHTTP = provider.settings.allowsPlainHTTP
    return request
  }

  private func take(
    _ replies: [CityReply], of response: Response, _ desk: JobDesk,
    into outcome: inout FetchOutcome
  ) {
    outcome.httpStatus = response.status
    if response.status == 203, desk.isFirstDeprecated() {
      // RFC 9110, section 15.3.4; MET Norway says so that a product is about to go.
      log(
        .warning, "status 203: the service's product is deprecated or a beta",
        .init(service: outcome.provider))
    }
    for reply in replies {
      switch reply.result {
      case .success(let result):
        outcome.results.append(result)
        zones.learn(result)
        memories.learn(result)
      case .failure(let plain):
        let error = plain.redacted(by: Redactor([provider.settings.key].compactMap(\.self)))
        fail([reply.city], with: error, &outcome)
        if error.code == .undecodable {
          outcome.keep(
            response, of: provider.settings.kind, city: reply.city, because: error)
        }
      }
    }
  }

  private func fail(_ cities: [City], with error: FetchError, _ outcome: inout FetchOutcome) {
    outcome.failures += cities.map { CityFailure(slug: $0.slug, error: error) }
    if outcome.results.isEmpty { outcome.error = error }
  }

  private func deliverLog(_ outcome: FetchOutcome) {
    for failure in outcome.failures where outcome.slugs.count == 1 || !outcome.results.isEmpty {
      log(
        .debug, failure.error.text,
        .init(service: outcome.provider, city: failure.slug))
    }
    for result in outcome.results {
      for warning in result.warnings {
        log(
          .debug, "\(warning.keyPath): \(warning.problem)",
          .init(service: outcome.provider, city: result.city.slug))
      }
    }
  }

  /// Says once a job that values came which could not be used; that some are missing or null is
  /// usual, and said to the curious only.
  private func warnOfUnusable(_ outcome: FetchOutcome, _ desk: JobDesk) {
    for result in outcome.results {
      let unusable = result.warnings.filter { !["missing", "null"].contains($0.problem) }
      guard let first = unusable.first, desk.isFirstWarning() else { continue }
      let more = unusable.count > 1 ? " and \(unusable.count - 1) more" : ""
      log(
        .warning,
        "a value could not be used: \(first.keyPath): \(first.problem)\(more); "
          + "--verbose shows all",
        .init(service: outcome.provider, city: result.city.slug))
    }
  }

  /// Writes what waits and what was learnt about zones; a store that can't be written keeps it in
  /// memory and is asked again later.
  @discardableResult
  private func flush() async -> Bool {
    do {
      try await store.flush()
      try await zones.keepNews(in: store, now: clock.now())
      return true
    } catch {
      log(.debug, "\(error)")
      return false
    }
  }
}
