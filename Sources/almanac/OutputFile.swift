import CommandLine
import Glibc
import Weather

/// A file that is complete or as it was: written beside its place, then given its name.
enum OutputFile {
  /// Refuses to replace anything but a file that an earlier export wrote, or an empty one: a slip
  /// must cost neither the database nor a device.
  static func check(_ path: String, of database: String) throws(Failure) {
    var there = stat()
    guard lstat(path, &there) == 0 else { return }
    guard there.st_mode & S_IFMT == S_IFREG else {
      throw refused(path, "is no plain file. Give the name of one, or of none yet.")
    }
    for suffix in ["", "-wal", "-shm", ".lock", ".run.lock"] {
      var own = stat()
      guard stat(database + suffix, &own) == 0 else { continue }
      if (own.st_dev, own.st_ino) == (there.st_dev, there.st_ino) {
        throw refused(path, "belongs to the database itself. Give another name.")
      }
    }
    guard there.st_size == 0 || begins(path, with: "# HELP almanac_") else {
      throw refused(path, "was not written by export. Remove it first, or give another name.")
    }
  }

  private static func refused(_ path: String, _ reason: String) -> Failure {
    Failure(.cannotCreate, "output", "\(CleanText.line(path)) \(reason)")
  }

  private static func begins(_ path: String, with text: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: text.utf8.count)
    return read(descriptor, &head, head.count) == head.count && head.elementsEqual(text.utf8)
  }

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
