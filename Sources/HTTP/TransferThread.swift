import Glibc
import Synchronization

/// The one thread that moves bytes: started by the first request, ended by closing the mailbox.
final class TransferThread: Sendable {
  private enum State {
    case idle
    case running(pthread_t)
    case ended
  }

  /// The name in `ps -L` and `/proc`, at most 15 bytes.
  static let name = "almanac-http"

  private let setup: TransferSetup
  private let mailbox: Mailbox
  private let state = Mutex(State.idle)

  init(setup: TransferSetup, mailbox: Mailbox) {
    self.setup = setup
    self.mailbox = mailbox
  }

  /// Starts it, unless it runs or has ended; false when the system has no room for a thread.
  func start() -> Bool {
    state.withLock { state in
      guard case .idle = state else { return true }
      let body = Unmanaged.passRetained(Body(setup: setup, mailbox: mailbox))
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      guard result == 0 else {
        body.release()
        return false
      }
      state = .running(thread)
      return true
    }
  }

  /// Waits for its end, once the mailbox is closed; it can't be started again.
  func join() {
    let thread: pthread_t? = state.withLock { state in
      defer { state = .ended }
      if case .running(let thread) = state { return thread }
      return nil
    }
    if let thread { pthread_join(thread, nil) }
  }

  /// What crosses to the new thread.
  private final class Body: Sendable {
    private let setup: TransferSetup
    private let mailbox: Mailbox

    init(setup: TransferSetup, mailbox: Mailbox) {
      self.setup = setup
      self.mailbox = mailbox
    }

    func run() {
      // Signals belong to the program's own handlers; SIGPIPE of a closed connection to nobody.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      nameThread()
      if let loop = TransferLoop(setup: setup, mailbox: mailbox) {
        loop.run()
      } else {
        mailbox.close()
        for job in mailbox.take().delivery.jobs {
          let error = TransportError(.other, "libcurl could not start: no memory")
          job.continuation.resume(returning: .failure(error))
        }
      }
    }

    private func nameThread() {
      guard let file = fopen("/proc/thread-self/comm", "we") else { return }
      fputs(TransferThread.name, file)
      fclose(file)
    }
  }
}
