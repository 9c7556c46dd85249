import FoundationEssentials
import Glibc

/// A new empty folder, removed with all it holds when the last reference goes.
public final class TemporaryFolder: Sendable {
  /// Its absolute path, without a slash at the end.
  public let path: String

  /// Makes it below `TMPDIR`, or `/tmp`.
  ///
  /// - Parameter inMemory: where there is `/dev/shm`, there: for thousands of transactions of which
  ///   none must outlive the test.
  public init(inMemory: Bool = false) throws {
    let isInMemory = inMemory && access("/dev/shm", W_OK) == 0
    let base = isInMemory ? "/dev/shm" : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/almanac-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw KitError("mkdtemp", base) }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? base
    }
  }

  deinit {
    // What stays behind (a folder made unreadable by its test) is left to the machine's own cleaning.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in it, whether it is there or not.
  public func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file in it and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a file in it and returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = file(name)
    guard let stream = fopen(path, "we") else { throw KitError("fopen", path) }
    let written = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, written == bytes.count else { throw KitError("fwrite", path) }
    return path
  }
}
