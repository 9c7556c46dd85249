import Glibc

/// Turns an `errno` of the file system into an error that says what to do.
enum FileFailure {
  static func opening(_ path: String, errno code: Int32) -> HistoryError {
    switch code {
    case ENOENT:
      Files.linkTarget(path).map { missing($0, from: path) }
        ?? HistoryError(
          .notFound, path: path,
          message: "There is no file \(path). The first ‘almanacd sync’ or ‘run’ makes it.")
    case ESPIPE:
      HistoryError(
        .notFound, path: path,
        message: "\(path) is a pipe, socket or device, not a database. Give the path of a file.",
        reason: "is no file")
    case EISDIR:
      HistoryError(
        .notFound, path: path,
        message: "\(path) is a directory, not a database. Give the path of the file in it.",
        reason: "is a directory")
    case ENOTDIR:
      HistoryError(
        .notFound, path: path, message: "\(path) is no file: \(text(code)). Give another path.")
    case EACCES, EPERM, EROFS:
      HistoryError(
        .permission, path: path,
        message: "\(path) can't be opened: \(text(code)). Check the owner and mode of the file"
          + " and of its folder.")
    default: writing(path, errno: code)
    }
  }

  /// A link to what is not there is no history that is still to come: somebody meant a file.
  private static func missing(_ target: String, from path: String) -> HistoryError {
    HistoryError(
      .notFound, path: path,
      message: "\(path) is a link to \(target), which is not there. Mount or make what it leads to,"
        + " or give another path.",
      reason: "is a link to nothing")
  }

  static func writing(_ path: String, errno code: Int32) -> HistoryError {
    switch code {
    case ENOSPC, EDQUOT:
      HistoryError(
        .full, path: path,
        message: "Disk full: no room is left for \(path). What is stored is safe; make room, and"
          + " it goes on.")
    case EROFS:
      HistoryError(
        .io, path: path,
        message: "\(path) can't be written: its file system is read-only. What is stored is safe;"
          + " look in the kernel's log for why, and mount it writable again.")
    case ENOMEM:
      HistoryError(
        .io, path: path,
        message: "\(path) can't be used: \(text(code)). Give the program more memory.")
    case EMFILE, ENFILE:
      HistoryError(
        .io, path: path,
        message: "\(path) can't be opened: \(text(code)). Raise the limit (ulimit -n).")
    default:
      HistoryError(
        .io, path: path, message: "\(path) can't be used: \(text(code)). Check the disk.")
    }
  }

  static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
