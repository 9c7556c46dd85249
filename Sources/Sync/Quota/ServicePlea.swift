import FoundationEssentials
import History
import Schedule
import Weather

/// What a service said of when it wants to be asked again: it holds for whoever wants to ask.
///
/// One request may be told so while others are about to be sent, of the schedule, for gaps or of a
/// backfill; the scheduler knows it only when the job has ended. It is kept by the clock that nobody
/// sets.
struct ServicePlea: Sendable {
  /// An error by which the service itself refuses whoever asks next.
  let error: FetchError
  private let until: Duration

  /// A refused key or contact holds for an hour, as the scheduler's pause does.
  static let refusalSeconds = 3600.0
  /// Less than this is left of it only by rounding, in seconds.
  private static let slack = 0.01

  /// nil where the error says nothing of others: it was no answer, or one about a place.
  init?(_ error: FetchError, at elapsed: Duration) {
    guard error.status != nil, let seconds = Self.seconds(error) else { return nil }
    self.error = error
    until = elapsed + .seconds(seconds)
  }

  /// What another program was told; nil when that is over.
  init?(_ kept: KeptPlea, at elapsed: Duration, _ now: ClockReading) {
    let left = kept.secondsLeft(at: now)
    guard left > Self.slack else { return nil }
    error = FetchError(kept.code, kept.message, retryAfterSeconds: left)
    until = elapsed + .seconds(left)
  }

  /// The same for other programs.
  func kept(at elapsed: Duration, _ now: ClockReading) -> KeptPlea {
    let left = (until - elapsed) / .seconds(1)
    return KeptPlea(
      code: error.code, message: error.message,
      until: ClockReading(
        at: now.at.addingTimeInterval(left.rounded(.up)),
        uptimeSeconds: now.uptimeSeconds + left, boot: now.boot))
  }

  /// Whether it lasts longer than another.
  func outlasts(_ other: ServicePlea?) -> Bool { other.map { until > $0.until } ?? true }

  private static func seconds(_ error: FetchError) -> Double? {
    switch error.code {
    case .key, .refused: refusalSeconds
    case .quota: error.retryAfterSeconds ?? Backoff.rateLimited.floorSeconds
    case .service, .request: error.retryAfterSeconds
    default: nil
    }
  }

  /// Whether it ends when key or configuration change, or when somebody wants to know.
  var isRefusal: Bool { error.code == .key || error.code == .refused }

  /// Why nothing is sent now, with the seconds that are left; nil when it is over.
  func refusal(at elapsed: Duration) -> FetchError? {
    let left = (until - elapsed) / .seconds(1)
    // Without the status: no answer says that the network is there.
    return left > Self.slack ? FetchError(error.code, error.message, retryAfterSeconds: left) : nil
  }
}
