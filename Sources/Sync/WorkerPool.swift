import Dispatch
import Synchronization

/// Runs tasks on a few queues of its own instead of the process's shared pool.
///
/// Dispatch watches its shared pool once a second from its first use on, for ever; a daemon that
/// sleeps for minutes would never rest. Queues of one's own are not watched.
final class WorkerPool: TaskExecutor {
  private let queues: [DispatchQueue]
  private let next = Atomic<Int>(0)

  /// A pool for so many tasks at once.
  init(width: Int) {
    self.queues = (0..<max(1, width)).map { DispatchQueue(label: "almanac.worker.\($0)") }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    queues[Int(UInt(bitPattern: turn) % UInt(queues.count))].async {
      unowned.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

/// Waits without the shared pool, which `Task.sleep` would wake for ever.
enum Pause {
  private static let queue = DispatchQueue(label: "almanac.pause")

  /// Returns when the time is over, or throws at once when the task is cancelled.
  static func sleep(seconds: Double) async throws(CancellationError) {
    let waiter = Waiter()
    let item = DispatchWorkItem { waiter.resume() }
    queue.asyncAfter(deadline: .now() + max(0, seconds), execute: item)
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      waiter.resume()
    }
    if Task.isCancelled { throw CancellationError() }
  }

  /// A continuation that is resumed once, whoever comes first.
  private final class Waiter: Sendable {
    private enum State {
      case idle, over
      case waiting(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    func wait() async {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if case .over = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    }

    func resume() {
      let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state = .over }
        if case .waiting(let continuation) = state { return continuation }
        return nil
      }
      waiting?.resume()
    }
  }
}
