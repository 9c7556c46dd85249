import Configuration
import FoundationEssentials
public import History
import Providers
import Weather

/// Fetches the past of cities: what `almanacd backfill` does.
///
/// Works beside a running daemon. Each reply is stored in one short transaction, the last of a chunk
/// with the note that its days are done, so that it may be stopped at any instant and goes on from
/// there.
public struct Backfill: Sendable {
  private let session: Session
  private let wish: BackfillWish
  private let random: @Sendable () -> Double

  /// A backfill over a session.
  public init(
    _ session: Session, _ wish: BackfillWish,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.session = session
    self.wish = wish
    self.random = random
  }

  /// The service of each city, in the order of the wish; nil where none tells of these days.
  public static func provider(
    ofSlug slug: String, _ wish: BackfillWish, _ assembly: Assembly
  ) -> String? {
    let city = assembly.configuration.cities.first { $0.active && $0.city.slug == slug }
    let today = LocalDate(daysSince1970: Int(Date().unixSeconds / 86_400))
    return city?.providers.first { name in
      guard wish.provider == nil || wish.provider == name,
        let provider = assembly.providers[name] as? any PastProvider
      else { return false }
      return provider.pastProducts(today: today).contains {
        ($0.kind == .previousRuns) == wish.wantsForecasts
          && (wish.basis == nil || wish.basis == $0.basis)
      }
    }
  }

  /// A service of the city, of those that are wished for, that has no past as it is configured, and
  /// what would give it one; nil where there is none.
  public static func advice(
    forSlug slug: String, _ wish: BackfillWish, _ assembly: Assembly
  ) -> (provider: String, advice: String)? {
    guard !wish.wantsForecasts else { return nil }
    let city = assembly.configuration.cities.first { $0.active && $0.city.slug == slug }
    for name in city?.providers ?? [] where wish.provider == nil || wish.provider == name {
      if let advice = (assembly.providers[name] as? any PastProvider)?.pastAdvice {
        return (name, advice)
      }
    }
    return nil
  }

  /// Fetches and stores; returns when all is there, a limit is used up, or the task is cancelled.
  public func run(
    progress: @escaping @Sendable (BackfillProgress) -> Void = { _ in }
  ) async throws(HistoryError) -> BackfillReport {
    _ = try await session.start()
    var report = BackfillReport()
    var plans: [BackfillPlan] = []
    for slug in wish.slugs {
      guard let plan = try await plan(slug) else { continue }
      plans.append(plan)
      var share = BackfillReport.CityReport(slug: slug, provider: plan.provider.settings.name)
      share.days = plan.dayCount
      report.cities.append(share)
    }
    let pace = BackfillPace(plans, limits: { session.budgets[$0].limits }, now: session.clock.now())
    var state = State(report: report, pace: pace)
    for (index, plan) in plans.enumerated() {
      try await carryOut(plan, index, &state, progress)
      await session.budgets[plan.provider.settings.name].settle()
      try await keepOffsets(state.report.cities[index].slug)
    }
    state.report.isStopped = Task.isCancelled
    state.report.secondsLeft = state.pace.secondsLeft(now: session.clock.now())
    return state.report
  }

  /// What is known in the middle of it.
  private struct State {
    var report: BackfillReport
    var pace: BackfillPace
    /// Services that are asked no more.
    var stopped: Set<String> = []
  }

  private func plan(_ slug: String) async throws(HistoryError) -> BackfillPlan? {
    guard let name = Self.provider(ofSlug: slug, wish, session.assembly),
      let provider = session.assembly.providers[name] as? any PastProvider,
      let configured = session.assembly.cities.first(where: { $0.slug == slug })
    else { return nil }
    let learnt = session.zones.completed(configured)
    let city = try await session.store.withWriter { writer throws(HistoryError) in
      try writer.completed(learnt)
    }
    let now = session.clock.now()
    var done: [[String]: Set<LocalDate>] = [:]
    for product in provider.pastProducts(today: BackfillPlan.today(in: city, now: now)) {
      let kinds = BackfillPlan.kinds(like: product, wish)
      guard done[kinds] == nil else { continue }
      done[kinds] = try await session.store.withWriter { writer throws(HistoryError) in
        try writer.pastDays(slug: slug, provider: name, products: kinds)
      }
    }
    let known = done
    return BackfillPlan(
      for: city, of: provider, wish,
      largestCost: session.budgets[name].largestCost(for: .backfill), now: now
    ) { product, date in
      known[BackfillPlan.kinds(like: product, wish)]?.contains(date) == true
    }
  }

  private func carryOut(
    _ plan: BackfillPlan, _ index: Int, _ state: inout State,
    _ progress: @Sendable (BackfillProgress) -> Void
  ) async throws(HistoryError) {
    let name = plan.provider.settings.name
    let runner = BackfillRunner(session: session, provider: plan.provider, random: random)
    var failures = 0
    for chunk in plan.chunks {
      guard !Task.isCancelled, !state.stopped.contains(name) else { return }
      progress(state.pace.progress(of: chunk.city.slug, now: session.clock.now()))
      let outcome = try await runner.run(chunk)
      state.report.cities[index].stored.add(outcome.stored)
      guard let error = outcome.error else {
        failures = 0
        state.report.cities[index].daysDone += chunk.dayCount
        state.pace.finished(
          days: chunk.dayCount, cost: plan.cost(of: chunk, now: session.clock.now()), of: name)
        continue
      }
      guard error.code != .cancelled else { return }
      state.report.cities[index].failure = error
      failures += 1
      if error.code == .quota {
        let wait = error.retryAfterSeconds ?? 3600
        state.report.resumeAt = session.clock.now().addingTimeInterval(wait)
      }
      // What fails three times running fails for a reason that another stretch does not change.
      if Self.concernsAll(error) || failures >= 3 { state.stopped.insert(name) }
    }
  }

  private static func concernsAll(_ error: FetchError) -> Bool {
    error.concernsService || error.isTransient && error.code != .undecodable
  }

  /// The clocks' changes back to the oldest row, so that readers can tell local times.
  private func keepOffsets(_ slug: String) async throws(HistoryError) {
    let now = session.clock.now()
    try await session.zones.keepNews(in: session.store, now: now)
    try await session.store.withWriter { writer throws(HistoryError) in
      guard let zone = try writer.cityZone(slug: slug) else { return }
      try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
    }
  }
}
