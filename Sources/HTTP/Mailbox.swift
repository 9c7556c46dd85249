import CCurl
import Synchronization
import Weather

/// One request on its way to the transfer thread, with the caller that waits for it.
struct Job: Sendable {
  let id: Int
  let outgoing: OutgoingRequest
  let continuation: CheckedContinuation<Result<Response, TransportError>, Never>
}

/// What callers leave for the transfer thread: the only state that both sides share.
final class Mailbox: Sendable {
  /// What was left since the thread last looked.
  struct Delivery {
    var jobs: [Job] = []
    var cancelled: [Int] = []
  }

  private struct State {
    var delivery = Delivery()
    var nextID = 0
    var isClosed = false
    /// Whether the thread sleeps, or is about to.
    var isWaiting = false
    /// The address of the thread's multi handle while it lives, else 0: for `curl_multi_wakeup`
    /// only, which may be called from any thread.
    var multi: UInt = 0
  }

  private let state = Mutex(State())

  /// A number for a new request.
  func nextID() -> Int {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  /// Leaves a request; false when the mailbox is closed, and then nobody will answer it.
  func leave(_ job: Job) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.delivery.jobs.append(job)
      Self.wake(&state)
      return true
    }
  }

  /// Asks to end a request; one that has ended is passed over.
  func cancel(_ id: Int) {
    state.withLock { state in
      state.delivery.cancelled.append(id)
      Self.wake(&state)
    }
  }

  /// Closes it for good; the thread answers what is left and ends.
  func close() {
    state.withLock { state in
      state.isClosed = true
      Self.wake(&state)
    }
  }

  /// Names the handle to wake the thread by; nil before the handle is destroyed.
  func attach(_ multi: UnsafeMutableRawPointer?) {
    let address = UInt(bitPattern: multi)
    state.withLock { $0.multi = address }
  }

  /// Takes everything out, and whether the mailbox is closed.
  func take() -> (delivery: Delivery, isClosed: Bool) {
    state.withLock { state in
      state.isWaiting = false
      defer { state.delivery = Delivery() }
      return (state.delivery, state.isClosed)
    }
  }

  /// Whether the thread may sleep; what comes from now on wakes it.
  func mayWait() -> Bool {
    state.withLock { state in
      state.isWaiting =
        state.delivery.jobs.isEmpty && state.delivery.cancelled.isEmpty && !state.isClosed
      return state.isWaiting
    }
  }

  private static func wake(_ state: inout State) {
    guard state.isWaiting, let multi = UnsafeMutableRawPointer(bitPattern: state.multi) else {
      return
    }
    state.isWaiting = false
    curl_multi_wakeup(multi)
  }
}
