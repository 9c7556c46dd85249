import Glibc

/// A file that is complete or as it was: written beside its place, then given its name.
enum OutputFile {
  /// Writes it; returns 0 or the `errno` that ended it.
  static func write(_ bytes: [UInt8], to path: String) -> Int32 {
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return errno }
    var code = Streams.write(bytes, to: descriptor)
    // Its reader is another program's user; mkstemp(3) makes it the owner's alone.
    if code == 0, fchmod(descriptor, 0o644) != 0 || fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, rename(template, path) != 0 { code = errno }
    if code != 0 { unlink(template) }
    return code
  }
}
