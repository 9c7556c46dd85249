import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// The key shows nowhere, whatever happens, and files are for their owner.
@Suite(.throttled) struct SecrecyTests {
  static let canary = "SECRET123"

  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var base: String?
    var extra = ""
    var reply = ScriptedReply.silent
    /// What the lines still have to say.
    var words: String
  }

  static let faults: [Fault] = [
    .init(testDescription: "refused", base: "http://127.0.0.1:1", words: "connection refused"),
    .init(testDescription: "DNS", base: "https://weather.invalid", words: "weather.invalid"),
    .init(testDescription: "time-out", extra: "timeout = 1", words: "timed out"),
    .init(testDescription: "TLS", base: "https", words: "127.0.0.1"),
    .init(
      testDescription: "401", reply: .json(#"{"error":"bad key SECRET123"}"#, status: 401),
      words: "401"),
    .init(
      testDescription: "500", reply: .text("error in /forecast/SECRET123/1,1", status: 500),
      words: "500"),
    .init(testDescription: "prose", reply: .json("no such key: SECRET123"), words: "not JSON"),
    .init(
      testDescription: "redirect",
      reply: .redirect(to: "https://weather.invalid/forecast/SECRET123/1,1?appid=SECRET123"),
      words: "weather.invalid"),
    .init(
      testDescription: "echo", reply: .json(Reply.body().replacing("Clear", with: "SECRET123")),
      words: "1 of 1 city"),
  ]

  // B103.
  @Test(arguments: faults, ["path", "query:appid"])
  func `the key is in no output and no file`(fault: Fault, place: String) async throws {
    let server = try LoopbackServer { _ in fault.reply }
    defer { server.stop() }
    let base = fault.base == "https" ? "https://127.0.0.1:\(server.port)" : fault.base
    let text = Installation.text(
      server: server, cities: 1, extra: "key_in = \"\(place)\"\n\(fault.extra)", key: Self.canary)
    let installation = try Installation(base.map { text.replacing(server.base, with: $0) } ?? text)
    let daemon = try installation.daemon("--verbose")
    #expect(await daemon.waitForOutput(" of 1 city"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.stderr.contains(fault.words))
    #expect(output.stderr.contains("stub"))
    var written = output.stdout + output.stderr
    for words in [["status", "--json"], ["now", "--json"]] {
      let answer = try await Subprocess.run(
        Fixture.product("almanac"), words + ["--config", installation.configuration],
        environment: installation.environment)
      written += answer.stdout + answer.stderr
    }
    #expect(!written.contains(Self.canary))
    for name in try Fixture.names(in: installation.folder.path) where name != "almanac.toml" {
      let bytes = try Fixture.read(installation.folder.file(name))
      #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.canary), "in \(name)")
    }
  }

  // B105.
  @Test func `no command line holds a key, and no option takes one`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let text = Installation.text(server: server, cities: 1)
    let byFile = try Installation(
      text.replacing("api_key = \"K1\"", with: "api_key_file = \"key\""))
    chmod(try byFile.folder.write("key", Self.canary), 0o600)
    let byVariable = try Installation(text.replacing("api_key = \"K1\"", with: ""))
    for installation in [byFile, byVariable] {
      let daemon = try installation.daemon(
        variables: installation.folder === byFile.folder
          ? [:] : ["ALMANAC_KEY_STUB": Self.canary])
      #expect(await daemon.waitForOutput("1 of 1 city"))
      let line = String(decoding: try Fixture.read("/proc/\(daemon.pid)/cmdline"), as: UTF8.self)
      #expect(line.contains("almanac.toml"))
      #expect(!line.contains(Self.canary))
    }
    #expect(server.received.allSatisfy { $0.path.contains(Self.canary) })
    for option in ["--key", "--api-key", "--api_key"] {
      let output = try await byFile.almanacd("sync", option, "K1")
      #expect(output.status == 64)
    }
  }

  // B106.
  @Test func `files are for their owner and group whatever the umask`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    var installation = try Installation("")
    installation.state = installation.folder.file("var/state")
    try installation.write(Installation.text(server: server, cities: 1))
    let output = try await Subprocess.run(
      "sh",
      ["-c", "umask 000; exec \"$0\" sync --config \"$1\"", Fixture.product("almanacd")]
        + [installation.configuration],
      environment: installation.environment)
    #expect(output.status == 0)
    let state = installation.folder.file("var/state")
    let names = try Fixture.names(in: state)
    #expect(names.contains("almanac.db.run.lock"))
    #expect(names.contains("almanac.db.lock"))
    #expect(names.contains("almanac.db-wal"))
    for path in names.map({ "\(state)/\($0)" }) { #expect(mode(path) == 0o640, "\(path)") }
    #expect(mode(state) == 0o750)
    #expect(mode(installation.folder.file("var")) == 0o750)
  }

  private func mode(_ path: String) -> UInt32 {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & 0o777 : 0
  }
}
