import AlmanacTestKit
import FoundationEssentials

/// The files that these tests look at: the sources, and what was built from them.
enum Repository {
  /// The absolute path of something in the repository.
  static func path(_ name: String) -> String { "\(Fixture.repository)/\(name)" }

  /// Paths below the root of all Swift files in a folder, however deep.
  static func swiftFiles(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path(folder))
      .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  /// The text of a file.
  static func text(_ name: String) throws -> String {
    String(decoding: try Fixture.read(path(name)), as: UTF8.self)
  }

  /// Whether a program is on the PATH.
  static func hasProgram(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
