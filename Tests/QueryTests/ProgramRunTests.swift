import AlmanacTestKit
import FoundationEssentials
import Testing

@testable import almanac

/// The built program itself, with real streams.
struct ProgramRunTests {
  @Test func `it prints the result, and nothing else, to standard output`() async throws {
    let store = try Sample.twoCities()
    let output = try await run(["history", "--json", "--db", store.path, "--year", "2026"])
    #expect(output.status == 0)
    #expect(output.stderr == "")
    #expect(output.stdout.hasPrefix("[\n{"))
  }

  // B84: an unknown city in JSON.
  @Test func `errors go to standard error and the exit status`() async throws {
    let store = try Sample.twoCities()
    let output = try await run(["now", "--json", "nosuchcity", "--db", store.path])
    #expect(output.status == 64)
    #expect(output.stdout == "[]\n")
    #expect(output.stderr.hasPrefix("{\"error\":"))
  }

  // B87: escape codes in pipes, and a reader that goes away.
  @Test func `a pipe gets no colour unless it is asked for`() async throws {
    let store = try Sample.twoCities()
    let plain = try await run(["history", "--year", "2026", "--db", store.path])
    #expect(!plain.stdout.contains("\u{1B}"))
    let colored = try await run([
      "history", "--year", "2026", "--db", store.path, "--color", "always",
    ])
    #expect(colored.stdout.contains("\u{1B}[1m"))
  }

  @Test(arguments: [("", true), ("NO_COLOR=1", false), ("TERM=dumb", false)])
  func `a terminal gets colour unless it does not want it`(
    variable: String, isColored: Bool
  ) async throws {
    let store = try Sample.twoCities()
    let line = "\(Fixture.product("almanac")) history --year 2026 --db \(store.path)"
    // script(1) runs the line in a terminal of its own.
    let output = try await Subprocess.run(
      "/usr/bin/script", ["-qec", "env -u NO_COLOR TERM=xterm \(variable) \(line)", "/dev/null"])
    #expect(output.status == 0)
    #expect(output.stdout.contains("Lisbon"))
    #expect(output.stdout.contains("\u{1B}[1m") == isColored)
  }

  @Test func `a full disk behind standard output is an error`() async throws {
    let store = try Sample.twoCities()
    let line = "\(Fixture.product("almanac")) history --year 2026 --db \(store.path)"
    let output = try await Subprocess.run("/bin/bash", ["-c", "\(line) >/dev/full"])
    #expect(output.status == 74)
    #expect(output.stderr.contains("No space left on device"))
  }

  @Test func `a reader that goes away is no error`() async throws {
    let store = try Sample.twoCities()
    let line = "\(Fixture.product("almanac")) history --year 2026 --json --db \(store.path)"
    let output = try await Subprocess.run(
      "/bin/bash", ["-c", "trap '' PIPE; set -o pipefail; \(line) | true"])
    #expect(output.status == 0)
    #expect(output.stderr == "")
  }

  @Test func `it answers with a store that can't be written, and leaves it as it was`() async throws
  {
    let store = try Sample.twoCities()
    let before = try Fixture.read(store.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path).sorted()
    _ = try await run(["now", "--db", store.path])
    #expect(try Fixture.read(store.path) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.path).sorted() == names)
  }

  private func run(_ words: [String]) async throws -> Subprocess.Output {
    try await Subprocess.run(Fixture.product("almanac"), words)
  }
}

struct SurroundingsTests {
  @Test(
    arguments: [
      (80, [:], true), (nil, [:], false), (80, ["NO_COLOR": "1"], false),
      (80, ["NO_COLOR": ""], true),
      (80, ["TERM": "dumb"], false), (80, ["TERM": "xterm"], true),
    ] as [(Int?, [String: String], Bool)])
  func `colour is for terminals that want it`(
    width: Int?, environment: [String: String], isColored: Bool
  ) {
    let surroundings = Surroundings(
      now: SampleStore.now, environment: environment, isRoot: false, terminalWidth: width)
    #expect(surroundings.allowsColor == isColored)
  }
}
