/// Waits in the world's time, or until the task is cancelled.
///
/// Unchecked for the same reason as `World`.
final class VirtualSleep: @unchecked Sendable {
  private let world: World
  private var continuation: CheckedContinuation<Void, Never>?
  private var ticket: World.Ticket?
  private var isOver = false

  init(_ world: World) { self.world = world }

  func wait(_ seconds: Double, pausesInSleep: Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOver { return continuation.resume() }
        self.continuation = continuation
        ticket = world.after(seconds, pausesInSleep: pausesInSleep) { self.end() }
      }
    } onCancel: {
      end()
    }
  }

  private func end() {
    isOver = true
    if let ticket { world.cancel(ticket) }
    continuation?.resume()
    continuation = nil
  }
}
