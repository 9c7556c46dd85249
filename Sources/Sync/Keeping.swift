import FoundationEssentials
import History
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

  /// Takes in how the store took what it was given; says once when it refuses, and when it is over.
  mutating func note(_ error: HistoryError?, at now: Date, _ log: Log) {
    isUnderWay = false
    guard let error else {
      if failures > 0 { log(.notice, "the database can be written again") }
      (failures, failingSince, retryAt) = (0, nil, nil)
      return
    }
    if failures == 0 {
      log(
        error.code == .busy ? .warning : .error,
        "\(error) Results are kept in memory until it can be written.")
    }
    failures += 1
    failingSince = failingSince ?? now
    isWanted = true
    retryAt = now.addingTimeInterval(
      Backoff.standard.delaySeconds(
        afterFailures: failures, random: Double.random(in: 0.5..<1)))
  }
}
