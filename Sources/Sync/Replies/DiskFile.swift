import FoundationEssentials
import Glibc
import Weather

/// A file or folder, by stat(2), read(2) and write(2).
struct DiskFile {
  let path: String
  private let info: stat?

  init(_ path: String) {
    self.path = path
    var info = stat()
    self.info = stat(path, &info) == 0 ? info : nil
  }

  var isThere: Bool { info != nil }
  var isFolder: Bool { info.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }
  var size: Int { info.map { Int($0.st_size) } ?? 0 }
  /// When its content changed last.
  var modifiedAt: Date { Date(unixSeconds: Int64(info?.st_mtim.tv_sec ?? 0)) }

  /// All of a regular file: a pipe could be waited for in vain, and a device has no end.
  func read() throws(SyncError) -> Data {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system("open", errno) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw .system("fstat", errno) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw SyncError(.system, "it is no regular file")
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system("read", errno) }
      guard count > 0 else { return Data(bytes) }
      bytes += block[..<count]
    }
  }

  /// Puts a file of these bytes into the folder, whole or not at all.
  ///
  /// Neither the folder nor the file may be a symbolic link: somebody else may have made it, to have
  /// us write elsewhere.
  func put(_ name: String, _ bytes: Data) throws(SyncError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      // A link is no folder to O_DIRECTORY (open(2)).
      guard errno == ELOOP || errno == ENOTDIR else { throw .system("open \(path)", errno) }
      throw SyncError(.system, "\(path) is a symbolic link or no folder: nothing is written there")
    }
    defer { close(folder) }
    let draft = name + ".new"
    unlinkat(folder, draft, 0)
    let descriptor = openat(
      folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system("open \(path)/\(draft)", errno) }
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let code = errno
        close(descriptor)
        unlinkat(folder, draft, 0)
        throw .system("write \(path)/\(draft)", code)
      }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
    guard renameat(folder, draft, folder, name) == 0 else {
      throw .system("rename \(path)/\(draft)", errno)
    }
  }

  /// Makes the folder and those above it.
  func makeFolder() throws(SyncError) {
    guard !isFolder else { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try DiskFile(String(path[..<slash])).makeFolder()
    }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .system("mkdir \(path)", errno) }
  }

  /// The names in the folder, sorted; none when it can't be read.
  var names: [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}
