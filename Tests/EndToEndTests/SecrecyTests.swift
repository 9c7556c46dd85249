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
      testDescription: "401 with escapes",
      reply: .json(#"{"error":"bad key \u0053ECRET\u003123"}"#, status: 401), words: "401"),
    .init(
      testDescription: "401 with a blank of no width",
      reply: .json("{\"error\":\"bad key SECRET\u{200B}123\"}", status: 401), words: "401"),
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

  /// A key with all that an address has to escape.
  static let awkward = "SE/CR%ET+12&3=?#x"
  /// How services write it back; none may be found anywhere.
  static let spellings = [
    awkward, "SE%2FCR%25ET%2B12%263%3D%3F%23x", "SE%2fCR%25ET%2b12%263%3d%3f%23x",
    "SE%252FCR%2525ET%252B12%25263%253D%253F%2523x", #"SE\/CR%ET+12&3=?#x"#,
    #"\u0053E\u002FCR\u0025ET\u002b12\u00263\u003d?#x"#, "SE&#x2f;CR&#37;ET+12&amp;3&equals;?#x",
    Data(awkward.utf8).base64EncodedString().replacing("=", with: ""),
  ]

  /// Every way in which a service can fail and say the key again, in its body and its headers.
  static let echoes: [(String, ScriptedReply)] = {
    let said = spellings.joined(separator: " ")
    let headers = [
      ("Retry-After", awkward), ("X-Echo", said), ("Last-Modified", spellings[1]),
      ("Ratelimit-Remaining", awkward), ("Date", awkward),
    ]
    func echo(_ status: Int) -> ScriptedReply {
      .json(
        "{\"error\":\"\(spellings[1]) \(spellings[3]) \(spellings[5...].joined(separator: " "))\"}",
        status: status, headers: headers)
    }
    let page = "<html><title>Log in</title>\(said)</html>"
    let good = Reply.body().replacing("Clear", with: spellings[1])
    return [400, 401, 403, 404, 429, 500, 503].map { ("\($0)", echo($0)) } + [
      ("redirect", .redirect(to: "https://weather.invalid/\(spellings[1])/?appid=\(spellings[2])")),
      ("captive portal", .text(page, type: "text/html", headers: headers)),
      (
        "truncated",
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\nX-Echo: \(said)\r\n\r\n\(said)")
      ),
      ("malformed", .json("{\"currently\":{\"time\":\"\(spellings[1])\",}", headers: headers)),
      ("unexpected", .json("{\"\(spellings[1])\":1}", headers: headers)),
      ("prose", .text(said, headers: headers)), ("good", .json(good, headers: headers)),
      ("no HTTP", .raw("\(said)\r\n\r\n")),
    ]
  }()

  @Test(arguments: ["path", "query:appid", "header:X-Key"])
  func `a key that is echoed is in no output, file or recording`(place: String) async throws {
    let echoes = Self.echoes
    let server = try LoopbackServer { request in
      let number = request.path.split(separator: "/").first.flatMap { Int($0) } ?? 0
      return echoes.indices.contains(number) ? echoes[number].1 : .silent
    }
    defer { server.stop() }
    // A service for each, so that none waits for another.
    let services = echoes.indices.map { number in
      """
      [providers.s\(number)]
      kind = "dark-sky"
      base_url = "\(server.base)/\(number)"
      api_key = '\(Self.awkward)'
      key_in = "\(place)"
      timeout = 5

      """
    }
    let cities = echoes.indices.map {
      Installation.list($0 + 1..<$0 + 2, extra: "provider = \"s\($0)\"")
    }
    let installation = try Installation(services.joined() + cities.joined())
    let daemon = try installation.daemon("--verbose")
    #expect(await daemon.waitForOutput(" of 1 city", times: echoes.count))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    var written = output.stdout + output.stderr
    // What is not tried again soon, to be kept as it came.
    let lasting = ["400", "401", "403", "404", "429", "good"]
    let chosen = echoes.indices.filter { lasting.contains(echoes[$0].0) }
    let recording = try await Subprocess.run(
      Fixture.product("almanacd"),
      ["sync", "--verbose", "--config", installation.configuration, "--record"]
        + [installation.folder.file("record")] + chosen.flatMap { ["--city", "city-\($0 + 1)"] },
      environment: installation.environment)
    written += recording.stdout + recording.stderr
    #expect(Fixture.exists(installation.folder.file("record")))
    for words in [["status", "--json"], ["now", "--json"], ["status"]] {
      let answer = try await Subprocess.run(
        Fixture.product("almanac"), words + ["--config", installation.configuration],
        environment: installation.environment)
      written += answer.stdout + answer.stderr
    }
    expectSecret(written, "the output")
    for path in try files(below: installation.folder.path)
    where !path.hasSuffix("/almanac.toml") {
      expectSecret(String(decoding: try Fixture.read(path), as: UTF8.self), path)
    }
  }

  @Test(arguments: zip(PastService.allCases, ["query:appid", "path", "header:X-Key"]))
  func `a key that is echoed by a service's past is nowhere`(
    service: PastService, place: String
  ) async throws {
    let echoes = Self.echoes
    let server = try LoopbackServer { request in
      let number = request.path.split(separator: "/").first.flatMap { Int($0) } ?? 0
      return echoes.indices.contains(number) ? echoes[number].1 : .silent
    }
    defer { server.stop() }
    // A service for each, so that none waits for another.
    let tables = echoes.indices.map { number in
      service.table(
        "s\(number)", "\(server.base)/\(number)", key: Self.awkward,
        extra: "key_in = \"\(place)\"")
    }
    let cities = echoes.indices.map {
      Installation.list($0 + 1..<$0 + 2, extra: "provider = \"s\($0)\"")
    }
    let installation = try Installation(tables.joined() + cities.joined())
    // The first makes the database.
    let first = try await Self.backfill(1, installation)
    let written = try await withThrowingTaskGroup(of: String.self) { group in
      for number in echoes.indices.dropFirst() {
        group.addTask { try await Self.backfill(number + 1, installation) }
      }
      return try await group.reduce(first, +)
    }
    #expect(written.contains("key refused") && written.contains("invalid JSON"))
    expectSecret(written, "the output")
    #expect(try installation.count("SELECT count(*) > 0 FROM quarantine") == 1)
    for path in try files(below: installation.folder.path)
    where !path.hasSuffix("/almanac.toml") {
      expectSecret(String(decoding: try Fixture.read(path), as: UTF8.self), path)
    }
  }

  /// What a backfill says that is stopped after the first failure.
  private static func backfill(_ city: Int, _ installation: Installation) async throws -> String {
    let process = try ChildProcess(
      Fixture.product("almanacd"),
      ["backfill", "city-\(city)", "--from", "2023-05-01", "--to", "2023-05-01", "--verbose"]
        + ["--config", installation.configuration], environment: installation.environment)
    _ = await process.waitForOutput("asked for the past")
    process.signal(SIGTERM)
    let output = await process.wait(timeout: .seconds(20))
    return output.stdout + output.stderr
  }

  private func expectSecret(_ text: String, _ place: String) {
    for spelling in Self.spellings { #expect(!text.contains(spelling), "\(place)") }
  }

  /// All files of a folder and the folders in it.
  private func files(below folder: String) throws -> [String] {
    try Fixture.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      var info = stat()
      guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { return [path] }
      return try files(below: path)
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
