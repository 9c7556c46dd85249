import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// Services that refuse, hang or ask for patience.
@Suite(.throttled) struct ServiceFaultTests {
  /// Two services of the same shape: cities 1 to 3 at the first, 4 and 5 at the second.
  static func two(
    _ first: LoopbackServer, _ second: LoopbackServer, schedule: String, extra: String
  ) -> String {
    """
    provider = "first"
    schedule = "\(schedule)"
    spread = 0
    [providers.first]
    kind = "dark-sky"
    base_url = "\(first.base)"
    api_key = "K1"
    \(extra)
    [providers.second]
    kind = "dark-sky"
    base_url = "\(second.base)"
    api_key = "K2"

    """ + Installation.list(1..<4) + Installation.list(4..<6, extra: "provider = \"second\"")
  }

  // B43.
  @Test(arguments: [
    (429, "over quota: too many requests (429)"), (503, "service fault: server error 503"),
  ])
  func `Retry-After holds its own service for so long and no other`(
    status: Int, words: String
  ) async throws {
    let counter = Counter()
    let limited = try LoopbackServer { _ in
      counter.next() == 1
        ? .json("{}", status: status, headers: [("retry-after", "soon"), ("Retry-After", "5")])
        : Reply.good()
    }
    let other = try LoopbackServer { _ in Reply.good() }
    defer {
      limited.stop()
      other.stop()
    }
    let installation = try Installation(
      Self.two(limited, other, schedule: "1s", extra: "connections = 1"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("first: \(words)"))
    #expect(await daemon.waitForOutput("first: works again"))
    let asked = limited.received.map(\.arrivedAt)
    let window = asked[0].advanced(by: .seconds(4.9))
    #expect(asked.dropFirst().allSatisfy { $0 > window })
    #expect(other.received.contains { $0.arrivedAt > asked[0] && $0.arrivedAt < window })
  }

  // B45.
  @Test(arguments: [("Minutely", 60), ("Hourly", 3600), ("Daily", 60)])
  func `a limit that only the text names is kept`(word: String, least: Int) async throws {
    let server = try LoopbackServer { _ in
      .json(#"{"error":true,"reason":"\#(word) limit of requests is used up."}"#, status: 429)
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3, extra: "connections = 1")
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("; next try in "))
    let words = daemon.stderr.split(separator: "; next try in ").last?.prefix { $0 != " " }
    #expect(try #require(words.flatMap { Int($0) }) >= least)
    #expect(server.received.count == 1)
  }

  // B47.
  @Test func `a dead key is said once, asks no more, and old rows stay readable`() async throws {
    let counter = Counter()
    let weather = try Fixture.text("openweathermap/weather_dry.json")
    let forecast = try Fixture.text("openweathermap/forecast_steps.json")
    let server = try LoopbackServer { request in
      if counter.next() > 40 {
        return .json(#"{"cod":401,"message":"Invalid API key"}"#, status: 401)
      }
      return .json(request.path.hasSuffix("weather") ? weather : forecast)
    }
    defer { server.stop() }
    let installation = try Installation(
      """
      provider = "openweathermap"
      schedule = "1s"
      [providers.openweathermap]
      base_url = "\(server.base)"
      api_key = "K1"

      """ + Installation.list(1..<21))
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(server.received.count == 40)
    let daemon = try installation.daemon("--verbose")
    #expect(await daemon.waitForOutput("openweathermap: key refused"))
    #expect(await daemon.waitForOutput("0 of "))
    #expect(try await installation.almanac("now").stdout.contains("City 20"))
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("openweathermap is paused"))
    #expect(status.stdout.contains("key"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.stderr.ranges(of: " warning ").count == 1)
    #expect(server.received.count <= 42)
  }

  // B48.
  @Test(arguments: [
    (502, "<html><body>\(String(repeating: "Bad gateway ", count: 250))</body></html>", 3),
    (503, "", 3), (500, #"{"message":"Internal Server Error"}"#, 3),
    (400, "<html><body>Bad request</body></html>", 1),
  ])
  func `a gateway's page is judged by its status`(
    status: Int, body: String, tries: Int
  ) async throws {
    let server = try LoopbackServer { _ in .text(body, status: status, type: "text/html") }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let output = try await installation.almanacd("sync")
    #expect(output.status == 69)
    #expect(output.stderr.contains("\(status)"))
    let lines = output.stderr.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { $0.utf8.count < 250 && !$0.contains("<html") })
    #expect(server.received.count <= tries)
    #expect(server.received.count > (tries > 1 ? 1 : 0))
  }

  // B40.
  @Test func `a service that accepts and says nothing delays no other`() async throws {
    let silent = try LoopbackServer { _ in .silent }
    let quick = try LoopbackServer { _ in Reply.good() }
    defer {
      silent.stop()
      quick.stop()
    }
    let installation = try Installation(
      Self.two(silent, quick, schedule: "15m", extra: "timeout = 60"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("second: 2 of 2 cities"))
    #expect(try installation.count("SELECT count(*) FROM observations") == 2)
    #expect(!daemon.stderr.contains("first:"))
  }

  // B42.
  @Test func `what came is stored and what failed is listed, though it is killed then`()
    async throws
  {
    let server = try LoopbackServer { request in
      switch Reply.city(request) {
      case 2: .json("{}", status: 500)
      case 4: .json("garbage")
      default: Reply.good()
      }
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 5)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("3 of 5 cities"))
    daemon.signal(SIGKILL)
    _ = await daemon.wait()
    #expect(try installation.count("SELECT count(*) FROM observations") == 3)
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("City 2, stub: service fault: server error 500"))
    #expect(
      status.stdout.contains("City 4, stub: reply not understood: reply is not JSON: garbage"))
  }
}
