import Dispatch

/// Where the store works: one job after the other, some of them later.
package protocol StoreQueue: SerialExecutor {
  /// Runs a closure on the queue after a time in seconds.
  func schedule(after seconds: Double, _ body: @escaping @Sendable () -> Void)
}

/// Runs an actor on a queue of its own: SQLite blocks, and the shared pool is as small as the
/// machine.
final class QueueExecutor: StoreQueue {
  private let queue: DispatchQueue

  init(label: String) {
    self.queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    queue.async { unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Tells the runtime whether this is the actor's own queue, for `assumeIsolated`.
  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  /// Runs a closure on the queue after a time in seconds.
  func schedule(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + seconds, execute: body)
  }
}
