import CommandLine
import Glibc
import History
import Weather

/// A file that is complete or as it was: written beside its place, then given its name.
///
/// Whatever ends the program before, short of killing it, leaves nothing behind.
final class OutputFile {
  /// Where it is while it is written.
  let partial: String
  private let path: String
  private let descriptor: Int32
  private let hold = SignalHold()
  private var isNamed = false

  /// Begins a file beside its place.
  init(_ path: String) throws(Failure) {
    self.path = path
    var template = Array("\(path).XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    let code = errno
    partial = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard descriptor >= 0 else { throw Self.failure(path, code) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if descriptor >= 0, !isNamed { unlink(partial) }
  }

  /// Whether somebody wants the program to end.
  var isUnwanted: Bool { hold.isPending }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(Failure) {
    try goOn()
    let code = Streams.write(bytes, to: descriptor)
    if code != 0 { throw Self.failure(path, code) }
  }

  /// Ends what somebody wants to end.
  func goOn() throws(Failure) {
    if isUnwanted { throw Failure(.tryLater, "interrupted", "Stopped; nothing was written.") }
  }

  /// Gives the file its name, once the disk has all of it.
  func commit() throws(Failure) {
    try goOn()
    // Its reader is another program's user; mkstemp(3) makes it the owner's alone.
    guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0, rename(partial, path) == 0
    else { throw Self.failure(path, errno) }
    isNamed = true
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    let reason = String(cString: strerror(code))
    return Failure(.io, "io", "\(CleanText.line(path)) can't be written: \(reason).")
  }
}
