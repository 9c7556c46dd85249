import Glibc
import Synchronization

/// Reads a child's pipes and waits for its end, on threads of its own.
final class ChildWatch: Sendable {
  struct State {
    var output: [[UInt8]] = [[], []]
    /// The exit status, once the child has ended and its pipes are read.
    var status: Int32?
    var reaped: Int32?
    var waiters: [Waiter] = []

    func holds(_ text: String, times: Int) -> Bool {
      output.contains { String(decoding: $0, as: UTF8.self).ranges(of: text).count >= times }
    }
  }

  struct Waiter {
    let deadline: ContinuousClock.Instant
    let isMet: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let pid: pid_t
  private let pipes: [Int32]
  private let wake = Gate()
  private let state = Mutex(State())

  init(pid: pid_t, stdout: Int32, stderr: Int32) {
    self.pid = pid
    self.pipes = [stdout, stderr]
  }

  deinit {
    for descriptor in pipes { close(descriptor) }
  }

  var status: Int32? { state.withLock { $0.status } }

  func output(_ stream: Int) -> String {
    state.withLock { String(decoding: $0.output[stream], as: UTF8.self) }
  }

  func holds(_ text: String, times: Int) -> Bool {
    state.withLock { $0.holds(text, times: times) }
  }

  func start() {
    BackgroundThread.start { [self] in reap() }
    BackgroundThread.start { [self] in read() }
  }

  func signal(_ number: Int32) {
    // Under the lock that also covers reaping, so that the number is still the child's.
    state.withLock { if $0.reaped == nil { _ = kill(pid, number) } }
  }

  @discardableResult
  func wait(timeout: Duration, _ isMet: @escaping @Sendable (State) -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(deadline: .now + timeout, isMet: isMet, continuation: continuation)
      let answer: Bool? = state.withLock { state in
        if isMet(state) { return true }
        if state.status != nil { return false }
        state.waiters.append(waiter)
        return nil
      }
      if let answer { continuation.resume(returning: answer) } else { wake.open() }
    }
  }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    state.withLock { state in
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      let signal = status & 0x7F
      state.reaped = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
    wake.open()
  }

  private func read() {
    var open = pipes
    while status == nil {
      _ = Gate.wait(for: [wake.descriptor] + open, milliseconds: nextTimeout())
      wake.closeAgain()
      let ended = state.withLock { $0.reaped }
      open.removeAll { !drain($0) }
      if let ended { state.withLock { $0.status = ended } }
      resumeDue()
    }
  }

  /// Reads what is there; false at the end of the stream.
  private func drain(_ descriptor: Int32) -> Bool {
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      state.withLock { $0.output[descriptor == pipes[0] ? 0 : 1] += block[..<count] }
    }
  }

  private func nextTimeout() -> Int32 {
    guard let next = state.withLock({ $0.waiters.map(\.deadline).min() }) else { return -1 }
    let left = ContinuousClock.now.duration(to: next) / .milliseconds(1)
    return Int32(max(0, min(left.rounded(.up), 1e9)))
  }

  private func resumeDue() {
    let now = ContinuousClock.now
    let due: [(Waiter, Bool)] = state.withLock { state in
      let ended = state.status != nil
      let all = state.waiters.map { ($0, $0.isMet(state)) }
      let due = all.filter { $0.1 || ended || $0.0.deadline <= now }
      state.waiters = all.filter { !($0.1 || ended || $0.0.deadline <= now) }.map(\.0)
      return due
    }
    for (waiter, met) in due { waiter.continuation.resume(returning: met) }
  }
}
