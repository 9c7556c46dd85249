import FoundationEssentials
import Synchronization
import Weather

/// Judges the machine's clock by the `Date` of the services' replies.
///
/// Boards without a battery start in the past. A clock before the program itself was written is
/// wrong, and so is one that two https replies contradict by more than five minutes; rows then
/// carry the server's time.
final class ClockGuard: Sendable {
  /// No reply can have been received before this: 2025-12-31T00:00:00Z.
  static let earliest = Date(unixSeconds: 1_767_139_200)
  /// How far the clock may be off before it counts as wrong, in seconds.
  static let tolerance = 300.0

  private struct State {
    var contradictions = 0
    var isReported = false
    var isWrong = false
  }

  private let state = Mutex(State())

  init() {}

  /// Whether the last reply with a date contradicted the clock for good.
  var isWrong: Bool { state.withLock(\.isWrong) }

  /// The response with a receipt that can be believed; reports a wrong clock once.
  func stamped(_ response: Response, log: Log) -> Response {
    guard let serverTime = response.header("Date").flatMap({ HTTPDate.parse($0) }) else {
      return response
    }
    let distance = response.receivedAt.timeIntervalSince(serverTime)
    let isSecure = response.request.base.lowercased().hasPrefix("https:")
    let verdict = state.withLock { state -> (isWrong: Bool, isNew: Bool) in
      if abs(distance) <= Self.tolerance {
        state = State()
      } else if isSecure {
        state.contradictions += 1
      }
      let isWrong =
        response.receivedAt < Self.earliest
        ? abs(distance) > Self.tolerance : state.contradictions >= 2
      state.isWrong = isWrong
      defer { state.isReported = state.isReported || isWrong }
      return (isWrong, isWrong && !state.isReported)
    }
    guard verdict.isWrong else { return response }
    if verdict.isNew {
      log(
        .warning,
        "this machine's clock is \(Self.describe(distance)); "
          + "rows carry the server's time until it is set")
    }
    var corrected = response
    corrected.receivedAt = serverTime
    return corrected
  }

  private static func describe(_ distance: Double) -> String {
    let seconds = Int(min(abs(distance), 1e12))
    return "\(seconds) s \(distance < 0 ? "behind" : "ahead of") the servers"
  }
}
