import FoundationEssentials
import Sync

/// Runs the program's tasks in the world's order.
final class TaskLane: TaskExecutor {
  private let world: World

  init(_ world: World) { self.world = world }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    world.soon { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs the store's work in the world's order.
final class StoreLane: StoreQueue {
  private let world: World

  init(_ world: World) { self.world = world }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    world.soon { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Always the right place: there is only one thread.
  func checkIsolated() {}

  func schedule(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    world.after(seconds, pausesInSleep: true) { body() }
  }
}

/// What wakes the program's loop: a timer on the machine's clock, and what the month's script says.
///
/// Unchecked for the same reason as `World`.
final class ScriptedWakes: Wakes, @unchecked Sendable {
  private let world: World
  private let wake: @Sendable (Wake) -> Void
  private var ticket: World.Ticket?

  init(_ world: World, _ wake: @escaping @Sendable (Wake) -> Void) {
    self.world = world
    self.wake = wake
  }

  func arm(at instant: Date?) {
    if let ticket { world.cancel(ticket) }
    ticket = nil
    guard let instant else { return }
    // As the kernel's timer, which is set in whole milliseconds.
    let seconds = (instant.timeIntervalSince(world.wallTime) * 1000).rounded(.up) / 1000
    ticket = world.after(seconds) { [weak self] in
      self?.ticket = nil
      self?.wake(.timer(clockWasSet: false))
    }
  }

  /// Cancels the timer as timerfd_create(2) says, when the clock is set.
  func clockWasSet() {
    guard let ticket else { return }
    world.cancel(ticket)
    self.ticket = nil
    wake(.timer(clockWasSet: true))
  }

  /// Lets the loop know of something else.
  func post(_ event: Wake) { wake(event) }
}
