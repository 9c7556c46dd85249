import AlmanacTestKit
import Testing

/// Libraries of `Tests/Faults` that are loaded into a program to make its world worse.
enum Preload {
  /// The library of a name, compiled for this test.
  static func library(_ name: String, in folder: TemporaryFolder) async throws -> String {
    let library = folder.file("\(name).so")
    let output = try await Subprocess.run(
      "/usr/bin/g++",
      [
        "-x", "c", "-shared", "-fPIC", "-o", library, Fixture.path("../Tests/Faults/\(name).c"),
        "-ldl",
      ])
    try #require(output.status == 0, "\(output.stderr)")
    return library
  }
}
