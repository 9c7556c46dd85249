import AlmanacTestKit
import FoundationEssentials
import History
import Schedule
import Weather

@testable import Providers
@testable import Sync

/// A month of a daemon's life in a second: the real decisions and the real store, without sockets.
///
/// What is simulated is the clock, the service and the trouble: when to ask, what a failure leads
/// to, which hours are missing, what is asked again and what is kept of it are the program's own.
final class OutageSimulation {
  /// A mistake to make, so that it can be seen that it would be found.
  enum Fault {
    case keepsAllOfThePast, neverFills, forgetsOverRestarts
  }

  private let pattern: OutagePattern
  private let fault: Fault?
  private let folder: TemporaryFolder
  private var writer: HistoryWriter
  private let sources: [Scheduler.Source]
  private var now = OutagePattern.start
  private var scheduler: Scheduler
  private var desk: GapDesk
  private var pastRequests = 0
  private(set) var problems: [String] = []
  /// How often each hour got a reading of the past.
  private var filled: [SourceKey: [Date: Int]] = [:]
  private(set) var askedForPast = 0

  init(seed: Int, fault: Fault? = nil) throws {
    pattern = OutagePattern(seed: seed)
    self.fault = fault
    folder = try TemporaryFolder(inMemory: true)
    writer = try HistoryWriter.open(path: folder.file("a.db"), now: OutagePattern.start).writer
    sources = try pattern.intervals.enumerated().map { index, interval in
      Scheduler.Source(
        city: City(
          slug: "c\(index)", name: "C", latitude: Double(index), longitude: 2, timezone: "UTC"),
        provider: "om", schedule: try Schedule(everySeconds: interval), shiftSeconds: index * 90,
        forecastEverySeconds: nil)
    }
    let freshness = Freshness(
      intervalSeconds: 3600, spreadSeconds: 0, forecastIntervalSeconds: 3600)
    _ = try writer.register(
      sources.enumerated().map { index, source in
        RegisteredCity(
          city: source.city, position: index,
          sources: [RegisteredSource(provider: "om", kind: "om", rank: 0, freshness: freshness)])
      })
    scheduler = Scheduler(sources: sources, rules: FixedZone.utc, random: { 0.5 })
    desk = GapDesk(now: now, elapsed: .zero, pauses: [:])
    try start()
  }

  private var elapsed: Duration { .seconds(now.timeIntervalSince(OutagePattern.start)) }

  /// What a daemon does at its start.
  private func start() throws {
    let states = try writer.sourceStates()
    let remembered = sources.map { source in
      var source = source
      let state = states.first { $0.slug == source.city.slug }
      source.lastCurrent = state?.currentAt
      source.lastForecast = state?.forecastAt
      source.failures = state?.failures ?? 0
      source.retryAt = state?.retryAt
      return source
    }
    var services: [String: Scheduler.Service] = [:]
    for state in try writer.serviceStates() {
      services[state.provider] = Scheduler.Service(
        pausedUntil: state.pausedUntil, reason: state.reason, failures: state.failures)
    }
    scheduler = Scheduler(
      sources: remembered, services: services,
      network: NetworkState(absence: try writer.networkAbsence()), rules: FixedZone.utc,
      random: { 0.5 })
    desk = GapDesk(now: now, elapsed: elapsed, pauses: scheduler.services)
    desk.note(scheduler.network, at: now)
    if fault == .forgetsOverRestarts {
      for source in sources {
        try writer.setJudged(
          slug: source.city.slug, provider: "om", to: ScheduledHours.hour(of: now))
      }
    }
  }

  /// Lives through the month and returns what is wrong at its end.
  func run() throws -> [String] {
    while now < OutagePattern.end {
      if let outage = pattern.outage(at: now, [.stopped]) {
        now = outage.to
        try start()
        continue
      }
      if let outage = pattern.outage(at: now, [.asleep]) { now = outage.to }
      desk.note(scheduler.network, at: now)
      desk.wake(at: now, elapsed: elapsed)
      for job in scheduler.takeDue(at: now) { try perform(job) }
      try fill()
      let wake = max(scheduler.nextWake() ?? .distantFuture, now + 1)
      desk.sleep(until: wake)
      now = min(wake, pattern.next([.stopped], after: now) ?? .distantFuture)
    }
    return problems
      + (try OutageVerdict(
        pattern: pattern, sources: sources, writer: writer, filled: filled
      ).problems(now: now))
  }

  private func perform(_ job: Job) throws {
    var result = JobResult(provider: job.provider)
    let error = failure()
    for city in job.wants.flatMap(\.cities) {
      result.cities[city.slug] = try ask(city, error)
      if error != nil { break }
    }
    result.stopped = error
    scheduler.finish(result, at: now)
    desk.take(result, scheduler.services[job.provider], at: now)
    try keep()
    guard desk.takeJudging(at: now) else { return }
    let book = scheduler.gapBook
    _ = try book.judge(writer, spans: desk.spans, livedSince: desk.livedSince, now: now)
    desk.judged(at: now)
  }

