import AlmanacTestKit
import FoundationEssentials
import Glibc
import SQLite
import Testing

/// `almanac export` as a program: what it leaves, and what reads it.
struct ExportTests {
  @Test func `what is exported line by line comes back as it was`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let first = try Installation(server: server, cities: 2)
    #expect(try await first.almanacd("sync").status == 0)
    let lines = try await first.almanac("export", "--format", "ndjson")
    #expect(lines.status == 0)
    let second = try Installation(Installation.list(1..<3, extra: "timezone = \"UTC\""))
    let file = try second.folder.write("export.ndjson", lines.stdout)
    let imported = try await second.almanacd("import", file)
    #expect(imported.status == 0 && imported.stderr == "", "\(imported.stderr)")
    #expect(imported.stdout.hasPrefix("\(file): 2 rows, 2 new, 0 already there; "))
    let again = try await second.almanac("export", "--format", "ndjson")
    #expect(again.stdout.replacing("\"import\"", with: "\"live\"") == lines.stdout)
  }

  /// A database with so many readings that their export does not fit into a pipe.
  private func large() async throws -> Installation {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let columns = "utc_offset_s, fetched_at, origin, basis, temperature_c"
    let connection = try Connection(path: installation.database, mode: .readWrite)
    try connection.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO observation (source, observed_at, \(columns))
      SELECT source, observed_at - 900 * i, \(columns) FROM observation, n
      """)
    return installation
  }

  @Test(arguments: [
    ("almanac", "export -o e.csv"), ("almanac", "export -o e.db"), ("almanacd", "backup b.db"),
  ])
  func `a limit on the size of files is an error, and leaves nothing behind`(
    program: String, words: String
  ) async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server, cities: 2)
    #expect(try await installation.almanacd("sync").status == 0)
    let folder = installation.folder.file("out")
    try #require(mkdir(folder, 0o700) == 0)
    let script =
      "cd \(folder) && ulimit -f 0 && exec \(Fixture.product(program)) \(words)"
      + " --db \(installation.database)"
    let output = try await Subprocess.run("/bin/bash", ["-c", script])
    #expect((1..<128).contains(output.status) && !output.stderr.isEmpty, "\(output)")
    #expect(try await Subprocess.run("/bin/ls", [folder]).stdout == "")
  }

  @Test func `a reader that goes away ends it, and is no error`() async throws {
    let installation = try await large()
    for format in ["csv", "ndjson", "json"] {
      let line =
        "trap '' PIPE; set -o pipefail; \(Fixture.product("almanac")) export -f \(format)"
        + " --db \(installation.database) | head -c 100 >/dev/null"
      let output = try await Subprocess.run("/bin/bash", ["-c", line])
      #expect(output.status == 0 && output.stderr == "", "\(output.stderr)")
    }
  }

  @Test(arguments: [("observations", "csv"), ("daily_observed", "csv"), ("observations", "db")])
  func `told to stop, it leaves the file as it was and nothing beside it`(
    view: String, ending: String
  ) async throws {
    let installation = try await large()
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(ending)")
    let child = try ChildProcess(
      Fixture.product("almanac"), ["export", view, "-o", path, "--db", installation.database])
    for _ in 0..<6000 where try Fixture.names(in: folder.path).isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
    child.signal(SIGTERM)
    let output = await child.wait(timeout: .seconds(60))
    let names = try Fixture.names(in: folder.path)
    // On a quick machine it may have been done.
    #expect(output.status == 128 + SIGTERM ? names == [] : names == ["a.\(ending)"])
  }

  @Test func `a full disk behind it is an error, and no whole document`() async throws {
    let installation = try await large()
    let line =
      "\(Fixture.product("almanac")) export -f json --db \(installation.database) >/dev/full"
    let output = try await Subprocess.run("/bin/bash", ["-c", line])
    #expect(output.status == 74)
    #expect(output.stderr.contains("No space left on device"))
  }

  @Test(.enabled(if: SmallDisk.isPossible), arguments: ["a.csv", "a.db"])
  func `a full disk leaves no part of a file, and the error names the file`(
    name: String
  ) async throws {
    let installation = try await large()
    let disk = try #require(SmallDisk(kibibytes: 512))
    let path = disk.folder + "/" + name
    let output = try await installation.almanac("export", "-o", path)
    #expect(output.status == 74)
    #expect(output.stderr.contains("\(path)") && !output.stderr.contains("\(path)."))
    #expect(try Fixture.names(in: disk.folder) == [])
  }
}
