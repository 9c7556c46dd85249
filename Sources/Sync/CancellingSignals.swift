@preconcurrency import Dispatch
import Glibc

/// Lets a long command end by itself when INT or TERM comes.
public enum CancellingSignals {
  /// Runs the body; the first INT or TERM cancels it, so that it finishes what it has in hand.
  public static func during<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in task.cancel() }
      signal(number, SIG_IGN)
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try await task.value
  }
}
