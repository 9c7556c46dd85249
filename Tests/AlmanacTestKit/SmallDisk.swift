import Glibc

/// A file system in memory, of a few mebibytes, unmounted when it is let go.
public final class SmallDisk: Sendable {
  /// Where it is mounted.
  public let folder: String

  /// Whether this process may mount one, which takes root.
  public static let isPossible = SmallDisk(kibibytes: 64) != nil

  /// A new one; nil where it can't be mounted.
  public init?(kibibytes: Int) {
    var template = Array("/tmp/almanac-disk-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    folder = String(cString: made)
    let size = "size=\(kibibytes)k"
    guard mount("tmpfs", folder, "tmpfs", 0, size) == 0 else {
      rmdir(folder)
      return nil
    }
  }

  deinit {
    umount2(folder, Int32(MNT_DETACH))
    rmdir(folder)
  }

  /// Whether it could be made read-only, or writable again.
  public func remount(readOnly: Bool) -> Bool {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    for _ in 0..<100 {
      if mount("tmpfs", folder, "tmpfs", flags, nil) == 0 { return true }
      guard errno == EBUSY else { return false }
      // A program that is just being started still has copies of our open files.
      usleep(20_000)
    }
    return false
  }

  /// Writes until nothing fits any more.
  public func fill() throws {
    let descriptor = Glibc.open(folder + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw KitError("open", folder + "/ballast") }
    let block = [UInt8](repeating: 7, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    close(descriptor)
  }

  /// Writes until no more than so many bytes fit.
  public func fill(leaving room: Int) throws {
    try fill()
    var info = stat()
    guard stat(folder + "/ballast", &info) == 0,
      truncate(folder + "/ballast", info.st_size - room) == 0
    else { throw KitError("truncate", folder + "/ballast") }
  }

  /// Makes room again.
  public func empty() {
    unlink(folder + "/ballast")
  }
}
