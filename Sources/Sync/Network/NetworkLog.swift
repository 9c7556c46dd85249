import FoundationEssentials
import Weather

/// Decides what is said of a result: one line when the network goes, one when it is back, and
/// between them none of services that can't be reached.
struct NetworkLog: Sendable {
  private var failures = FailureLog()
  /// What was not said yet, because it is not known whether the network is to blame.
  private var held: [JobResult] = []

  /// Keeps everything as long ago as it was before the clock was set by so many seconds.
  mutating func clockWasSet(by seconds: Double) { failures.clockWasSet(by: seconds) }

  /// The lines that a result calls for.
  ///
  /// - Parameter before: how the network stood before the scheduler took the result in.
  mutating func take(
    _ result: JobResult, _ scheduler: Scheduler, before: NetworkState, at now: Date
  ) -> [FailureLog.Line] {
    let network = scheduler.network
    var lines: [FailureLog.Line] = []
    if let absence = before.absence, network.absence == nil {
      lines.append(Self.back(absence, at: now))
    }
    switch NetworkState.Evidence(result) {
    case .away where network.isDoubted:
      held.append(result)
      return lines
    case .away where network.isAway, .unclear where network.isAway:
      held = []
      if !before.isAway, let absence = network.absence {
        lines.append(Self.gone(absence, at: now))
      }
      return lines
    default: break
    }
    if network.absence == nil, !network.isDoubted {
      for earlier in held { lines += failures.take(earlier, scheduler, at: now) }
      held = []
    }
    return lines + failures.take(result, scheduler, at: now)
  }

  private static func gone(_ absence: NetworkAbsence, at now: Date) -> FailureLog.Line {
    let seconds = Int(absence.probeAt.timeIntervalSince(now).rounded(.up))
    let failure = absence.reason.failureClass
    let state = failure == .offline ? "" : "\(FailureClass.offline.words): "
    return FailureLog.Line(
      level: .warning, service: nil, city: nil,
      text: "\(state)\(failure.sentence(absence.message)); looking again in \(seconds) s, "
        + "then less and less often"
    )
  }

  private static func back(_ absence: NetworkAbsence, at now: Date) -> FailureLog.Line {
    let attempts = (absence.attempts).counted("attempt", "attempts")
    return FailureLog.Line(
      level: .notice, service: nil, city: nil,
      text: "the network is back after \(length(now.timeIntervalSince(absence.since))); "
        + "\(attempts) failed")
  }

  /// A time in one unit: seconds, minutes or hours.
  private static func length(_ seconds: Double) -> String {
    let seconds = Int(max(0, min(seconds, 1e12)))
    return seconds < 120
      ? "\(seconds) s" : seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }
}

extension FailureLog {
  /// The lines that a result calls for by itself.
  fileprivate mutating func take(
    _ result: JobResult, _ scheduler: Scheduler, at now: Date
  ) -> [Line] {
    take(result, scheduler.services[result.provider], at: now)
  }
}
