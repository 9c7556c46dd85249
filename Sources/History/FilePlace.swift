import Glibc

/// What can become of the place of a file that is open.
public enum Displacement: Sendable, Equatable {
  /// No file is there any more.
  case removed
  /// Another file is there.
  case exchanged
  /// The disk of its folder is another one, or none: it is not the time to make a new file.
  case unmounted
}

/// Where a file was when it was opened: a deleted one goes on to be written without anybody seeing
/// it again.
struct FilePlace: Sendable {
  private let path: String
  private let file: Files.Stamp?
  private let folder: Files.Stamp?

  init(_ path: String) {
    self.path = path
    file = Files.stamp(path)
    folder = Files.stamp(Files.folder(of: path))
  }

  /// Costs one stat(2) while all is as it was.
  var displacement: Displacement? {
    guard let file else { return nil }
    if let now = Files.stamp(path) {
      return now.device == file.device && now.inode == file.inode ? nil : .exchanged
    }
    let now = Files.stamp(Files.folder(of: path))
    if let folder, let now, now.device != folder.device { return .unmounted }
    return .removed
  }
}
