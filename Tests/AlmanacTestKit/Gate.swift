import Glibc

/// A door that a test opens once: a reply waits before it instead of for a length of time.
public final class Gate: Sendable {
  /// Readable for ever once the gate is open, so that `poll` can wait for it.
  let descriptor: Int32
  private let writer: Int32

  /// A closed gate.
  public init() {
    (descriptor, writer) = Pipe.open()
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Opens it for everything that waits, now and later.
  public func open() {
    var byte: UInt8 = 1
    write(writer, &byte, 1)
  }

  /// Takes back what opened it.
  func closeAgain() {
    var block = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &block, block.count) > 0 {}
  }

  /// Waits for the descriptors that have something to say, or for the time to pass.
  ///
  /// Returns their indices; none means that the time has passed.
  static func wait(
    for descriptors: [Int32], events: Int = Int(POLLIN), milliseconds: Int32 = -1
  ) -> [Int] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    while poll(&entries, nfds_t(entries.count), milliseconds) < 0, errno == EINTR {}
    return entries.indices.filter { entries[$0].revents != 0 }
  }
}
