import AlmanacTestKit
import Testing

/// Shared objects of `Tests/Faults` that are loaded into a program to make its world worse.
enum Preload {
  /// The shared object of a name, compiled for this test.
  static func object(_ name: String, in folder: TemporaryFolder) async throws -> String {
    let object = folder.file("\(name).so")
    let output = try await Subprocess.run(
      "/usr/bin/g++",
      [
        "-x", "c", "-shared", "-fPIC", "-o", object, Fixture.path("../Tests/Faults/\(name).c"),
        "-ldl",
      ])
    try #require(output.status == 0, "\(output.stderr)")
    return object
  }
}
