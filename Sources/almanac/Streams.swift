import CommandLine
import Glibc

/// Standard output and standard error.
enum Streams {
  /// Writes an answer and returns the exit status of the process.
  ///
  /// A reader that has gone away is no error: what it wanted, it has.
  static func write(_ answer: Answer) -> Int32 {
    for notice in answer.notices {
      _ = write(notice.line(isJSON: answer.isJSON), to: STDERR_FILENO)
    }
    switch write(answer.output, to: STDOUT_FILENO) {
    case 0: return answer.status.rawValue
    case EPIPE: return ExitStatus.done.rawValue
    case let code:
      let reason = String(cString: strerror(code))
      let failure = Failure(.io, "io", "The output can't be written: \(reason).")
      _ = write(failure.notice.line(isJSON: answer.isJSON), to: STDERR_FILENO)
      return failure.status.rawValue
    }
  }

  /// Writes all bytes; returns 0 or the `errno` that ended it.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = rest.dropFirst(written)
      }
      return 0
    }
  }
}
