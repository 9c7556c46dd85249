public import FoundationEssentials
public import History
import Synchronization
import Weather

/// The store as the engine sees it: one writer on a queue of its own, fed in batches.
///
/// Outcomes wait in an outbox and are written many to a transaction. What could not be written
/// stays in the outbox, bounded, and is written when the disk allows it again.
public actor Store {
  /// Outcomes that wait for this many results are written at once rather than within a second.
  static let batchSize = 200
  /// Results that are kept in memory while the store can't be written; beyond it the oldest go.
  static let outboxLimit = 20_000

  private let queue = QueueExecutor(label: "almanac.store")
  private let outbox = Mutex(Outbox())
  private var writer: HistoryWriter?
  private var run: Int64?

  /// A store that is not open yet.
  public init() {}

  /// The store's own queue: SQLite blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  /// Opens the database; makes, migrates or rescues it where that is needed.
  public func open(path: String, now: Date) throws(HistoryError) -> OpeningReport {
    let opened = try HistoryWriter.open(path: path, now: now)
    writer = opened.writer
    return opened.report
  }

  /// Works with the open writer; the closure must not keep it.
  public func withWriter<Result: Sendable>(
    _ body: @Sendable (HistoryWriter) throws(HistoryError) -> Result
  ) throws(HistoryError) -> Result {
    guard let writer else {
      throw HistoryError(.io, path: "", message: "The store is not open.")
    }
    return try body(writer)
  }

  /// Notes the beginning of a pass, to which later outcomes belong.
  public func beginRun(trigger: String, at now: Date) throws(HistoryError) {
    run = try withWriter { writer throws(HistoryError) in
      try writer.beginRun(trigger: trigger, at: now)
    }
  }

  /// Notes the end of the pass.
  public func endRun(at now: Date, succeeded: Int, failed: Int) throws(HistoryError) {
    guard let run else { return }
    try withWriter { writer throws(HistoryError) in
      try writer.endRun(run, at: now, succeeded: succeeded, failed: failed)
    }
    self.run = nil
  }

  /// Puts an outcome into the outbox; true when enough wait to be written at once.
  ///
  /// The first one to wait is written within a second in any case; when the store refuses it, the
  /// next flush says so.
  nonisolated func add(_ outcome: FetchOutcome, tally: Tally) -> Bool {
    let (isFirst, isFull) = outbox.withLock { outbox in
      let isFirst = outbox.waiting.isEmpty
      return (isFirst, outbox.add(outcome, tally: tally))
    }
    if isFirst {
      queue.schedule(after: 1) { self.assumeIsolated { store in try? store.flush() } }
    }
    return isFull
  }

  /// Whether outcomes wait to be written.
  nonisolated var hasWaiting: Bool { outbox.withLock { !$0.waiting.isEmpty } }

  /// How many results were given up because the store could not be written for too long.
  nonisolated var dropped: Int { outbox.withLock { $0.dropped } }

  /// Writes what waits, in one transaction; on an error all of it waits on.
  public func flush() throws(HistoryError) {
    let waiting = outbox.withLock { $0.take() }
    guard !waiting.isEmpty else { return }
    do throws(HistoryError) {
      let run = self.run
      let outcomes = waiting.map(\.outcome)
      let counts = try withWriter { writer throws(HistoryError) in
        try writer.store(outcomes, run: run)
      }
      for (delivery, count) in zip(waiting, counts) { delivery.tally.add(count) }
    } catch {
      outbox.withLock { $0.putBack(waiting) }
      throw error
    }
  }

  /// Writes what waits and closes the database, so that readers find an empty write-ahead log.
  public func close() throws(HistoryError) {
    guard writer != nil else { return }
    try flush()
    try withWriter { writer throws(HistoryError) in try writer.close() }
    writer = nil
  }
}

/// Counts what the store did with one job's outcomes.
final class Tally: Sendable {
  private let counts = Mutex(StoredCounts())

  var total: StoredCounts { counts.withLock { $0 } }

  func add(_ more: StoredCounts) {
    counts.withLock {
      $0.added += more.added
      $0.confirmed += more.confirmed
    }
  }
}

/// Outcomes on their way to the store.
private struct Outbox {
  struct Delivery {
    let outcome: FetchOutcome
    let tally: Tally
  }

  private(set) var waiting: [Delivery] = []
  private(set) var dropped = 0
  private var results = 0

  mutating func add(_ outcome: FetchOutcome, tally: Tally) -> Bool {
    waiting.append(Delivery(outcome: outcome, tally: tally))
    let before = results / Store.batchSize
    results += outcome.results.count
    trim()
    return results / Store.batchSize > before
  }

  mutating func take() -> [Delivery] {
    defer { (waiting, results) = ([], 0) }
    return waiting
  }

  mutating func putBack(_ deliveries: [Delivery]) {
    waiting = deliveries + waiting
    results = waiting.reduce(0) { $0 + $1.outcome.results.count }
    trim()
  }

  /// Gives up the oldest results when too many wait.
  private mutating func trim() {
    while results > Store.outboxLimit, let first = waiting.first {
      results -= first.outcome.results.count
      dropped += first.outcome.results.count
      waiting.removeFirst()
    }
  }
}
