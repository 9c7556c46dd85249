import AlmanacTestKit
import HTTP
import Testing
import Weather

/// Replies that are no whole HTTP: an ordinary error each, and the next request goes well.
@Suite(.timeLimit(.minutes(1))) struct BrokenReplyTests {
  static let document = Array(#"{"latitude":38.7,"temperature":17.5}"#.utf8)
  static let noise: [UInt8] = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 131) }

  static let cases: [(String, ScriptedReply, TransportError.Code)] = [
    ("half a header", .raw("HTTP/1.1 200 OK\r\nContent-Ty"), .closedEarly),
    ("only a status line", .raw("HTTP/1.1 200 OK\r\n"), .closedEarly),
    ("half a status line", .raw("HTTP/1.1 2"), .closedEarly),
    ("random bytes", .raw(noise), .malformed),
    ("nothing", .raw(""), .closedEarly),
    ("a reset", ScriptedReply([.reset]), .closedEarly),
    (
      "a reset in the body",
      ScriptedReply([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8)), .reset]),
      .closedEarly
    ),
    (
      "a body short of its length",
      .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n".utf8) + document), .closedEarly
    ),
    ("chunks without their end", .chunked([document], complete: false), .closedEarly),
    (
      "plain bytes called gzip",
      .reply(headers: [("Content-Encoding", "gzip")], body: document), .malformed
    ),
    (
      "a chunk size that is none",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n"), .closedEarly
    ),
    ("a status line that is none", .raw("HTTP/9.9 abc\r\n\r\n"), .malformed),
    (
      "a header without end",
      .raw("HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(document)\r\n", count: 4000)), .malformed
    ),
  ]

  @Test(arguments: cases.indices)
  func `fails in words and goes on`(index: Int) async throws {
    let (name, reply, code) = Self.cases[index]
    let transport = CurlTransport()
    let server = try LoopbackServer { $0.path == "/broken" ? reply : .text("well") }
    let error = try #require(
      await transport.failure(request(server.base, path: ["broken"])), "\(name)")
    #expect(error.code == code, "\(name): \(error)")
    #expect(error.message.hasPrefix("127.0.0.1:\(server.port): "))
    #expect(error.fetchError.isTransient)
    #expect(try await transport.send(request(server.base)).text == "well")
  }

  // libcurl calls the first "Out of memory".
  @Test(arguments: [
    "X: " + String(repeating: "a", count: 200_000) + "\r\n",
    String(repeating: "X: " + String(repeating: "a", count: 50_000) + "\r\n", count: 8),
  ])
  func `says that a header is too long`(lines: String) async throws {
    let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n" + lines + "\r\n") }
    let error = try #require(await CurlTransport().failure(request(server.base)))
    #expect(error.code == .malformed)
    #expect(error.message.hasSuffix(": the reply's header is too long"), "\(error.message)")
  }

  @Test func `says refused when nothing listens`() async throws {
    let server = try LoopbackServer { _ in .silent }
    server.stop()
    let error = try #require(await CurlTransport().failure(request(server.base)))
    #expect(error.code == .refused)
    #expect(error.fetchError.code == .connection)
  }

  @Test func `says that a name does not resolve`() async throws {
    let asked = request("https://no-such-host.invalid")
    let error = try #require(await CurlTransport().failure(asked))
    // On a machine without any route the network is away, not the name.
    #expect([.dns, .offline].contains(error.code))
    #expect(error.message.hasPrefix("no-such-host.invalid: "))
  }

  @Test(arguments: [
    "", "ftp://example.org", "example org", "http://:80", "https://a:99999", "file:///etc",
  ])
  func `refuses what is no web address`(base: String) async {
    #expect(await CurlTransport().failureCode(request(base)) == .badURL)
  }

  @Test func `refuses headers that would become two`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let asked = request(server.base, headers: [("X-Key", "a\r\nHost: evil")])
    #expect(await CurlTransport().failureCode(asked) == .badURL)
    #expect(server.received.isEmpty)
  }

  @Test func `refuses plain http beyond this machine`() async throws {
    let error = try #require(await CurlTransport().failure(request("http://example.org")))
    #expect(error.code == .plainHTTPRefused)
    #expect(error.message.contains("allow_insecure = true"))
    #expect(!error.fetchError.isTransient)
  }
}
