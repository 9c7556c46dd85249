import Glibc
import Synchronization

/// Pipes that no child of this process inherits by accident.
enum Pipe {
  /// Held while a pipe is made and while a child is started, since `pipe2` can't be called here.
  static let spawning = Mutex(())

  /// A pipe with both ends non-blocking and closed on exec.
  static func open() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    spawning.withLock { _ in
      // A test machine without descriptors can't run the test: say so where it happens.
      precondition(pipe(&ends) == 0, "pipe: \(String(cString: strerror(errno)))")
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    return (ends[0], ends[1])
  }
}
