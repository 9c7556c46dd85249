import Glibc

/// The files below `Fixtures`, found from the place of this source file.
public enum Fixture {
  /// The folder that holds `Package.swift`.
  public static let repository: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// The absolute path of a fixture, such as `open-meteo/forecast_minimal.json`.
  public static func path(_ name: String) -> String {
    "\(repository)/Fixtures/\(name)"
  }

  /// The bytes of a fixture.
  public static func bytes(_ name: String) throws -> [UInt8] {
    try read(path(name))
  }

  /// The text of a fixture.
  public static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The bytes of any file.
  public static func read(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "re") else { throw KitError("fopen", path) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    guard ferror(stream) == 0 else { throw KitError("fread", path) }
    return bytes
  }

  /// Whether there is anything at a path.
  public static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The names in a folder, sorted, without the hidden ones.
  public static func names(in path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw KitError("opendir", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The path of a program that this package builds, next to the running test program.
  public static func product(_ name: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes {
      $0.baseAddress.map { readlink("/proc/self/exe", $0, 4096) } ?? 0
    }
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return (own.split(separator: "/").dropLast().map { "/\($0)" }.joined()) + "/\(name)"
  }
}
