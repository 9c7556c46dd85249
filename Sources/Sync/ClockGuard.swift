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

  fileprivate struct State {
    var trouble: ClockTrouble?
    var isReported = false
  }

  private let state: Mutex<State>

  /// A guard that goes on where an earlier process left off: one that asks once and ends would else
  /// never see a second contradiction.
  init(_ trouble: ClockTrouble? = nil) {
    state = Mutex(State(trouble: trouble))
  }

  /// What was said against the clock last; nil when nothing is.
  var trouble: ClockTrouble? { state.withLock(\.trouble) }

  /// Whether the last reply with a date contradicted the clock for good.
  var isWrong: Bool { trouble?.isWrong ?? false }

  /// Takes over what an earlier process has found.
  func remember(_ trouble: ClockTrouble?) {
    state.withLock { if $0.trouble == nil { $0.trouble = trouble } }
  }

  /// The response with a receipt that can be believed; reports a wrong clock once.
  func stamped(_ response: Response, log: Log) -> Response {
    guard let serverTime = response.header("Date").flatMap({ HTTPDate.parse($0) }) else {
      return response
    }
    let distance = response.receivedAt.timeIntervalSince(serverTime)
    let isSecure = response.request.base.lowercased().hasPrefix("https:")
    let news = state.withLock { $0.take(distance, isSecure: isSecure, response.receivedAt) }
    if let news {
      log(.warning, "\(news.text); rows carry the server's time until it is set")
    }
    guard isWrong else { return response }
    var corrected = response
    corrected.receivedAt = serverTime
    return corrected
  }

  /// Whether a stamped response contradicts the clock all the same, because one alone is not enough
  /// to call it wrong: what is over by then can't be told.
  func isDoubtful(_ stamped: Response) -> Bool {
    guard let serverTime = stamped.header("Date").flatMap({ HTTPDate.parse($0) }) else {
      return false
    }
    return stamped.receivedAt.timeIntervalSince(serverTime) > Self.tolerance
  }
}

extension ClockGuard.State {
  /// Takes in one reply's word; returns what is to be said, once.
  fileprivate mutating func take(
    _ distance: Double, isSecure: Bool, _ receivedAt: Date
  ) -> ClockTrouble? {
    guard abs(distance) > ClockGuard.tolerance else {
      self = ClockGuard.State()
      return nil
    }
    let isAbsurd = receivedAt < ClockGuard.earliest
    let contradictions = (trouble?.contradictions ?? 0) + (isSecure ? 1 : 0)
    guard isAbsurd || contradictions > 0 else { return nil }
    let found = ClockTrouble(
      contradictions: min(2, contradictions),
      secondsAhead: Int(max(-1e12, min(distance, 1e12))), isWrong: isAbsurd || contradictions >= 2)
    trouble = found
    guard found.isWrong, !isReported else { return nil }
    isReported = true
    return found
  }
}
