import Glibc

/// A lock on a whole file that belongs to the open file description (fcntl(2), `F_OFD_SETLK`).
///
/// Unlike a classic record lock it is not lost when another part of the process closes the same
/// file, and it can be asked about without being taken.
final class FileLock: Sendable {
  enum Kind: Sendable {
    case shared, exclusive
  }

  /// The commands of Linux, which the C library shows only with `_GNU_SOURCE`
  /// (include/uapi/asm-generic/fcntl.h).
  private static let ask: Int32 = 36
  private static let set: Int32 = 37

  let path: String
  private let descriptor: Int32

  /// Takes the lock at once; nil when another has it.
  static func take(_ path: String, _ kind: Kind) throws(HistoryError) -> FileLock? {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard descriptor >= 0 else { throw FileFailure.opening(path, errno: errno) }
    let lock = FileLock(path: path, descriptor: descriptor)
    return try lock.set(kind) ? lock : nil
  }

  /// Whether another has the lock exclusively.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == EACCES && isListed(path) }
    defer { Glibc.close(descriptor) }
    var region = flock(of: .exclusive)
    guard fcntl(descriptor, ask, &region) == 0 else { return false }
    return Int32(region.l_type) != F_UNLCK
  }

  /// Whether the kernel's list of locks, which anyone may read, has the file as locked exclusively
  /// (proc_locks(5)).
  private static func isListed(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    let file = ":\(info.st_ino) "
    return Files.beginning(of: "/proc/locks", count: 1 << 20).split(separator: 0x0A).contains {
      let line = String(decoding: $0, as: UTF8.self)
      return line.contains("OFDLCK") && line.contains("WRITE") && line.contains(file)
    }
  }

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Whether the locked file is still the one of its path.
  var isInPlace: Bool {
    var own = stat(), there = stat()
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  /// Changes the kind of the lock at once; false when another stands in the way.
  func set(_ kind: Kind) throws(HistoryError) -> Bool {
    var region = Self.flock(of: kind)
    if fcntl(descriptor, Self.set, &region) == 0 { return true }
    let code = errno
    guard code == EAGAIN || code == EACCES else { throw FileFailure.opening(path, errno: code) }
    return false
  }

  /// Whether nobody else has the lock in any way, as this one has it shared.
  var isAlone: Bool {
    var region = Self.flock(of: .exclusive)
    return fcntl(descriptor, Self.ask, &region) == 0 && Int32(region.l_type) == F_UNLCK
  }

  /// Replaces what is written in the file.
  func write(_ text: String) throws(HistoryError) {
    var text = text
    let length = text.utf8.count
    let written = text.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == length, ftruncate(descriptor, off_t(length)) == 0 else {
      throw FileFailure.writing(path, errno: errno)
    }
  }

  private static func flock(of kind: Kind) -> Glibc.flock {
    var region = Glibc.flock()
    region.l_type = Int16(kind == .shared ? F_RDLCK : F_WRLCK)
    region.l_whence = Int16(SEEK_SET)
    return region
  }
}
