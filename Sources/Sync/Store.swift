public import FoundationEssentials
public import History
import Synchronization
import Weather

/// The store as the engine sees it: one writer on a queue of its own, fed in batches.
///
/// Outcomes wait in an outbox and are written many to a transaction. What could not be written
/// stays in the outbox, bounded, and is written when the disk allows it again. A database that is
/// found damaged while it is written, or removed, is replaced by a new one, and the work goes on.
public actor Store {
  private let queue: any StoreQueue
  private let outbox = Mutex(Outbox())
  private let rescued: @Sendable (OpeningReport) -> Void
  private let patience = WriterPatience()
  /// The file; nil while it is not open.
  public private(set) var path: String?
  private var writer: HistoryWriter?
  /// Why there is no writer, until a new database has taken the place of the damaged one.
  private var damage: HistoryError?
  /// Why there is no writer although nothing is damaged: the file is not in its place any more.
  private var displacement: Displacement?
  private var hasToldUnmounted = false
  private var pass: Pass?
  private var preparation: (@Sendable (HistoryWriter) throws(HistoryError) -> Void)?

  /// The pass that outcomes belong to.
  private struct Pass {
    var run: Int64
    let trigger: String
    let startedAt: Date
  }

  /// A store that is not open yet.
  ///
  /// - Parameter rescued: called after a database that turned out damaged, or was removed or
  ///   replaced, was opened anew, with what was done.
  public init(rescued: @escaping @Sendable (OpeningReport) -> Void = { _ in }) {
    self.init(queue: QueueExecutor(label: "almanac.store"), rescued: rescued)
  }

  /// A store that works on a queue of the caller's.
  package init(
    queue: any StoreQueue, rescued: @escaping @Sendable (OpeningReport) -> Void = { _ in }
  ) {
    self.queue = queue
    self.rescued = rescued
  }

  /// The store's own queue: SQLite blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  /// Opens the database; makes, migrates or rescues it where that is needed.
  public func open(path: String, now: Date) throws(HistoryError) -> OpeningReport {
    let opened = try HistoryWriter.open(path: path, now: now, patience: patience)
    (self.path, writer) = (path, opened.writer)
    return opened.report
  }

  /// Lets no more than so many seconds pass, in all, in waiting for other programs that write: this
  /// one is to stop.
  nonisolated func hurry(seconds: Double) { patience.end(after: seconds) }

  /// Works with the open writer; the closure must not keep it.
  ///
  /// It runs again, from its beginning, when the database proves damaged meanwhile: its writes must
  /// be one transaction, or harmless when repeated.
  public func withWriter<Result: Sendable>(
    _ body: @Sendable (HistoryWriter) throws(HistoryError) -> Result
  ) throws(HistoryError) -> Result {
    try attempt(body)
  }

  /// Works with the writer as `withWriter` does, and again with the writer of each new database
  /// that has to take the place of a damaged one.
  func prepare<Result: Sendable>(
    _ body: @escaping @Sendable (HistoryWriter) throws(HistoryError) -> Result
  ) throws(HistoryError) -> Result {
    let result = try attempt(body)
    preparation = { writer throws(HistoryError) in _ = try body(writer) }
    return result
  }

  /// Notes the beginning of a pass, to which later outcomes belong.
  public func beginRun(trigger: String, at now: Date) throws(HistoryError) {
    let run = try attempt { writer throws(HistoryError) in
      try writer.beginRun(trigger: trigger, at: now)
    }
    pass = Pass(run: run, trigger: trigger, startedAt: now)
  }

  /// Notes the end of the pass.
  public func endRun(at now: Date, succeeded: Int, failed: Int) throws(HistoryError) {
    guard pass != nil else { return }
    try attempt { writer throws(HistoryError) in
      guard let pass else { return }
      try writer.endRun(pass.run, at: now, succeeded: succeeded, failed: failed)
    }
    pass = nil
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

  /// What was given up because the store could not be written for too long.
  nonisolated var loss: Outbox.Loss { outbox.withLock { $0.loss } }

  /// Writes what waits, in one transaction unless very much does; on an error the rest waits on.
  public func flush() throws(HistoryError) {
    while case let waiting = outbox.withLock({ $0.take() }), !waiting.isEmpty {
      do throws(HistoryError) {
        let outcomes = waiting.map(\.outcome)
        let counts = try attempt { writer throws(HistoryError) in
          try writer.store(outcomes, run: pass?.run)
        }
        for (delivery, count) in zip(waiting, counts) { delivery.tally.add(count) }
      } catch {
        outbox.withLock { $0.putBack(waiting) }
        throw error
      }
    }
  }

  /// Writes what waits and closes the database, so that readers find an empty write-ahead log.
  ///
  /// It is closed also where what waits could not be written, which is the error.
  public func close() throws(HistoryError) {
    guard path != nil else { return }
    defer { (writer, path) = (nil, nil) }
    do throws(HistoryError) {
      try flush()
    } catch {
      try? writer?.close()
      throw error
    }
    try writer?.close()
  }

  /// Runs the body; on damage it rescues the database and runs it once more.
  private func attempt<Result>(
    _ body: (HistoryWriter) throws(HistoryError) -> Result
  ) throws(HistoryError) -> Result {
    do throws(HistoryError) {
      return try body(usableWriter())
    } catch {
      guard error.code == .damaged else { throw error }
      damage = error
    }
    // The locks have to go before the file can be set aside.
    writer?.abandon()
    writer = nil
    return try body(usableWriter())
  }

  /// The open writer; opens the database again where a rescue has begun and not yet succeeded, or
  /// where the file is no longer in its place.
  private func usableWriter() throws(HistoryError) -> HistoryWriter {
    leaveDisplaced()
    if let writer { return writer }
    guard let path, damage != nil || displacement != nil else {
      throw HistoryError(.io, path: path ?? "", message: "The store is not open.")
    }
    var opened =
      if let damage {
        try HistoryWriter.replace(path: path, now: Date(), damage: damage, patience: patience)
      } else {
        try HistoryWriter.open(path: path, now: Date(), patience: patience)
      }
    opened.report.displacement = displacement
    rescued(opened.report)
    try preparation?(opened.writer)
    if let pass {
      self.pass?.run = try opened.writer.beginRun(trigger: pass.trigger, at: pass.startedAt)
    }
    (writer, damage, displacement) = (opened.writer, nil, nil)
    return opened.writer
  }

  /// Lets go of a file that is no longer in its place; one that hides behind another disk is
  /// written on, because it may come back.
  private func leaveDisplaced() {
    guard let current = writer, let found = current.displacement else { return }
    guard found != .unmounted else {
      if !hasToldUnmounted {
        var report = OpeningReport()
        report.displacement = found
        rescued(report)
      }
      hasToldUnmounted = true
      return
    }
    current.leave()
    (writer, displacement, hasToldUnmounted) = (nil, found, false)
  }
}
