import CommandLine
import Glibc
import Sync

/// Standard output for results, standard error for everything else, both unbuffered.
enum Output {
  /// Whether standard error is a terminal, so that progress makes sense.
  static var hasTerminal: Bool { isatty(2) == 1 }

  /// Writes a result; a reader that went away is no failure.
  @discardableResult
  static func print(_ text: String) -> ExitStatus {
    var text = text
    let isWritten = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = write(1, start, rest.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return errno == EPIPE }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    return isWritten ? .done : .io
  }

  /// Writes a line that says what went wrong.
  static func complain(_ text: String) {
    Log.standardError("almanacd: \(text)\n")
  }

  /// Writes a line that only helps.
  static func note(_ text: String) {
    Log.standardError("\(text)\n")
  }

  /// Writes over the line of progress on a terminal; an empty text takes it away.
  static func show(_ text: String) {
    Log.standardError("\r\u{1B}[K\(text)")
  }
}
