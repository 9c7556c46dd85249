import CommandLine
import Glibc
import Weather

/// Where a result goes: the rows of a long one while they are read.
///
/// What is not written yet when the answer is known goes out with it.
final class Outlet {
  /// Nobody reads on (`| head -1`): what the reader wanted, it has.
  struct ReaderGone: Error {}

  /// Bytes that are worth a write(2).
  static let portion = 1 << 16

  private let descriptor: Int32?
  private(set) var file: OutputFile?
  /// Whether something is out that can't be taken back.
  private(set) var hasWritten = false

  /// An outlet into a descriptor; without one everything is kept for the answer.
  init(_ descriptor: Int32? = nil) {
    self.descriptor = descriptor
  }

  /// Goes into a file of this name from now on, from its beginning.
  func begin(_ path: String) throws(Failure) {
    file = nil
    file = try OutputFile(path)
  }

  /// Writes what has come together, if that is enough.
  func take(_ bytes: () -> [UInt8], size: Int) throws {
    guard size >= Self.portion else { return }
    if let file {
      try file.write(bytes())
    } else if let descriptor {
      hasWritten = true
      switch Streams.write(bytes(), to: descriptor) {
      case 0: break
      case EPIPE: throw ReaderGone()
      case let code:
        throw Failure(
          .io, "io", "The output can't be written: \(String(cString: strerror(code))).")
      }
    }
  }

  /// Ends a file with the rest of its bytes, or without it leaves them to the caller.
  func finish(_ rest: [UInt8], isWanted: Bool) throws(Failure) -> [UInt8] {
    guard let file else { return rest }
    if isWanted {
      try file.write(rest)
      try file.commit()
    }
    self.file = nil
    return []
  }

  /// Lets go of a file that will not be whole.
  func abandon() { file = nil }
}
