public import Configuration
public import FoundationEssentials
public import History
import Weather

/// When details are let go: once a day, in small steps, while nothing else is to be done.
struct Upkeep: Sendable {
  /// How long after the start it begins, and after a failure again.
  private static let delay = 600.0
  private static let interval = 86_400.0
  /// Pause between two steps, so that whoever waits for the database gets it: SQLite looks for a
  /// lock again after at most 100 ms.
  private static let pause = Duration.milliseconds(100)

  /// When it begins next; nil while it is under way.
  private var dueAt: Date?

  init(startedAt now: Date) {
    dueAt = now.addingTimeInterval(Self.delay)
  }

  /// Keeps its time as far ahead as it was before the clock was set by so many seconds.
  mutating func clockWasSet(by seconds: Double) { dueAt = dueAt.map { $0 + seconds } }

  /// When to wake for it; nil while nothing is to be done.
  func wake(for session: Session) -> Date? { session.mayLetGo ? dueAt : nil }

  /// Begins beside everything else if it is time to; `done` is told how it ended.
  mutating func launch(
    _ session: Session, at now: Date, in group: inout DiscardingTaskGroup,
    done: @escaping @Sendable (Result<PruneReport, HistoryError>) -> Void
  ) {
    guard session.mayLetGo, let dueAt, dueAt <= now else { return }
    self.dueAt = nil
    let store = session.store
    let rule = RetentionRule(session.assembly.configuration.retention, now: now)
    group.addTask { done(await Self.prune(store, rule)) }
  }

  /// Takes in how it ended; what was let go is worth a line.
  mutating func finish(_ result: Result<PruneReport, HistoryError>, at now: Date, _ log: Log) {
    switch result {
    case .success(let report):
      dueAt = now.addingTimeInterval(Self.interval)
      if !report.isEmpty { log(.info, report.text) }
    case .failure(let error):
      dueAt = now.addingTimeInterval(Self.delay)
      log(.debug, "letting old details go: \(error)")
    }
  }

  /// Lets go what is old, until nothing is left or the task is cancelled.
  static func prune(
    _ store: Store, _ rule: RetentionRule
  ) async -> Result<PruneReport, HistoryError> {
    var pruning = Pruning(rule)
    do throws(HistoryError) {
      var isMore = true
      while isMore, !Task.isCancelled {
        let state = pruning
        (pruning, isMore) = try await store.withWriter { writer throws(HistoryError) in
          var next = state
          let isMore = try next.step(writer)
          return (next, isMore)
        }
        if pruning.report != state.report { try? await Task.sleep(for: pause) }
      }
      return .success(pruning.report)
    } catch {
      return .failure(error)
    }
  }
}

extension RetentionRule {
  /// How long details of requests and passes are kept where the configuration does not say.
  private static let runsSeconds = 90 * 86_400

  /// What a configuration lets go at an instant.
  public init(_ retention: Configuration.Retention, now: Date) {
    func before(_ seconds: Int?) -> Date? { seconds.map { now.addingTimeInterval(-Double($0)) } }
    self.init(
      readingsBefore: before(retention.observationsSeconds),
      forecastsBefore: before(retention.forecastsSeconds),
      runsBefore: before(retention.runsSeconds ?? Self.runsSeconds))
  }
}

extension PruneReport {
  /// What was let go, as a sentence.
  public var text: String {
    let parts = [
      (readings, "reading (now hours and days)", "readings (now hours and days)"),
      (forecasts, "superseded forecast", "superseded forecasts"),
      (requests, "request (now a daily total)", "requests (now daily totals)"),
      (runs, "pass", "passes"),
    ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
    let freed = pages > 0 ? "; \(pages * 4) KiB went back to the disk" : ""
    return (parts.isEmpty ? "nothing was let go" : "let go: \(parts.joined(separator: ", "))")
      + freed
  }
}
