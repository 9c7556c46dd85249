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

  /// What replies have said of the clock since it was set last.
  fileprivate enum Standing {
    /// Nothing yet, since the program started.
    case untold
    /// That it is right; whether an https reply said so.
    case confirmed(isSecure: Bool)
    /// Nothing yet, since the running program saw it set.
    case doubted
  }

  fileprivate struct State {
    var trouble: ClockTrouble?
    var isReported = false
    var standing = Standing.untold
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

  /// Whether the running program saw the clock set, and no reply has agreed with it since: what is
  /// over by it can't be told.
  var isDoubted: Bool {
    if case .doubted = state.withLock(\.standing) { return true }
    return false
  }

  /// Whether the last replies agreed with the clock as it is set now.
  var isConfirmed: Bool {
    if case .confirmed = state.withLock(\.standing) { return true }
    return false
  }

  /// Takes in that the clock was set by so many seconds.
  ///
  /// Where https replies agreed with it before, that is one word against it already: the next one
  /// that contradicts it makes two, and no row is stamped by a clock that was set wrong.
  func clockWasSet(by seconds: Double) {
    guard abs(seconds) > Self.tolerance else { return }
    state.withLock { state in
      if case .confirmed(isSecure: true) = state.standing {
        state.trouble = ClockTrouble(
          contradictions: 1, secondsAhead: ClockGuard.whole(seconds), isWrong: false)
      }
      state.standing = .doubted
    }
  }

  fileprivate static func whole(_ seconds: Double) -> Int { Int(max(-1e12, min(seconds, 1e12))) }

  /// Takes over what an earlier process has found.
  func remember(_ trouble: ClockTrouble?) {
    state.withLock { if $0.trouble == nil { $0.trouble = trouble } }
  }

  /// The response with a receipt that can be believed; reports a wrong clock once.
  func stamped(_ response: Response, log: Log) -> Response {
    let base = response.request.base.lowercased()
    guard let serverTime = response.header("Date").flatMap({ HTTPDate.parse($0) }) else {
      // Of a server that never says the time, an answer is all that can be had.
      if response.status == 200, base.hasPrefix("http") { state.withLock { $0.takeUndated() } }
      return response
    }
    let distance = response.receivedAt.timeIntervalSince(serverTime)
    let isSecure = base.hasPrefix("https:")
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
      self = ClockGuard.State(standing: .confirmed(isSecure: isSecure || isWitnessed))
      return nil
    }
    if case .confirmed = standing { standing = .untold }
    let isAbsurd = receivedAt < ClockGuard.earliest
    let contradictions = (trouble?.contradictions ?? 0) + (isSecure ? 1 : 0)
    guard isAbsurd || contradictions > 0 else { return nil }
    let found = ClockTrouble(
      contradictions: min(2, contradictions),
      secondsAhead: ClockGuard.whole(distance), isWrong: isAbsurd || contradictions >= 2)
    trouble = found
    guard found.isWrong, !isReported else { return nil }
    isReported = true
    return found
  }

  /// Takes in an answer without a date.
  fileprivate mutating func takeUndated() {
    if trouble == nil, !isWitnessed { standing = .confirmed(isSecure: false) }
  }

  /// Whether an https reply has agreed with the clock since it was set.
  private var isWitnessed: Bool {
    if case .confirmed(isSecure: true) = standing { return true }
    return false
  }
}
