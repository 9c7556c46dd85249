@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The threads of a loopback server and what they have seen.
final class ServerCore: Sendable {
  struct Record {
    var received: [ReceivedRequest] = []
    var open: Set<Int32> = []
    var accepted = 0
    var peak = 0
    var stopped = false
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let stopping = Gate()
  private let listener: Int32
  private let handler: @Sendable (ReceivedRequest) -> ScriptedReply
  private let state = Mutex(Record())
  private let threads = DispatchGroup()

  init(listener: Int32, handler: @escaping @Sendable (ReceivedRequest) -> ScriptedReply) {
    self.listener = listener
    self.handler = handler
  }

  func record<Value: Sendable>(_ read: (Record) -> Value) -> Value {
    state.withLock { read($0) }
  }

  func start() {
    threads.enter()
    BackgroundThread.start { [self] in
      acceptAll()
      threads.leave()
    }
  }

  func stop() {
    let (first, waiters) = state.withLock { record in
      defer {
        record.stopped = true
        record.waiters = []
      }
      for descriptor in record.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return (!record.stopped, record.waiters)
    }
    for waiter in waiters { waiter.continuation.resume() }
    stopping.open()
    // Only once: later the number may be somebody else's.
    if first { shutdown(listener, Int32(SHUT_RDWR)) }
    threads.wait()
    if first { Glibc.close(listener) }
  }

  func notify(at count: Int, _ continuation: CheckedContinuation<Void, Never>) {
    let due = state.withLock { record in
      if record.received.count >= count || record.stopped { return true }
      record.waiters.append((count, continuation))
      return false
    }
    if due { continuation.resume() }
  }

  /// Notes a request and returns what to answer.
  func answer(head: [UInt8], connection: Int) -> ScriptedReply? {
    let now = ContinuousClock.now
    let open = record { $0.open.count }
    guard
      let request = ReceivedRequest(
        head: head, arrivedAt: now, connection: connection, openConnections: open)
    else { return nil }
    let due = state.withLock { record in
      record.received.append(request)
      let due = record.waiters.filter { $0.count <= record.received.count }
      record.waiters.removeAll { $0.count <= record.received.count }
      return due
    }
    for waiter in due { waiter.continuation.resume() }
    return handler(request)
  }

  private func acceptAll() {
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      guard let index = opened(descriptor) else { return }
      threads.enter()
      BackgroundThread.start { [self] in
        let connection = ServerConnection(descriptor: descriptor, index: index, core: self)
        close(descriptor, abruptly: connection.serve() == .reset)
        threads.leave()
      }
    }
  }

  private func opened(_ descriptor: Int32) -> Int? {
    let index: Int? = state.withLock { record in
      if record.stopped { return nil }
      record.open.insert(descriptor)
      record.accepted += 1
      record.peak = max(record.peak, record.open.count)
      return record.accepted - 1
    }
    if index == nil { Glibc.close(descriptor) }
    return index
  }

  private func close(_ descriptor: Int32, abruptly: Bool) {
    state.withLock { record in
      // Closed under the lock, so that `stop` never shuts down a number given out again; shut down
      // first, so that the end reaches the client even if a child has inherited the connection.
      record.open.remove(descriptor)
      if !abruptly { shutdown(descriptor, Int32(SHUT_RDWR)) }
      Glibc.close(descriptor)
    }
  }
}
