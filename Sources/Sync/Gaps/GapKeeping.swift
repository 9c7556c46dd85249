import FoundationEssentials
import History
import Providers
import Weather

extension Session {
  /// Judges which hours have no reading, records them, and says so in the log.
  ///
  /// - Parameters:
  ///   - spans: what the program noticed that would explain it.
  ///   - livedSince: since when this program has been at work.
  ///   - now: the instant of what it is judged for: later the clock may have been set.
  func judgeGaps(
    _ book: GapBook, spans: [GapSpan], livedSince: Date, at now: Date
  ) async throws(HistoryError) {
    guard canTellWhatIsOver(at: now) else { return }
    let news = try await store.withWriter { writer throws(HistoryError) in
      try book.judge(writer, spans: spans, livedSince: livedSince, now: now)
    }
    for line in GapLog.lines(news) { log(.notice, line.text, .init(service: line.provider)) }
  }
}

extension Session {
  /// Fills gaps at services that answer, all services at once, and says so in the log.
  ///
  /// - Parameters:
  ///   - slugs: only these cities; empty for all.
  ///   - deadline: no request is begun after it.
  /// - Returns: how many hours came.
  @discardableResult
  func fillGaps(
    _ book: GapBook, of providers: Set<String>, slugs: Set<String> = [],
    until deadline: ContinuousClock.Instant? = nil
  ) async -> Int {
    let fillers = providers.compactMap { name in
      (assembly.providers[name] as? any PastProvider).flatMap {
        $0.pastAdvice == nil ? filler($0, book, deadline) : nil
      }
    }
    guard let fills = await plannedFills(book, of: fillers) else { return 0 }
    return await withTaskGroup { group in
      for filler in fillers {
        let own = fills.filter {
          $0.provider == filler.provider.settings.name
            && (slugs.isEmpty || slugs.contains($0.city.slug))
        }
        guard !own.isEmpty else { continue }
        group.addTask {
          let filled = await filler.run(own)
          note(filled, of: filler.provider.settings.name)
          return filled.hours
        }
      }
      return await group.reduce(0, +)
    }
  }

  private func plannedFills(_ book: GapBook, of fillers: [GapFiller]) async -> [GapFill]? {
    let providers = Set(fillers.map(\.provider.settings.name)), now = clock.now()
    guard canTellWhatIsOver(at: now) else { return nil }
    return try? await store.withWriter { writer throws(HistoryError) in
      try book.fills(writer, providers: providers, now: now)
    }
  }

  private func filler(
    _ provider: any PastProvider, _ book: GapBook, _ deadline: ContinuousClock.Instant?
  ) -> GapFiller {
    GapFiller(
      transport: transport, provider: provider, budget: budgets[provider.settings.name],
      store: store, zones: zones, book: book, clock: clock, clockGuard: clockGuard, log: log,
      deadline: deadline)
  }

  private func note(_ filled: GapFiller.Filled, of provider: String) {
    guard filled.hours > 0 else { return }
    log(
      .info,
      "filled \(filled.hours.counted("missing hour", "missing hours")) of "
        + GapLog.named(filled.slugs), .init(service: provider))
  }
}

/// Gaps in words for the log: one line for all cities that share one.
enum GapLog {
  static func lines(_ gaps: [GapRecord]) -> [(provider: String, text: String)] {
    var slugs: [GapRecord: [String]] = [:]
    for gap in gaps {
      var key = gap
      key.city = ""
      slugs[key, default: []].append(gap.city)
    }
    return slugs.sorted { ($0.key.provider, $0.key.from) < ($1.key.provider, $1.key.from) }.map {
      let from = LocalTime($0.key.from, utcOffsetSeconds: 0)
      let to = LocalTime($0.key.to, utcOffsetSeconds: 0)
      return (
        $0.key.provider,
        "no readings from \(from.date) \(from.clock) to \(to.date) \(to.clock) UTC "
          + "(\($0.key.reason)) for \(named($0.value))"
      )
    }
  }

  /// The slugs; of many their number.
  static func named(_ slugs: [String]) -> String {
    slugs.count > 5 ? "\(slugs.count) cities" : slugs.sorted().joined(separator: ", ")
  }
}
