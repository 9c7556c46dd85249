import AlmanacTestKit
import Glibc
import Testing

/// Where recordings go, and who plays some.
@Suite(.throttled) struct RecordTests {
  @Test func `a recording goes where it was asked to, not where a link leads`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let elsewhere = installation.folder.file("elsewhere")
    let record = installation.folder.file("record")
    #expect(mkdir(elsewhere, 0o755) == 0 && mkdir(record, 0o755) == 0)
    #expect(symlink(elsewhere, "\(record)/stub") == 0)
    let output = try await installation.almanacd("sync", "--record", record)
    #expect(output.status == 74, "\(output.stderr)")
    #expect(output.stderr.contains("\(record)/stub is a symbolic link or no folder"))
    #expect(try Fixture.names(in: elsewhere).isEmpty)
    // The replies are in the history all the same.
    #expect(try installation.count("SELECT count(*) FROM observation") == 1)
    // A link in the place of the file, or of its draft, is replaced itself.
    #expect(unlink("\(record)/stub") == 0 && mkdir("\(record)/stub", 0o755) == 0)
    let file = try installation.folder.write("elsewhere/file", "mine")
    for name in ["city-1-forecast.json", "city-1-forecast.json.new"] {
      #expect(symlink(file, "\(record)/stub/\(name)") == 0)
    }
    #expect(try await installation.almanacd("sync", "--record", record).status == 0)
    #expect(String(decoding: try Fixture.read(file), as: UTF8.self) == "mine")
    #expect(try Fixture.names(in: "\(record)/stub").contains("city-1-forecast.json"))
  }

  @Test(arguments: [
    (["--help"], 0 as Int32, "usage: almanac-replay FOLDER"), ([], 64, "usage: almanac-replay"),
    (["/nowhere"], 66, "no folder /nowhere"), (["/etc/passwd"], 66, "no folder /etc/passwd"),
    (["/usr"], 66, "no recorded place in /usr"), (["/usr", "x"], 64, "usage"),
    (["--steps"], 64, "usage"),
  ])
  func `almanac-replay says what it can't play`(
    words: [String], status: Int32, text: String
  ) async throws {
    let output = try await Subprocess.run(Fixture.product("almanac-replay"), words)
    #expect(output.status == status)
    #expect((output.stdout + output.stderr).contains(text), "\(output.stderr)")
  }
}
