import FoundationEssentials
import Glibc

/// The files that these tests look at: the sources, and what was built from them.
enum Repository {
  /// The top folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the running test program, where the debug build's executables are too.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Paths below the root, like `Sources/Weather`.
  static func folder(_ path: String) -> URL { root.appending(path: path) }

  /// The names in a folder, sorted, without hidden ones.
  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(path).path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Paths below the root of all Swift files in a folder, however deep.
  static func swiftFiles(in path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder(path).path)
      .filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder(path)), as: UTF8.self)
  }

  /// Whether a program is on the PATH.
  static func hasProgram(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Runs a shell command: what it printed on both streams, and its exit status.
  static func shell(_ command: String) throws -> (output: String, status: Int32) {
    guard let pipe = popen("exec 2>&1; \(command)", "r") else { throw Failure.noShell(errno) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      output += buffer[..<count]
    }
    let status = pclose(pipe)
    return (String(decoding: output, as: UTF8.self), (status >> 8) & 0xFF)
  }

  enum Failure: Error {
    case noShell(Int32)
  }
}
