import AlmanacTestKit
import Testing

/// `almanacd lookup` against a server in the place of the services.
@Suite(.throttled) struct LookupTests {
  private static let key = "SECRET1234"

  private func installation(_ server: LoopbackServer) throws -> Installation {
    try Installation(
      """
      [providers.open-meteo]
      base_url = "\(server.base)"
      [providers.own]
      kind = "openweathermap"
      base_url = "\(server.base)"
      api_key = "\(Self.key)"
      [providers.sky]
      kind = "dark-sky"
      base_url = "\(server.base)"
      """)
  }

  private func fixture(_ name: String) throws -> ScriptedReply {
    .json(try Fixture.text(name))
  }

  @Test func `a name gives its places and a city that check takes`() async throws {
    let reply = try fixture("open-meteo/geocoding_places.json")
    let server = try LoopbackServer { _ in reply }
    defer { server.stop() }
    let installation = try installation(server)
    let output = try await installation.almanacd("lookup", "Santo", "Equador", "--count", "3")
    #expect(output.status == 0)
    #expect(output.stderr == "")
    #expect(try Golden.difference(output.stdout, from: "cli/lookup.txt") == nil)
    let request = try #require(server.received.first)
    #expect(request.path == "/v1/search")
    #expect(request.query("name") == "Santo Equador")
    #expect(request.query("count") == "3")
    #expect(!Fixture.exists(installation.database))

    try installation.write(String(output.stdout.drop { $0 != "#" }))
    let check = try await installation.almanacd("check")
    #expect(check.status == 0)
    #expect(check.stdout.contains("Santo Equador (0,6.5123, Africa/Sao_Tome)"))
  }

  @Test func `coordinates go to OpenWeatherMap, and the key shows nowhere`() async throws {
    let reply = try fixture("openweathermap/geo_direct.json")
    let server = try LoopbackServer { _ in reply }
    defer { server.stop() }
    let output = try await installation(server).almanacd("lookup", "--near", "-33.87,151.2")
    #expect(output.status == 0)
    #expect(output.stdout.contains("Springfield  Illinois  US"))
    #expect(output.stdout.contains("東京都       –         JP"))
    let request = try #require(server.received.first)
    #expect(request.path == "/geo/1.0/reverse")
    #expect(request.query("lat") == "-33.87")
    #expect(request.query("limit") == "5")
    #expect(request.query("appid") == Self.key)
    #expect(!(output.stdout + output.stderr).contains(Self.key))
  }

  @Test func `text from outside is shown clean`() async throws {
    let server = try LoopbackServer { _ in
      .json(
        #"[{"name":"A\u001b[31m\u202eB\n\"","lat":1,"lon":2,"state":"\#(Self.key)"}]"#)
    }
    defer { server.stop() }
    let output = try await installation(server).almanacd("lookup", "x", "--provider", "own")
    #expect(output.status == 0)
    #expect(output.stdout.contains("name = \"A[31mB \\\"\"\n"))
    #expect(!output.stdout.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(!output.stdout.contains(Self.key))
  }

  @Test(
    arguments: [
      ("open-meteo", .json(#"{"generationtime_ms":0.1}"#), 1, "knows no place ‘Xyzzy’"),
      ("own", .json("[]"), 1, "own knows no place"),
      ("own", .json(#"{"cod":"404","message":"not found"}"#, status: 404), 1, "not found"),
      ("own", .json(#"{"cod":401,"message":"bad key SECRET1234"}"#, status: 401), 77, "(401)"),
      ("own", .json(#"{"message":"slow down"}"#, status: 429), 75, "too many requests"),
      ("open-meteo", .json(#"{"error":true,"reason":"broken"}"#, status: 400), 69, "broken"),
      ("open-meteo", .text("oops", status: 500), 69, "server error 500"),
      ("open-meteo", .raw(""), 69, "127.0.0.1"),
      ("open-meteo", .json("[1,2"), 69, "invalid JSON"),
      ("open-meteo", .redirect(to: "https://login.invalid/"), 75, "login.invalid"),
    ] as [(String, ScriptedReply, Int32, String)])
  func `a lookup that brings nothing says why`(
    service: String, reply: ScriptedReply, status: Int32, words: String
  ) async throws {
    let server = try LoopbackServer { _ in reply }
    defer { server.stop() }
    let output = try await installation(server).almanacd("lookup", "Xyzzy", "-p", service)
    #expect(output.status == status)
    #expect(output.stdout == "")
    #expect(output.stderr.hasPrefix("almanacd: \(service)"))
    #expect(output.stderr.contains(words))
    #expect(!output.stderr.contains("SECRET"))
  }

  @Test(arguments: [
    ([], "needs the NAME of a place"), (["\u{7} "], "needs the NAME of a place"),
    (["oslo", "--near", "1,2"], "not both"), (["--near", "91,0"], "such as -33.87,151.21"),
    (["--near", "1"], "such as"), (["--near", "1,nan"], "such as"),
    (["--near", "1,2,3"], "such as"),
    (["oslo", "--count", "0"], "from 1 to 100"), (["oslo", "-p", "opn-meteo"], "did you mean"),
    (["oslo", "-p", "sky"], "looks no places up"),
    (["--near", "1,2", "-p", "open-meteo"], "by name only"),
  ])
  func `a wrong line is refused before anything is asked`(
    words: [String], message: String
  ) async throws {
    let server = try LoopbackServer { _ in .json("[]") }
    defer { server.stop() }
    let installation = try installation(server)
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["lookup"] + words + ["--config", installation.configuration],
      environment: installation.environment)
    #expect(output.status == 64)
    #expect(output.stderr.contains(message))
    #expect(server.received.isEmpty)
  }

  @Test func `without a configuration Open-Meteo is asked, and another service wants its key`()
    async throws
  {
    let proxy = try LoopbackServer { _ in .text("no way out", status: 403) }
    defer { proxy.stop() }
    let folder = try TemporaryFolder()
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
      "https_proxy": proxy.base,
    ]
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["lookup", "oslo"], environment: environment)
    #expect([69, 75].contains(output.status))
    #expect(proxy.received.first?.target == "geocoding-api.open-meteo.com:443")
    let keyless = try await Subprocess.run(
      Fixture.product("almanacd"), ["lookup", "--near", "1,2"], environment: environment)
    #expect(keyless.status == 78)
    #expect(keyless.stderr.contains("ALMANAC_KEY_OPENWEATHERMAP"))
  }
}
