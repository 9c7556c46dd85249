import FoundationEssentials
import History
import Schedule
import Weather

@testable import Sync

/// Looks at a month's end whether every hour that could be filled was filled, once.
struct OutageVerdict {
  let pattern: OutagePattern
  let sources: [Scheduler.Source]
  let writer: HistoryWriter
  /// How often each hour got a reading of the past.
  let filled: [SourceKey: [Date: Int]]

  func problems(now: Date) throws -> [String] {
    try sources.flatMap { try problems(of: $0, now: now) }
  }

  private func problems(of source: Scheduler.Source, now: Date) throws -> [String] {
    let slug = source.city.slug
    var problems: [String] = []
    let finder = GapFinder(schedule: source.schedule, rules: FixedZone.utc)
    let ended = finder.settled(from: OutagePattern.start, now: now - 7200)
    let spans = try writer.readingSpans(
      slug: slug, provider: source.provider, from: OutagePattern.start, to: OutagePattern.end)
    let missing = Set(GapFinder.missing(of: ended, covers: spans).map(\.from))
    for hour in missing.subtracting(pattern.unknownHours).sorted() {
      problems.append("\(slug): nothing at \(Self.text(hour))")
    }
    let past = filled[SourceKey(source)] ?? [:]
    problems += past.filter { $0.value > 1 }.keys.sorted().map {
      "\(slug): filled twice at \(Self.text($0))"
    }
    // Without what was filled, these hours are missing: no others were to be filled.
    let live = spans.filter { past[$0.from] == nil || $0.to > $0.from }
    let wanted = Set(GapFinder.missing(of: ended, covers: live).map(\.from))
    problems += Set(past.keys).subtracting(wanted).filter { $0 < (ended.last?.to ?? now) }.sorted()
      .map { "\(slug): filled without need at \(Self.text($0))" }
    return problems + (try openGaps(of: slug))
  }

  /// A gap that is open at the end has an hour that the service does not have.
  private func openGaps(of slug: String) throws -> [String] {
    try writer.openGaps().filter { $0.slug == slug && $0.to < OutagePattern.quiet }.filter { gap in
      !pattern.unknownHours.contains { gap.from <= $0 && $0 < gap.to }
    }.map { "\(slug): still open from \(Self.text($0.from)) to \(Self.text($0.to))" }
  }

  private static func text(_ instant: Date) -> String {
    LocalTime(instant, utcOffsetSeconds: 0).rfc3339
  }
}