  private func failure() -> FetchError? {
    switch pattern.outage(at: now, [.offline, .service, .key, .quota])?.kind {
    case .offline: FetchError(.offline, "no route")
    case .service: FetchError(.service, "status 500", status: 500)
    case .key: FetchError(.key, "refused", status: 401)
    case .quota: FetchError(.quota, "too many", status: 429, retryAfterSeconds: 5000)
    default: nil
    }
  }

  private func ask(_ city: City, _ error: FetchError?) throws -> JobResult.CityOutcome {
    var outcome = FetchOutcome(
      provider: "om", slugs: [city.slug], parts: .all, startedAt: now, finishedAt: now,
      durationMs: 1, error: error)
    var share = JobResult.CityOutcome()
    if let error {
      share.failures = [FailedPart(part: .all, error: error)]
    } else {
      share.succeeded = .all
      let quarter = Date(unixSeconds: now.unixSeconds / 900 * 900)
      outcome.results = [Self.result(city, at: quarter, fetchedAt: now, origin: .live)]
    }
    _ = try writer.store([outcome], run: nil)
    return share
  }

  static func result(_ city: City, at instant: Date, fetchedAt: Date, origin: Origin) -> CityResult
  {
    CityResult(
      city: city, provider: "om", parts: origin == .live ? .all : [],
      weather: WeatherData(
        currently: .init(observedAt: instant, utcOffsetSeconds: 0)), fetchedAt: fetchedAt,
      origin: origin)
  }

  private func keep() throws {
    try writer.setRetries(scheduler.retries)
    try writer.setNetworkAbsence(scheduler.network.absence)
    for (name, service) in scheduler.services {
      var state = ServiceState(provider: name)
      (state.pausedUntil, state.reason) = (service.pausedUntil, service.reason)
      state.failures = service.failures
      try writer.setServiceState(state)
    }
  }

  private func fill() throws {
    let providers = desk.takeFilling()
    guard !providers.isEmpty else { return }
    defer { for provider in providers { desk.filled(provider) } }
    guard fault != .neverFills else { return }
    let book = scheduler.gapBook
    for fill in try book.fills(writer, providers: Set(providers), now: now) {
      let answered = try askForPast(fill)
      _ = try book.settle(fill, answered: answered, writer, now: now)
      if answered.count < fill.hours.count { break }
    }
  }

  /// Asks for the days of a fill, until the service fails; returns the hours that were answered.
  private func askForPast(_ fill: GapFill) throws -> Set<Date> {
    var answered: Set<Date> = []
    let today = LocalTime(now, utcOffsetSeconds: 0).date
    let plan = PastPlan([
      PastProduct(
        kind: .recent, dates: today.adding(days: -90)...today, chunkDays: 10,
        settledAfterDays: 2)
    ])
    for stretch in plan.stretches(
      of: fill.hours.map { LocalTime($0, utcOffsetSeconds: 0).date })
    {
      pastRequests += 1
      guard pastRequests % pattern.failureOfPast != 0 else { return answered }
      let hours = past(of: stretch.dates)
      let kept = fault == .keepsAllOfThePast ? hours : fill.readings(of: hours)
      askedForPast += 1
      var outcome = FetchOutcome(
        provider: "om", slugs: [fill.city.slug], parts: [], startedAt: now, finishedAt: now,
        durationMs: 1)
      outcome.results = kept.map {
        Self.result(fill.city, at: $0.observedAt, fetchedAt: now, origin: .backfill)
      }
      _ = try writer.store([outcome], run: nil)
      let key = SourceKey(slug: fill.city.slug, provider: "om")
      for reading in kept { filled[key, default: [:]][reading.observedAt, default: 0] += 1 }
      answered.formUnion(
        fill.hours.filter {
          stretch.dates.contains(LocalTime($0, utcOffsetSeconds: 0).date)
        })
    }
    return answered
  }

  /// What the service has of the past: hours up to now but for those that it never has.
  private func past(
    of dates: ClosedRange<LocalDate>
  ) -> [WeatherData.CurrentConditions] {
    let first = Date(unixSeconds: Int64(dates.lowerBound.daysSince1970) * 86_400)
    let count = (dates.upperBound.daysSince1970 - dates.lowerBound.daysSince1970 + 1) * 24
    return (0..<count).map { first + Double($0) * 3600 }
      .filter { $0 <= now && !pattern.unknownHours.contains($0) }
      .map { WeatherData.CurrentConditions(observedAt: $0, utcOffsetSeconds: 0) }
  }
}
