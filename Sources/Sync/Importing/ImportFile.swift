import FoundationEssentials
import Glibc
import Import
import WeeWX

/// A file to import, opened and known by its kind; `-` is standard input.
final class ImportFile: ByteSource {
  let name: String
  private(set) var kind = FileKind.empty
  private let descriptor: Int32
  private var beginning: [UInt8] = []
  private let isInterrupted: @Sendable () -> Bool

  /// Opens a file and looks what it is; throws for what can't be imported.
  init(_ name: String, isInterrupted: @escaping @Sendable () -> Bool) throws {
    self.name = name
    self.isInterrupted = isInterrupted
    descriptor = name == "-" ? dup(0) : open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    var info = stat()
    if fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
      throw ImportError(.notFound, "it is a directory, not a file")
    }
    while beginning.count < FileKind.sampleSize {
      let more = try read()
      if more.isEmpty { break }
      beginning += more
    }
    kind = try FileKind.detect(beginning)
    if kind == .sqlite, name == "-" {
      throw ImportError(.wrongKind, "a database can't be read from a pipe: give the file's path")
    }
  }

  deinit {
    close(descriptor)
  }

  /// What the service of its rows is called where nothing says it.
  var defaultProvider: String { kind == .sqlite ? "weewx" : "import" }

  /// The rows; nil of an empty file.
  func rows(_ mapping: ColumnMapping) throws -> (any RowSource)? {
    defer { beginning = [] }
    switch kind {
    case .empty: return nil
    case .separated: return try CSVRows(self, beginning: beginning, mapping: mapping)
    case .ndjson: return NDJSONRows(self, beginning: beginning, mapping: mapping)
    case .sqlite:
      guard mapping.columns.isEmpty else {
        throw ImportError(.usage, "--map is for CSV and NDJSON; WeeWX's columns have a meaning")
      }
      return try WeeWXArchive(path: name)
    }
  }

  /// The next bytes; none at the end.
  func read() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if isInterrupted() { throw ImportError(.interrupted, "it was stopped") }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { throw Self.failure(errno) }
    }
  }

  private static func failure(_ code: Int32) -> ImportError {
    let text = String(cString: strerror(code))
    return switch code {
    case ENOENT, ENOTDIR, EISDIR: ImportError(.notFound, text)
    case EACCES, EPERM: ImportError(.permission, text)
    default: ImportError(.io, text)
    }
  }
}
