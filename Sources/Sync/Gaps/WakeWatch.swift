import FoundationEssentials
import Weather

/// Notices that a program was asleep, or that the clock was set forward, from when it wakes.
///
/// The elapsed time goes on while the machine sleeps (CLOCK_BOOTTIME, clock_gettime(2)), so that a
/// clock that was set is told from a sleep.
struct WakeWatch: Sendable {
  /// Being so late, in seconds, is no more than a busy machine.
  static let patience = 30.0

  private var wall: Date
  private var elapsed: Duration
  private var expected: Date?
  /// By how many seconds the clock was set before the last waking, forward or, negative, back.
  private(set) var clockStep = 0.0

  /// Less is drift, or what time synchronisation does bit by bit.
  static let leastStep = 5.0

  init(wall: Date, elapsed: Duration) {
    self.wall = wall
    self.elapsed = elapsed
  }

  /// Notes what the timer was set to; nil for nothing.
  mutating func sleep(until instant: Date?) { expected = instant }

  /// Notes that the program woke; returns the time that it missed.
  mutating func wake(wall now: Date, elapsed: Duration) -> GapSpan? {
    defer { (wall, self.elapsed) = (now, elapsed) }
    let step = step(now, elapsed)
    clockStep = abs(step) < Self.leastStep ? 0 : step
    if step > ClockGuard.tolerance {
      return GapSpan(from: wall, to: now, reason: .clock)
    }
    guard let expected else { return nil }
    let due = max(expected, wall)
    guard now.timeIntervalSince(due) > Self.patience else { return nil }
    return GapSpan(from: due, to: now, reason: .asleep)
  }

  /// Whether the clock was set since the program woke: a timer tells only of what comes after it was
  /// set itself.
  func isClockSet(wall now: Date, elapsed: Duration) -> Bool {
    abs(step(now, elapsed)) >= Self.leastStep
  }

  private func step(_ now: Date, _ elapsed: Duration) -> Double {
    now.timeIntervalSince(wall) - (elapsed - self.elapsed) / .seconds(1)
  }
}
