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

  /// Why a file can't be read, as an `errno`; nil when it can.
  ///
  /// `ESPIPE` is what is neither file nor folder: opening a pipe would wait for its other end.
  static func accessFailure(_ path: String) -> Int32? {
    var info = stat()
    guard stat(path, &info) == 0 else { return errno }
    if info.st_mode & S_IFMT == S_IFDIR { return EISDIR }
    if info.st_mode & S_IFMT != S_IFREG { return ESPIPE }
    return access(path, R_OK) == 0 ? nil : errno
  }

  /// Where a link leads; nil of what is none.
  static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }

  /// Bytes free for this user on the disk of a folder; nil when it can't be told.
  static func freeBytes(_ folder: String) -> Int64? {
    var info = statvfs()
    guard statvfs(folder, &info) == 0 else { return nil }
    return Int64(info.f_bavail) * Int64(info.f_frsize)
  }

  /// Makes a folder and those above it, for its owner and group.
  static func makeFolder(_ path: String) throws(HistoryError) {
    if stamp(path) != nil { return }
    let above = folder(of: path)
    if above != path, stamp(above) == nil { try makeFolder(above) }
    guard mkdir(path, 0o750) != 0, errno != EEXIST else { return }
    throw HistoryError(
      .cannotCreate, path: path,
      message: "The folder \(path) can't be made: \(FileFailure.text(errno)). Make it, or give"
        + " another path with ‘database’ in the configuration.")
  }

  /// Makes an empty file for its owner and group, unless it is there.
  static func makeFile(_ path: String) throws(HistoryError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw FileFailure.opening(path, errno: errno) }
    close(descriptor)
  }

  /// Gives files beside a file its mode, as far as this user may: who reads it needs them.
  static func passModeOn(from path: String, to others: [String]) {
    var info = stat()
    guard stat(path, &info) == 0 else { return }
    let mode = info.st_mode & 0o777
    for other in others where stat(other, &info) == 0 && info.st_mode & 0o777 != mode {
      chmod(other, mode)
    }
  }

  /// The names in a folder, sorted; none when it can't be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }

  /// Waits until the entries of a folder are on the disk.
  static func syncFolder(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
