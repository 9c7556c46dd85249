import FoundationEssentials
import Glibc
import History

/// What wakes the scheduling loop.
enum Event: Sendable {
  /// The time that the timer was set to has come, or the clock was set: look again what is due.
  case timer(clockWasSet: Bool)
  /// A link, an address or a route changed.
  case networkChanged
  /// A signal arrived.
  case signal(Int32)
  /// Half a watchdog period has passed.
  case tick
  /// A job ended.
  case finished(JobResult)
  /// The store was given what waited, or refused it.
  case kept(HistoryError?)
  /// Cities that are given by name were looked up.
  case placed(CityResolver.Answer)
  /// It is known which hours have no reading.
  case judged
  /// The filling of gaps at a service ended.
  case filled(String)
  /// The letting go of old details ended.
  case pruned(Result<PruneReport, HistoryError>)
}

/// One stream of what wakes the scheduling loop: nothing polls, nothing wakes in between.
final class EventSource: Sendable {
  /// The events, in order.
  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let wakes: any Wakes

  /// Listens to what the machine has to say.
  ///
  /// - Parameters:
  ///   - tickSeconds: how often `tick` comes; nil for never.
  ///   - onStop: called at once when TERM or INT comes, however busy the loop is.
  init(
    _ machine: Machine, tickSeconds: Double?, onStop: @escaping @Sendable () -> Void = {}
  ) throws(SyncError) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    wakes = try machine.wakes(tickSeconds) { wake in
      if case .signal(let number) = wake, number == SIGTERM || number == SIGINT { onStop() }
      continuation.yield(Event(wake))
    }
    (self.events, self.continuation) = (events, continuation)
  }

  /// Sets the timer to an instant; nil stops it.
  func arm(at instant: Date?) { wakes.arm(at: instant) }

  /// Puts an event of our own into the stream.
  func post(_ event: Event) {
    continuation.yield(event)
  }

  deinit {
    continuation.finish()
  }
}

extension Event {
  init(_ wake: Wake) {
    self =
      switch wake {
      case .timer(let clockWasSet): .timer(clockWasSet: clockWasSet)
      case .networkChanged: .networkChanged
      case .signal(let number): .signal(number)
      case .tick: .tick
      }
  }
}
