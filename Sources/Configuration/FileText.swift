import Glibc

/// A small file that was read whole.
struct FileText {
  let bytes: [UInt8]
  /// Permission bits.
  let mode: UInt32
  let group: UInt32

  /// Why a file could not be read.
  enum Failure: Error {
    case missing
    case tooLarge
    /// In words that complete "it": `is a folder`, `cannot be read: Permission denied`.
    case unreadable(String)
  }

  /// Reads a file of at most so many bytes.
  static func read(_ path: String, limit: Int) throws(Failure) -> FileText {
    // Opening a pipe would wait for its writer, which may never come.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable("is a folder") }
    let isPipe = status.st_mode & S_IFMT == S_IFIFO
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        guard errno == EINTR || (errno == EAGAIN && hasMore(descriptor)) else {
          throw errno == EAGAIN ? .unreadable("is a pipe that gives nothing") : failure(errno)
        }
      } else if count == 0 {
        guard !isPipe || !bytes.isEmpty else { throw .unreadable("is a pipe that gives nothing") }
        break
      } else {
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw .tooLarge }
      }
    }
    return FileText(bytes: bytes, mode: status.st_mode & 0o7777, group: status.st_gid)
  }

  /// Whether there is something to read, or the end, within 5 s.
  private static func hasMore(_ descriptor: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 5000) > 0
  }

  /// Whether someone beside its owner and the groups of this process may read it.
  var isReadableByOthers: Bool {
    mode & 0o004 != 0 || (mode & 0o040 != 0 && !Self.groups.contains(group))
  }

  /// Whether someone beside its owner may change it.
  var isWritableByOthers: Bool { mode & 0o022 != 0 }

  /// `0644`.
  var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static var groups: [UInt32] {
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = Int(getgroups(Int32(groups.count), &groups))
    return [getegid()] + groups.prefix(max(0, count))
  }

  private static func failure(_ code: Int32) -> Failure {
    code == ENOENT || code == ENOTDIR
      ? .missing : .unreadable("cannot be read: \(String(cString: strerror(code)))")
  }
}
