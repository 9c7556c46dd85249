import Glibc

/// Keeps the signals that would end the process waiting, until what was begun is whole or gone.
///
/// They do what they always do once it is let go.
struct SignalHold: ~Copyable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private var before = sigset_t()

  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for number in Self.numbers { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
  }

  deinit {
    var before = self.before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Whether one waits: what was begun is to end.
  var isPending: Bool {
    var waiting = sigset_t()
    guard sigpending(&waiting) == 0 else { return false }
    return Self.numbers.contains { sigismember(&waiting, $0) == 1 }
  }
}
