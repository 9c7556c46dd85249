import SQLite

/// How long a writer waits for others that write: can be ended from another thread, for a program
/// that is to stop.
public final class WriterPatience: Sendable {
  let locks = LockPatience()

  /// Patience without an end of its own; a writer waits five seconds at a time.
  public init() {}

  /// From now on all waits end after so many seconds, together.
  public func end(after seconds: Double) { locks.end(after: seconds) }
}
