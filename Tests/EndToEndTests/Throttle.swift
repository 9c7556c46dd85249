import Synchronization
import Testing

/// Lets only a few tests of programs run at once, so that none is slow because of the others.
struct Throttle: TestTrait, SuiteTrait, TestScoping {
  private static let permits = Permits(16)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.permits.take()
    defer { Self.permits.giveBack() }
    try await function()
  }
}

extension Trait where Self == Throttle {
  /// At most sixteen at once, over all suites.
  static var throttled: Self { Throttle() }
}

/// A number of permits; who finds none waits in line.
private final class Permits: Sendable {
  private struct State {
    var free: Int
    var line: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) {
    state = Mutex(State(free: count))
  }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.line.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.line.isEmpty else { return state.line.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
