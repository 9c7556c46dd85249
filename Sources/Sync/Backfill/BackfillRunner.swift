import FoundationEssentials
import HTTP
import History
import Providers
import Schedule
import Weather

/// Carries out one chunk: its requests one after the other, with the retries of a `sync`.
///
/// What a reply brings is stored before the next request, so that nothing is asked for twice.
struct BackfillRunner: Sendable {
  let session: Session
  let exchange: PastExchange
  let random: @Sendable () -> Double

  init(session: Session, provider: any PastProvider, random: @escaping @Sendable () -> Double) {
    self.session = session
    self.random = random
    exchange = PastExchange(
      transport: session.transport, provider: provider,
      budget: session.budgets[provider.settings.name], clock: session.clock,
      clockGuard: session.clockGuard, log: session.log, purpose: .backfill)
  }

  private var provider: any PastProvider { exchange.provider }

  /// What a chunk brought, and why not all of it.
  struct Outcome {
    var stored = PastCounts()
    var error: FetchError?
  }

  func run(_ chunk: BackfillChunk) async throws(HistoryError) -> Outcome {
    var work = BackfillWork(chunk, readings: try await readings(of: chunk))
    var outcome = Outcome()
    repeat {
      var stretch = PastStretch(
        slug: chunk.city.slug, provider: provider.settings.name,
        product: chunk.product.kind.rawValue, doneAt: session.clock.now())
      if let request = nextRequest(of: work) {
        switch await answer(request, &stretch.fetches) {
        case .success(let result):
          stretch.results = [result]
          work.take(result, of: request)
          learn(result)
        case .failure(let error): outcome.error = error
        }
      }
      stretch.doneAt = session.clock.now()
      let isLast = outcome.error == nil && nextRequest(of: work) == nil
      if isLast { stretch.done = work.done(today: today(for: chunk)) }
      outcome.stored.add(try await store(stretch))
      try await session.zones.keepNews(in: session.store, now: session.clock.now())
      if isLast { return outcome }
    } while outcome.error == nil
    return outcome
  }

  /// What is to be asked for next; the zone that a reply named says what that is.
  private func nextRequest(of work: BackfillWork) -> Request? {
    provider.pastRequests(
      for: session.zones.completed(work.chunk.city), work.chunk.product.kind,
      dates: work.chunk.dates, now: session.clock.now()
    ).first { work.wants($0) }
  }

  /// When there are readings of the chunk's days already, a day to both sides for want of a zone.
  private func readings(of chunk: BackfillChunk) async throws(HistoryError) -> [Date] {
    let name = provider.settings.name
    let first = chunk.dates.lowerBound.daysSince1970 - 1
    let last = chunk.dates.upperBound.daysSince1970 + 2
    return try await session.store.withWriter { writer throws(HistoryError) in
      try writer.readingInstants(
        slug: chunk.city.slug, provider: name, from: Date(unixSeconds: Int64(first) * 86_400),
        to: Date(unixSeconds: Int64(last) * 86_400))
    }
  }

  private func store(_ stretch: PastStretch) async throws(HistoryError) -> PastCounts {
    try await session.store.withWriter { writer throws(HistoryError) in
      try writer.storePast(stretch)
    }
  }

  private func answer(
    _ request: Request, _ fetches: inout [FetchOutcome]
  ) async -> Result<PastResult, FetchError> {
    var request = request
    request.limits.timeoutSeconds = max(
      PastExchange.timeoutSeconds, provider.settings.timeoutSeconds)
    request.limits.maximumBytes = PastExchange.maximumBytes
    var attempt = 0
    let deadline = ContinuousClock.now + .seconds(SyncRun.patience)
    while true {
      if let error = await admission(of: request) { return .failure(error) }
      let answer = await exchange.ask(request)
      fetches.append(answer.fetch)
      guard case .failure(let error) = answer.result, error.isTransient, error.code != .quota,
        attempt < SyncRun.retries
      else { return answer.result }
      attempt += 1
      let delay = Backoff.standard.delaySeconds(afterFailures: attempt, random: random())
      guard ContinuousClock.now + .seconds(delay) < deadline else { return answer.result }
      do { try await Pause.sleep(seconds: delay) } catch { return .failure(Self.cancelled) }
    }
  }

  /// Waits for room in the service's minute; an error when a longer limit is used up.
  private func admission(of request: Request) async -> FetchError? {
    while true {
      await exchange.budget.pleas.learn()
      let now = session.clock.now()
      switch await exchange.budget.admit(cost: request.cost, for: .backfill, at: now) {
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

  private func today(for chunk: BackfillChunk) -> LocalDate {
    BackfillPlan.today(in: session.zones.completed(chunk.city), now: session.clock.now())
  }

  private func learn(_ result: PastResult) {
    var news = CityResult(
      city: result.city, provider: result.provider, parts: [], fetchedAt: result.fetchedAt)
    news.zone = result.zone
    session.zones.learn(news)
  }
}

/// How far a chunk is: what was asked for, and what is there.
struct BackfillWork {
  let chunk: BackfillChunk
  /// The hours that have a reading: what is asked for by the hour is not asked for again.
  private var hours: Set<Date>
  private var answered: Set<String> = []
  private var newest: LocalDate?
  private var days: Set<LocalDate> = []

  init(_ chunk: BackfillChunk, readings: [Date]) {
    self.chunk = chunk
    hours = Set(readings.map(ScheduledHours.hour))
  }

  /// Whether a request may bring something that is not there.
  func wants(_ request: Request) -> Bool {
    if case .reading(let instant) = request.pastSubject,
      hours.contains(ScheduledHours.hour(of: instant))
    {
      return false
    }
    return !answered.contains(Self.question(request))
      && !answered.contains(Self.question(request) + Self.address(request))
  }

  /// Takes in an answer; an empty one answers the question only at its address, since a day that
  /// was asked for without the zone may have been another.
  mutating func take(_ result: PastResult, of request: Request) {
    let address = result.isEmpty ? Self.address(request) : ""
    answered.insert(Self.question(request) + address)
    let last = result.readings.last.map {
      LocalTime($0.observedAt, utcOffsetSeconds: $0.utcOffsetSeconds).date
    }
    let forecast = result.forecasts.map(\.day.date).max()?.adding(days: 1)
    newest = [newest, last, forecast].compactMap(\.self).max()
    days.formUnion(result.days.map(\.date))
  }

  /// The days of which nothing more will come: those that are long over, and those that are whole.
  func done(today: LocalDate) -> [LocalDate] {
    let settled = today.adding(days: -chunk.product.settledAfterDays)
    return (0..<chunk.dayCount).map { chunk.dates.lowerBound.adding(days: $0) }.filter { date in
      date <= settled || newest.map { date < $0 } == true
        || (newest ?? date) == date && days.contains(date)
    }
  }

  private static func question(_ request: Request) -> String { request.note ?? "" }
  private static func address(_ request: Request) -> String {
    " /" + request.path.joined(separator: "/")
  }
}
