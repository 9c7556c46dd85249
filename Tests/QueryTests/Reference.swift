import AlmanacTestKit
import FoundationEssentials
import Testing

@testable import almanac

/// The same figures, computed by a Python script that shares nothing with Almanac but the file.
enum Reference {
  /// The rows that the script has for a question about Lisbon.
  static func rows(
    _ store: SampleStore, _ words: [String], today: String = "2026-11-30"
  ) async throws -> [[String: JSONValue]] {
    let script = "\(Fixture.repository)/Tests/Reference/retrospect.py"
    let output = try await Subprocess.run(
      "python3", [script, store.path, "lisbon", today] + words)
    #expect(output.stderr == "")
    return try JSONDecoder().decode(
      [[String: JSONValue]].self, from: Data(output.stdout.utf8))
  }

  /// Holds each value that the script has against the answer's.
  static func compare(
    _ own: [[String: JSONValue]], _ expected: [[String: JSONValue]], _ what: String
  ) {
    #expect(own.count == expected.count, "\(what)")
    for (row, other) in zip(own, expected) {
      for (key, value) in other {
        #expect(row[key] == value, "\(what): \(key) of \(row["lead_days"] ?? .null)")
      }
    }
  }
}
