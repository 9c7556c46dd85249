import Glibc
import Synchronization

/// TERM and INT as a wish that work ends at its next good place.
enum Interruption {
  private static let wanted = Atomic<Int32>(0)

  /// Takes the signals from now on; a waiting read(2) ends with them.
  static func watch() {
    // Made before the handler needs it, which may not wait for a lock.
    _ = wanted.load(ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      Interruption.wanted.store(number, ordering: .relaxed)
    }
    for number in [SIGINT, SIGTERM] { sigaction(number, &action, nil) }
  }

  /// Whether one came.
  static var isWanted: Bool { wanted.load(ordering: .relaxed) != 0 }

  /// Ends the process by the signal that came, so that its caller sees why; returns if none did.
  static func follow() {
    let number = wanted.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }
}
