import FoundationEssentials
import HTTP
import History
import Providers
import Weather
import Zones

/// Asks one service for the missing hours of its cities, one request after the other.
///
/// It ends with the first trouble that concerns the service: what is left is asked for later.
struct GapFiller: Sendable {
  let transport: any Transport
  let provider: any PastProvider
  let budget: RequestBudget
  let store: Store
  let zones: ZoneBook
  let book: GapBook
  let clock: WallClock
  let clockGuard: ClockGuard
  let log: Log
  /// No request is begun after it; nil for no end.
  let deadline: ContinuousClock.Instant?

  /// What came.
  struct Filled: Sendable {
    var hours = 0
    var slugs: [String] = []
  }

  /// How the asking for one city ended.
  private enum Ending {
    /// The service was asked for all there is to ask for; it answered for these hours.
    case done(answered: Set<Date>)
    /// The zone of the city, by which its days are cut, is not known yet.
    case waiting
    /// The service, the quota or the time allows no more; it answered for these hours.
    case stopped(answered: Set<Date>)
  }

  /// Fills what can be filled now.
  func run(_ fills: [GapFill]) async -> Filled {
    var filled = Filled()
    await budget.pleas.learn()
    for fill in fills {
      switch await ask(for: fill) {
      case .waiting: continue
      case .done(let answered): await settle(fill, answered, &filled)
      case .stopped(let answered):
        await settle(fill, answered, &filled)
        await budget.settle()
        return filled
      }
    }
    await budget.settle()
    return filled
  }

  private func settle(
    _ fill: GapFill, _ answered: Set<Date>, _ filled: inout Filled
  ) async {
    do throws(HistoryError) {
      try await store.flush()
      let book = book, now = clock.now()
      let hours = try await store.withWriter { writer throws(HistoryError) in
        try book.settle(fill, answered: answered, writer, now: now)
      }
      guard hours > 0 else { return }
      filled.hours += hours
      filled.slugs.append(fill.city.slug)
    } catch {
      log(.debug, "\(error)")
    }
  }

  private func ask(for fill: GapFill) async -> Ending {
    let city = zones.completed(fill.city)
    guard let zone = city.likelyTimezone.flatMap({ Zone($0) }) else { return .waiting }
    let now = clock.now()
    let plan = PastPlan(provider.pastProducts(today: zone.date(at: now)))
    let days = Dictionary(grouping: fill.hours) { zone.date(at: $0) }
    // What no product has is answered as well: there is nobody to ask.
    let stretches = plan.stretches(of: Array(days.keys))
    var answered = Set(
      fill.hours.filter { hour in
        !stretches.contains { $0.dates.contains(zone.date(at: hour)) }
      })
    for stretch in stretches {
      for request in requests(for: city, stretch, fill, now: now) {
        guard await isAdmitted(request) else { return .stopped(answered: answered) }
        if let error = await answer(request, for: fill), error.endsFilling {
          return .stopped(answered: answered)
        }
      }
      for (day, hours) in days where stretch.dates.contains(day) { answered.formUnion(hours) }
    }
    return .done(answered: answered)
  }

  /// The requests of a stretch that may bring a missing hour.
  private func requests(
    for city: City, _ stretch: PastPlan.Stretch, _ fill: GapFill, now: Date
  ) -> [Request] {
    let missing = Set(fill.hours)
    return provider.pastRequests(for: city, stretch.kind, dates: stretch.dates, now: now).filter {
      switch $0.pastSubject {
      case .reading(let instant): missing.contains(ScheduledHours.hour(of: instant))
      case .daysAlone: false
      case .days, nil: true
      }
    }
  }

  private var exchange: PastExchange {
    PastExchange(
      transport: transport, provider: provider, budget: budget, clock: clock,
      clockGuard: clockGuard, log: log, purpose: .gap)
  }

  /// Waits for room in the service's minute; false when there will be none for longer.
  private func isAdmitted(_ request: Request) async -> Bool {
    while !Task.isCancelled, deadline.map({ $0 > .now }) ?? true {
      let now = clock.now()
      switch await budget.admit(cost: request.cost, for: .gap, at: now) {
      case .granted: return true
      case .exhausted(let error):
        log(.debug, "gaps wait: \(error.text)", .init(service: request.provider))
        return false
      case .later(let instant):
        let seconds = max(0.01, instant.timeIntervalSince(now))
        if let deadline, ContinuousClock.now + .seconds(seconds) > deadline { return false }
        do { try await clock.sleep(seconds) } catch { return false }
      }
    }
    return false
  }

  /// Sends a request and stores what it brings for the missing hours; returns why nothing came.
  private func answer(_ request: Request, for fill: GapFill) async -> FetchError? {
    var request = request
    if deadline == nil {
      request.limits.timeoutSeconds = max(
        PastExchange.timeoutSeconds, provider.settings.timeoutSeconds)
    }
    let answer = await exchange.ask(request)
    var outcome = answer.fetch
    if case .success(let past) = answer.result { outcome.results = Self.results(past, for: fill) }
    if store.add(outcome, tally: Tally()) { try? await store.flush() }
    return outcome.error
  }

  private static func results(_ past: PastResult, for fill: GapFill) -> [CityResult] {
    fill.readings(of: past.readings).map { reading in
      CityResult(
        city: past.city, provider: past.provider, parts: [],
        weather: WeatherData(currently: reading), fetchedAt: past.fetchedAt, basis: past.basis,
        origin: .backfill)
    }
  }
}

extension FetchError {
  /// Whether nothing more of the past is to be asked for at present; what is refused for a place
  /// or its days alone is an answer.
  fileprivate var endsFilling: Bool {
    switch code {
    case .place, .request, .tooLarge, .undecodable: false
    default: true
    }
  }
}

extension Zone {
  /// The calendar day of an instant.
  fileprivate func date(at instant: Date) -> LocalDate {
    LocalTime(instant, utcOffsetSeconds: offset(at: instant).seconds).date
  }
}
