import CSQLite
import Glibc
import Synchronization

/// How long connections wait for the locks of others: can be ended from another thread, for a
/// program that is to stop.
///
/// `sqlite3_interrupt` does not end such a wait, and a busy time-out can't be changed while it runs.
public final class LockPatience: Sendable {
  private let end = Atomic<Int64>(.max)

  /// Patience without an end of its own.
  public init() {}

  /// From now on all waits end after so many seconds, together.
  public func end(after seconds: Double) {
    end.store(Self.now + Int64(seconds * 1000), ordering: .relaxed)
  }

  var isOver: Bool { Self.now >= end.load(ordering: .relaxed) }

  /// Milliseconds of a clock that nobody sets.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// What a connection's busy handler works from; used by the connection's own thread only.
final class BusyWait {
  private let patience: LockPatience
  private var began: Int64 = 0
  /// The longest wait in milliseconds.
  var timeoutMs: Int32

  init(_ patience: LockPatience, timeoutMs: Int32) {
    self.patience = patience
    self.timeoutMs = timeoutMs
  }

  /// Lets the connection wait by this; it must not outlive this object.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().waits(count) ? 1 : 0
      }, context)
  }

  /// Waits a little, longer each time as SQLite's own handler does; false when it is enough.
  private func waits(_ count: Int32) -> Bool {
    let now = LockPatience.now
    if count == 0 { began = now }
    guard now - began < Int64(timeoutMs), !patience.isOver else { return false }
    usleep(UInt32(min(25, 1 + 5 * count)) * 1000)
    return true
  }
}
