import FoundationEssentials
import HTTP
import History
import Providers
import Schedule
import Weather

/// Carries out one chunk: its requests one after the other, with the retries of a `sync`.
struct BackfillRunner: Sendable {
  let session: Session
  let provider: any PastProvider
  let random: @Sendable () -> Double

  /// What a chunk brought, and why not all of it.
  struct Outcome {
    var stretch: PastStretch
    var error: FetchError?
  }

  func run(_ chunk: BackfillChunk) async -> Outcome {
    let city = session.zones.completed(chunk.city)
    var outcome = Outcome(
      stretch: PastStretch(
        slug: city.slug, provider: provider.settings.name, product: chunk.product.kind.rawValue,
        doneAt: session.clock.now()))
    let requests = provider.pastRequests(
      for: city, chunk.product.kind, dates: chunk.dates, now: session.clock.now())
    for request in requests {
      switch await answer(request, &outcome.stretch.fetches) {
      case .success(let result):
        outcome.stretch.results.append(result)
        learn(result)
      case .failure(let error):
        // Part of a chunk is no chunk: it is asked for again as a whole.
        outcome.stretch.results = []
        outcome.error = error
        return outcome
      }
    }
    outcome.stretch.doneAt = session.clock.now()
    outcome.stretch.done = done(chunk, outcome.stretch.results)
    return outcome
  }

  private func answer(
    _ request: Request, _ fetches: inout [FetchOutcome]
  ) async -> Result<PastResult, FetchError> {
    var attempt = 0
    let deadline = ContinuousClock.now + .seconds(SyncRun.patience)
    while true {
      if let error = await admission(of: request) { return .failure(error) }
      let result = await fetch(request, &fetches)
      guard case .failure(let error) = result, error.isTransient, error.code != .quota,
        attempt < SyncRun.retries
      else { return result }
      attempt += 1
      let delay = Backoff.standard.delaySeconds(afterFailures: attempt, random: random())
      guard ContinuousClock.now + .seconds(delay) < deadline else { return result }
      do { try await Pause.sleep(seconds: delay) } catch { return .failure(Self.cancelled) }
    }
  }

  private func fetch(
    _ request: Request, _ fetches: inout [FetchOutcome]
  ) async -> Result<PastResult, FetchError> {
    let isBooked = session.budgets[request.provider].booksAhead
    let started = session.clock.now(), begun = ContinuousClock.now
    var status: Int?
    let result = await send(request, status: &status)
    var fetch = FetchOutcome(
      provider: request.provider, slugs: request.cities.map(\.slug), parts: [],
      startedAt: started, finishedAt: session.clock.now(),
      durationMs: Int((ContinuousClock.now - begun) / .milliseconds(1)), httpStatus: status,
      cost: request.cost)
    (fetch.purpose, fetch.isBooked) = (.backfill, isBooked)
    if case .failure(let error) = result { fetch.error = error }
    fetches.append(fetch)
    return result
  }

  private func send(
    _ request: Request, status: inout Int?
  ) async -> Result<PastResult, FetchError> {
    var request = request
    // Half a year of hours is a megabyte; a slow line may take longer than for one reading.
    request.limits.timeoutSeconds = max(60, provider.settings.timeoutSeconds)
    request.limits.maximumBytes = 32 << 20
    do throws(TransportError) {
      let response = try await session.transport.send(request)
      status = response.status
      session.budgets[request.provider].note(
        provider.quotaNotice(in: response, now: session.clock.now()))
      let stamped = session.clockGuard.stamped(response.withoutKey, log: session.log)
      let result = provider.decodePast(stamped)
      if case .success(let past) = result { warn(of: past) }
      return result
    } catch {
      return .failure(error.fetchError)
    }
  }

  private func warn(of result: PastResult) {
    for warning in result.warnings {
      session.log(
        .debug, "\(warning.keyPath): \(warning.problem)",
        .init(service: result.provider, city: result.city.slug))
    }
  }

  /// Waits for room in the service's minute; an error when a longer limit is used up.
  private func admission(of request: Request) async -> FetchError? {
    while true {
      let now = session.clock.now()
      switch await session.budgets[request.provider].admit(
        cost: request.cost, for: .backfill, at: now)
      {
      case .granted: return nil
      case .exhausted(let error): return error
      case .later(let instant):
        do {
          try await Pause.sleep(seconds: max(0.01, instant.timeIntervalSince(now)))
        } catch { return Self.cancelled }
      }
    }
  }

  private static let cancelled = FetchError(.cancelled, "stopped")

  /// The days of which nothing more will come: those that are long over, and those that are whole.
  private func done(_ chunk: BackfillChunk, _ results: [PastResult]) -> [LocalDate] {
    let today = BackfillPlan.today(
      in: session.zones.completed(chunk.city), now: session.clock.now())
    let settled = today.adding(days: -chunk.product.settledAfterDays)
    let newest = results.compactMap { result in
      result.readings.last.map {
        LocalTime($0.observedAt, utcOffsetSeconds: $0.utcOffsetSeconds).date
      } ?? result.forecasts.map(\.day.date).max()?.adding(days: 1)
    }.max()
    return (0..<chunk.dayCount).map { chunk.dates.lowerBound.adding(days: $0) }.filter { date in
      date <= settled || newest.map { date < $0 } == true
        || (newest == date && results.contains { $0.days.contains { $0.date == date } })
    }
  }

  private func learn(_ result: PastResult) {
    var news = CityResult(
      city: result.city, provider: result.provider, parts: [], fetchedAt: result.fetchedAt)
    news.zone = result.zone
    session.zones.learn(news)
  }
}
