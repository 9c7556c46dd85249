import AlmanacTestKit
import CommandLine
import Testing

@testable import almanac

/// Every format in every unit system that changes something of it, for golden files.
enum Looks {
  static let all: [(suffix: String, options: [String])] = [
    (".txt", []), ("-imperial.txt", ["-u", "imperial"]), ("-uk.txt", ["-u", "uk"]),
    ("-si.txt", ["-u", "si"]), (".md", ["-f", "markdown"]), (".csv", ["--csv"]),
    ("-imperial.csv", ["--csv", "-u", "imperial"]), (".tsv", ["-f", "tsv"]),
    ("-uk.tsv", ["-f", "tsv", "-u", "uk"]), (".json", ["--json"]), (".ndjson", ["-f", "ndjson"]),
    ("-metric.ndjson", ["-f", "ndjson", "-u", "metric"]),
  ]

  /// What differs from the kept texts of a question, one after the other; nil where nothing does.
  static func difference(_ store: SampleStore, _ words: [String], from name: String) throws
    -> String?
  {
    let found = try all.compactMap { look in
      let answer = store.ask(words + look.options)
      guard answer.status == .done else { return "\(look.suffix): \(answer.errors)" }
      return try Golden.difference(answer.text, from: "cli/\(name)\(look.suffix)")
    }
    return found.isEmpty ? nil : found.joined(separator: "\n")
  }
}
