import AlmanacTestKit
import FoundationEssentials
import Glibc

extension TemporaryFolder {
  /// Writes a file with these permission bits, and the folders on the way to it.
  @discardableResult
  func place(_ name: String, _ text: String, mode: UInt32 = 0o600) throws -> String {
    if let slash = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: file(String(name[..<slash])), withIntermediateDirectories: true)
    }
    let path = try write(name, text)
    chmod(path, mode)
    return path
  }
}
