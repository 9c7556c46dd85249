import FoundationEssentials
import History
import Schedule
import Weather

/// Knows the gaps of the sources of a configuration: what `run` and `sync` share.
///
/// Every pass works on what the store remembers, so that it does not matter who did the one before.
struct GapBook: Sendable {
  /// What a pass found: gaps that are new, one for each source; not those that only went on.
  typealias News = [GapRecord]

  private let sources: [SourceKey: Source]

  private struct Source {
    let city: City
    let finder: GapFinder
  }

  init(sources: [Scheduler.Source], rules: any ZoneRules) {
    var known = [SourceKey: Source](minimumCapacity: sources.count)
    for source in sources {
      known[SourceKey(source)] = Source(
        city: source.city, finder: GapFinder(schedule: source.schedule, rules: rules))
    }
    self.sources = known
  }

  /// Judges what has ended since the last pass, and records what is missing, in one transaction.
  func judge(
    _ writer: HistoryWriter, spans: [GapSpan], livedSince: Date, now: Date
  ) throws(HistoryError) -> News {
    try writer.together { () throws(HistoryError) in
      var news: News = []
      for watch in try writer.gapWatches() {
        guard let source = sources[SourceKey(slug: watch.slug, provider: watch.provider)] else {
          continue
        }
        if let from = try begin(watch, writer, now: now) {
          news += try judge(
            watch, source.finder, from: from, writer, spans: spans, livedSince: livedSince,
            now: now)
        }
      }
      return news
    }
  }

  /// From where a source is to be judged; nil where that begins now.
  private func begin(
    _ watch: GapWatch, _ writer: HistoryWriter, now: Date
  ) throws(HistoryError) -> Date? {
    if let judgedTo = watch.judgedTo, judgedTo <= now.addingTimeInterval(ClockGuard.tolerance) {
      return judgedTo
    }
    let hour = ScheduledHours.hour(of: now)
    // A clock that was ahead made us judge what had not been yet.
    if watch.judgedTo != nil {
      try writer.forgetGaps(slug: watch.slug, provider: watch.provider, after: hour)
    }
    try writer.setJudged(slug: watch.slug, provider: watch.provider, to: hour)
    return nil
  }

  private func judge(
    _ watch: GapWatch, _ finder: GapFinder, from: Date, _ writer: HistoryWriter,
    spans: [GapSpan], livedSince: Date, now: Date
  ) throws(HistoryError) -> News {
    let (slug, provider) = (watch.slug, watch.provider)
    let ended = finder.settled(from: from, now: now)
    guard let last = ended.last else { return [] }
    let covers = try writer.readingSpans(slug: slug, provider: provider, from: from, to: now)
    let missing = GapFinder.missing(of: ended, covers: covers)
    var news: News = []
    if !missing.isEmpty {
      let failures = try writer.fetchFailures(
        slug: slug, provider: provider, from: from.addingTimeInterval(-Self.memorySeconds),
        to: last.to)
      let evidence = GapEvidence(
        failures: failures, spans: spans.filter { $0.provider ?? provider == provider },
        livedSince: livedSince)
      for gap in GapFinder.gaps(of: missing, evidence: evidence) {
        let isNew = try writer.recordGap(
          slug: slug, provider: provider, from: gap.from, to: gap.to, reason: gap.reason)
        guard isNew else { continue }
        news.append(
          GapRecord(
            city: slug, provider: provider, from: gap.from, to: gap.to,
            reason: gap.reason.rawValue))
      }
    }
    try writer.setJudged(slug: slug, provider: provider, to: last.to)
    return news
  }

  /// How long a failure may lie before an hour and still be why it was not asked for.
  private static let memorySeconds = 2 * 3600.0

  /// What may be asked for now of these services, newest first; closes gaps that have no missing
  /// hour any more, because something else brought their readings.
  func fills(
    _ writer: HistoryWriter, providers: Set<String>, now: Date
  ) throws(HistoryError) -> [GapFill] {
    try writer.together { () throws(HistoryError) in
      var fills: [GapFill] = []
      var places: [SourceKey: Int] = [:]
      for gap in try writer.openGaps() {
        let key = SourceKey(slug: gap.slug, provider: gap.provider)
        guard let source = sources[key] else { continue }
        let missing = try missing(of: gap, source.finder, writer)
        guard !missing.isEmpty else {
          try writer.closeGap(gap.id, at: now)
          continue
        }
        guard providers.contains(gap.provider), gap.isDue(at: now) else { continue }
        if let place = places[key] {
          fills[place].gaps.append((gap, missing))
        } else {
          places[key] = fills.count
          fills.append(GapFill(city: source.city, provider: gap.provider, gaps: [(gap, missing)]))
        }
      }
      return fills
    }
  }

  /// Settles the gaps of a fill after its answers were stored.
  ///
  /// - Parameter answered: the hours that the service was asked for and answered; those that are
  ///   missing all the same it does not have. A gap counts as answered when all its hours are, so
  ///   that trouble with one gap never lets another be asked for at every pass.
  /// - Returns: how many hours came.
  func settle(
    _ fill: GapFill, answered: Set<Date>, _ writer: HistoryWriter, now: Date
  ) throws(HistoryError) -> Int {
    let key = SourceKey(slug: fill.city.slug, provider: fill.provider)
    guard let finder = sources[key]?.finder else { return 0 }
    return try writer.together { () throws(HistoryError) in
      // It may have grown while the service was asked.
      let open = Dictionary(
        try writer.openGaps().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      var came = 0
      for (planned, wanted) in fill.gaps {
        let gap = open[planned.id] ?? planned
        let left = try missing(of: gap, finder, writer)
        let isLeft = Set(left.map(\.from))
        came += wanted.count { !isLeft.contains($0.from) }
        if left.isEmpty {
          try writer.closeGap(gap.id, at: now)
        } else if left.allSatisfy({ answered.contains($0.from) }) {
          try writer.noteGapAttempt(
            gap.id, retryAt: GapFill.retryAt(afterAttempts: gap.attempts + 1, now: now))
        }
      }
      return came
    }
  }

  private func missing(
    of gap: OpenGap, _ finder: GapFinder, _ writer: HistoryWriter
  ) throws(HistoryError) -> [ScheduledHours.Slot] {
    let covers = try writer.readingSpans(
      slug: gap.slug, provider: gap.provider, from: gap.from, to: gap.to)
    return finder.missing(from: gap.from, to: gap.to, covers: covers)
  }
}
