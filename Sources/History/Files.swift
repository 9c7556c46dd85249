import Glibc

/// What the store needs to know of files, by stat(2) and read(2).
enum Files {
  /// What tells one state of a file from another.
  struct Stamp: Equatable {
    let device: UInt
    let inode: UInt
    let size: Int64
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
  }

  /// The state of a file; nil when there is none or its folder can't be searched.
  static func stamp(_ path: String) -> Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return Stamp(
      device: UInt(info.st_dev), inode: UInt(info.st_ino), size: Int64(info.st_size),
      modifiedSeconds: info.st_mtim.tv_sec, modifiedNanoseconds: info.st_mtim.tv_nsec)
  }

  /// The size of a file in bytes; nil when there is none.
  static func size(_ path: String) -> Int64? {
    stamp(path)?.size
  }

  /// The first bytes of a file, fewer where it is shorter; none when it can't be read.
  static func beginning(of path: String, count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: filled), count - filled)
      }
      if got < 0, errno == EINTR { continue }
      if got <= 0 { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }

  /// The folder of a file: `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
