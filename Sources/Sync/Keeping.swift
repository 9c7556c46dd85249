import FoundationEssentials
public import History
import Schedule
import Weather

/// How the writing of what the scheduling loop remembers stands.
struct Keeping: Sendable {
  var isWanted = false
  var isUnderWay = false
  private var failures = 0
  /// Since when the store refuses; nil while it takes what it is given.
  private(set) var failingSince: Date?
  /// When it is given it again.
  var retryAt: Date?

  /// The jobs that ended since they were noted last, as one pass.
  private var pass: RunRecord?

  /// Takes in a job that ended, to be noted with others as a pass.
  mutating func add(_ result: JobResult, at now: Date) {
    guard !result.cities.isEmpty else { return }
    let failed = result.cities.values.count { !$0.failures.isEmpty }
    let began = now.addingTimeInterval(-((result.duration ?? .zero) / .seconds(1)))
    var pass = pass ?? RunRecord(startedAt: began, trigger: "schedule")
    pass.startedAt = min(pass.startedAt, began)
    pass.finishedAt = now
    pass.failed += failed
    pass.succeeded += result.cities.count - failed
    self.pass = pass
  }

  /// The pass that is to be noted; it is not given twice.
  mutating func takePass() -> RunRecord? {
    defer { pass = nil }
    return pass
  }

  /// What was given up before this time of failing.
  private var lossBefore = Outbox.Loss()
  private var hasToldLoss = false

  /// Takes in how the store took what it was given; says once when it refuses, when results have to
  /// be given up, and when it is over, with how many were.
  ///
  /// - Parameters:
  ///   - loss: what was given up since the start.
  ///   - random: a number in 0..<1 for the jitter of the next try.
  mutating func note(
    _ error: HistoryError?, loss: Outbox.Loss, at now: Date,
    random: Double = .random(in: 0..<1), _ log: Log
  ) {
    isUnderWay = false
    tell(loss, log)
    guard let error else {
      if failures > 0 {
        log(.notice, "the database can be written again\(loss.since(lossBefore).text)")
      }
      (failures, failingSince, retryAt) = (0, nil, nil)
      (lossBefore, hasToldLoss) = (loss, false)
      return
    }
    if failures == 0 {
      log(
        error.code == .busy ? .warning : .error,
        error.inWords + " Results are kept in memory until it can be written.")
    }
    failures += 1
    failingSince = failingSince ?? now
    isWanted = true
    retryAt = now.addingTimeInterval(
      Backoff.standard.delaySeconds(
        afterFailures: failures, random: 0.5 + random / 2))
  }

  private mutating func tell(_ loss: Outbox.Loss, _ log: Log) {
    guard !hasToldLoss, loss != lossBefore else { return }
    hasToldLoss = true
    log(
      .warning,
      "more results wait than memory is kept for: the oldest forecasts are given up, readings last")
  }
}

extension HistoryError {
  /// The class in words, where it is the disk's, and what happened.
  public var inWords: String {
    [.full, .io].contains(code) ? FailureClass.disk.sentence(message) : message
  }
}

extension Outbox.Loss {
  /// What is more than there was.
  fileprivate func since(_ before: Outbox.Loss) -> Outbox.Loss {
    Outbox.Loss(
      forecasts: forecasts - before.forecasts, readings: readings - before.readings,
      records: records - before.records)
  }

  /// What was lost, as the end of a sentence; empty for nothing.
  fileprivate var text: String {
    let parts = [
      (forecasts, "forecast", "forecasts"), (readings, "reading", "readings"),
      (records, "record of a failure", "records of failures"),
    ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
    return parts.isEmpty ? "" : "; given up for want of memory: \(parts.joined(separator: ", "))"
  }
}
