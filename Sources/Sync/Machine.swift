import CLinux
import Glibc

/// What a daemon runs on, where that decides what happens when: threads, wake-ups and chance.
///
/// A simulation brings a machine of its own, on which a month takes a second.
package struct Machine: Sendable {
  /// How `wakes` is made.
  package typealias MakeWakes =
    @Sendable (Double?, @escaping @Sendable (Wake) -> Void) throws(SyncError) -> any Wakes

  /// Makes what runs the tasks.
  package var executor: @Sendable () -> any TaskExecutor
  /// Makes what wakes the loop: given how often a tick is wanted, in seconds, and whom to call.
  package var wakes: MakeWakes
  /// A number in 0..<1, for the jitter of back-off.
  package var random: @Sendable () -> Double
  /// Called when there is usually nothing to do for minutes.
  package var rest: @Sendable () -> Void

  /// A machine from its parts.
  package init(
    executor: @escaping @Sendable () -> any TaskExecutor,
    wakes: @escaping MakeWakes, random: @escaping @Sendable () -> Double,
    rest: @escaping @Sendable () -> Void
  ) {
    self.executor = executor
    self.wakes = wakes
    self.random = random
    self.rest = rest
  }

  /// The machine that we are on; memory that is not needed while it rests goes back to it.
  package static let system = Machine(
    executor: { WorkerPool(width: workers) },
    wakes: { (tickSeconds, wake) throws(SyncError) in
      try KernelWakes(tickSeconds: tickSeconds, wake)
    },
    random: { Double.random(in: 0..<1) }, rest: { clinux_memory_release() })

  /// As many as the machine decodes at once, and no more than help.
  private static var workers: Int { min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
