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
    var isClosed = false
    /// Whether the thread sleeps, or is about to.
    var isWaiting = false

    /// Whether the thread sleeps and has not been woken; whoever is told so has to wake it.
    mutating func takeWaiting() -> Bool {
      defer { isWaiting = false }
      return isWaiting
    }
  }

  private let lastID = Atomic(0)
  private let state = Mutex(State())
  /// The address of the thread's multi handle while it lives, else 0: for `curl_multi_wakeup`
  /// only, which may be called from any thread.
  ///
  /// Behind a lock of its own: the thread, once woken, wants the other one at once.
  private let multi = Mutex(UInt(0))

  /// A number for a new request.
  func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  /// Leaves a request; false when the mailbox is closed, and then nobody will answer it.
  func leave(_ job: Job) -> Bool {
    let (isTaken, sleeps) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.delivery.jobs.append(job)
      return (true, state.takeWaiting())
    }
    if sleeps { wake() }
    return isTaken
  }

  /// Asks to end a request; one that has ended is passed over.
  func cancel(_ id: Int) {
    let sleeps = state.withLock { state in
      state.delivery.cancelled.append(id)
      return state.takeWaiting()
    }
    if sleeps { wake() }
  }

  /// Closes it for good; the thread answers what is left and ends.
  func close() {
    let sleeps = state.withLock { state in
      state.isClosed = true
      return state.takeWaiting()
    }
    if sleeps { wake() }
  }

  /// Names the handle to wake the thread by; nil before the handle is destroyed.
  func attach(_ multi: UnsafeMutableRawPointer?) {
    let address = UInt(bitPattern: multi)
    self.multi.withLock { $0 = address }
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

  private func wake() {
    multi.withLock { address in
      guard let multi = UnsafeMutableRawPointer(bitPattern: address) else { return }
      curl_multi_wakeup(multi)
    }
  }
}
