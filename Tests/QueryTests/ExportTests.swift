import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Glibc
import Testing
import Weather

@testable import almanac

struct ExportTests {
  @Test func `the exposition is valid and tells freshness, quotas and values`() throws {
    let answer = try Sample.twoCities().ask("export", "--format", "prometheus")
    #expect(answer.status == .done)
    let samples = try Exposed.parse(answer.text)
    let names = Set(samples.map(\.name))
    for name in [
      "daemon_running", "observed_timestamp_seconds", "stale", "failures", "database_bytes",
      "temperature_c",
    ] {
      #expect(names.contains("almanac_\(name)"))
    }
    let stale = samples.filter { $0.name == "almanac_stale" }
    #expect(Set(stale.map(\.value)) == [0, 1])
    #expect(stale.allSatisfy { Set($0.labels.keys) == ["city", "provider"] })
  }

  @Test func `a file is there whole, readable for all, with nothing beside it`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let target = try folder.write("almanac.prom", "# HELP almanac_old It was.\n")
    let answer = store.ask("export", "--format", "prometheus", "--output", target)
    #expect(answer.file == target)
    #expect(OutputFile.write(answer.output, to: target) == 0)
    #expect(try Fixture.read(target) == answer.output)
    #expect(try Fixture.names(in: folder.path) == ["almanac.prom"])
    var info = stat()
    #expect(stat(target, &info) == 0 && info.st_mode & 0o777 == 0o644)
    #expect(OutputFile.write([1], to: folder.file("none/almanac.prom")) == ENOENT)
  }

  @Test func `nothing but an earlier export is replaced`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let notes = try folder.write("notes.txt", "# mine\n")
    let link = folder.file("link"), pipe = folder.file("pipe")
    #expect(symlink(notes, link) == 0 && mkfifo(pipe, 0o600) == 0)
    for target in [store.path, store.path + ".lock", notes, link, pipe, folder.path] {
      let answer = store.ask("export", "--format", "prometheus", "--output", target)
      #expect(answer.status == .cannotCreate && answer.file == nil, "\(target)")
    }
  }
}

/// A strict reader of the text format 0.0.4.
private enum Exposed {
  struct Sample {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  static func parse(_ text: String) throws -> [Sample] {
    try #require(text.hasSuffix("\n"))
    var typed: [String] = [], seen: Set<String> = [], samples: [Sample] = []
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") {
        let words = line.split(separator: " ", maxSplits: 3)
        try #require(words.count == 4 && ["HELP", "TYPE"].contains(words[1]))
        guard words[1] == "TYPE" else { continue }
        try #require(words[3] == "gauge")
        try #require(!typed.contains(String(words[2])), "one TYPE a metric")
        typed.append(String(words[2]))
        continue
      }
      let sample = try sample(line)
      try #require(typed.last == sample.name, "samples follow their TYPE")
      try #require(seen.insert(String(line.prefix { $0 != " " })).inserted, "told twice: \(line)")
      samples.append(sample)
    }
    return samples
  }

  private static func sample(_ line: Substring) throws -> Sample {
    let match = try #require(
      try #/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/#.wholeMatch(in: line))
    var labels: [String: String] = [:]
    var rest = match.2 ?? ""
    while !rest.isEmpty {
      let label = try #require(
        try #/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)",?/#.prefixMatch(in: rest))
      labels[String(label.1)] = String(label.2)
      rest = rest[label.range.upperBound...]
    }
    let value = try #require(Double(match.3))
    return Sample(name: String(match.1), labels: labels, value: value)
  }
}
