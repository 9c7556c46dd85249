import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock {
  /// A time on the clock: so long after its start.
  public struct Instant: InstantProtocol {
    /// Since the clock's start.
    public let offset: Swift.Duration

    /// A later or earlier time.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time between two.
    public func duration(to other: Instant) -> Swift.Duration {
      other.offset - offset
    }

    /// Whether one is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextSleeper = 0
    var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// A clock at its start.
  public init() {}

  /// What it shows.
  public var now: Instant { state.withLock { $0.now } }

  /// Exact.
  public var minimumResolution: Swift.Duration { .zero }

  /// The times that sleepers wait for, earliest first.
  public var deadlines: [Instant] { state.withLock { $0.sleepers.values.map(\.until).sorted() } }

  /// Moves it forward and wakes whoever is due.
  public func advance(by duration: Swift.Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for key in due.keys { state.sleepers[key] = nil }
      return due.values.sorted { $0.until < $1.until }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Returns once so many sleep at the same time.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  /// Sleeps until the clock is moved to the deadline; throws when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let key = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(key, deadline, continuation)
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { cancel(key) }
      }
    } onCancel: {
      cancel(key)
    }
  }

  private func add(
    _ key: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let (isDue, met) = state.withLock { state in
      if deadline <= state.now { return (true, [CheckedContinuation<Void, Never>]()) }
      state.sleepers[key] = (deadline, continuation)
      let met = state.watchers.filter { $0.count <= state.sleepers.count }
      state.watchers.removeAll { $0.count <= state.sleepers.count }
      return (false, met.map(\.continuation))
    }
    if isDue { continuation.resume() }
    for watcher in met { watcher.resume() }
  }

  private func cancel(_ key: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: key) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
