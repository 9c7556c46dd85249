import CLinux
@preconcurrency import Dispatch
package import FoundationEssentials
import Glibc

/// What comes from the machine and wakes the scheduling loop.
package enum Wake: Sendable {
  /// The time that the timer was set to has come, or the clock was set.
  case timer(clockWasSet: Bool)
  /// A link, an address or a route changed.
  case networkChanged
  /// A signal arrived.
  case signal(Int32)
  /// Half a watchdog period has passed.
  case tick
}

/// What wakes the scheduling loop: a timer and what the machine notices.
package protocol Wakes: Sendable {
  /// Sets the timer to an instant of the wall clock; nil stops it.
  func arm(at instant: Date?)
}

/// The kernel's wake-ups.
///
/// The timer runs on the real-time clock and is cancelled when that is set (timerfd_create(2)), so
/// that a clock that jumps, and a machine that resumes, are noticed at once.
final class KernelWakes: Wakes {
  private let timer: Int32
  private let sources: [any DispatchSourceProtocol]

  /// Listens to the timer, to changes of the network and to TERM, INT, HUP and USR1.
  ///
  /// - Parameters:
  ///   - tickSeconds: how often `tick` comes; nil for never.
  ///   - wake: called with each wake-up, in order.
  init(
    tickSeconds: Double?, _ wake: @escaping @Sendable (Wake) -> Void
  ) throws(SyncError) {
    let timer = clinux_timer_create()
    guard timer >= 0 else { throw SyncError.system("timerfd_create", errno) }
    let queue = DispatchQueue(label: "almanac.events")
    var sources: [any DispatchSourceProtocol] = [
      Self.source(timer, queue) {
        let outcome = clinux_timer_read(timer)
        wake(.timer(clockWasSet: outcome == CLINUX_TIMER_CLOCK_SET))
      }
    ]
    let signals = Self.holdSignals()
    guard signals >= 0 else { throw SyncError.system("pipe2", errno) }
    sources.append(
      Self.source(signals, queue, closes: false) {
        while case let number = clinux_signal_take(signals), number > 0 {
          wake(.signal(number))
        }
      })
    let network = clinux_network_open()
    // Without the netlink socket (a sandbox may forbid it) back-off alone finds the network again.
    if network >= 0 {
      sources.append(
        Self.source(network, queue) {
          if clinux_network_drain(network) > 0 { wake(.networkChanged) }
        })
    }
    if let tickSeconds {
      sources.append(Self.ticker(tickSeconds, queue) { wake(.tick) })
    }
    (self.timer, self.sources) = (timer, sources)
  }

  /// Lets TERM, INT, HUP and USR1 wait until somebody listens.
  static func holdSignals() -> Int32 { clinux_signals_open() }

  /// Sets the timer to an instant; nil stops it.
  func arm(at instant: Date?) {
    guard let instant else {
      _ = clinux_timer_set(timer, -1, 0)
      return
    }
    // Rounded up, so that what woke us is really due; what lies in the past fires at once.
    let latest = 253_402_300_799_000.0
    let milliseconds = Int64(
      min(latest, max(0, (instant.timeIntervalSince1970 * 1000).rounded(.up))))
    _ = clinux_timer_set(timer, milliseconds / 1000, Int32(milliseconds % 1000) * 1_000_000)
  }

  private static func source(
    _ descriptor: Int32, _ queue: DispatchQueue, closes: Bool = true,
    _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler(handler: handler)
    if closes { source.setCancelHandler { close(descriptor) } }
    source.resume()
    return source
  }

  private static func ticker(
    _ seconds: Double, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(100))
    source.setEventHandler(handler: handler)
    source.resume()
    return source
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
