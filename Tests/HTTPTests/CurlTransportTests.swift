import AlmanacTestKit
import HTTP
import Testing
import Weather

@Suite(.timeLimit(.minutes(1))) struct CurlTransportTests {
  let transport = CurlTransport()

  @Test func `brings status, headers and body of a whole reply`() async throws {
    let server = try LoopbackServer { _ in
      .json(#"{"a":1}"#, status: 404, headers: [("X-Rate", "  7 "), ("x-empty", "")])
    }
    let response = try await transport.send(request(server.base))
    #expect(response.status == 404)
    #expect(response.text == #"{"a":1}"#)
    #expect(response.header("x-rate") == "7")
    #expect(response.header("CONTENT-TYPE") == "application/json")
    #expect(response.header("X-Empty") == "")
    #expect(response.header("X-Missing") == nil)
    #expect(response.duration > .zero)
    #expect(response.receivedAt.unixSeconds > 1_700_000_000)
  }

  @Test func `names itself and asks for compression`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    _ = try await transport.send(request(server.base, headers: [("If-None-Match", "\"v1\"")]))
    let received = try #require(server.received.first)
    #expect(received.method == "GET")
    #expect(received.header("user-agent") == "almanac/test (+test@example.org)")
    #expect(received.header("accept-encoding")?.contains("gzip") == true)
    #expect(received.header("if-none-match") == "\"v1\"")
  }

  @Test(arguments: [
    (Request.Credential.Place.path(index: 1), "/a/SECRET123/b?x=1"),
    (.query("appid"), "/a/b?x=1&appid=SECRET123"), (.header("X-Key"), "/a/b?x=1"),
  ])
  func `puts the key where the service wants it`(
    place: Request.Credential.Place, target: String
  ) async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let credential = Request.Credential(secret: Secret("SECRET123"), place: place)
    _ = try await transport.send(
      request(server.base, path: ["a", "b"], query: [("x", "1")], credential: credential))
    let received = try #require(server.received.first)
    #expect(received.target == target)
    #expect(received.text.contains("SECRET123"))
  }

  @Test func `unpacks gzip and chunks`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("plain", String(repeating: "weather ", count: 5000))
    _ = try await Subprocess.run("gzip", ["-k", folder.file("plain")])
    let packed = try Fixture.read(folder.file("plain.gz"))
    let server = try LoopbackServer { request in
      let encoding = [("Content-Encoding", "gzip")]
      if request.path == "/data" { return .reply(headers: encoding, body: packed) }
      return .chunked(
        [Array(packed[..<10]), Array(packed[10...])], headers: encoding)
    }
    for path in ["data", "chunks"] {
      let response = try await transport.send(request(server.base, path: [path]))
      #expect(response.body.count == 40_000)
      #expect(response.text.hasPrefix("weather weather"))
    }
  }

  @Test func `takes an empty body, 204 and a reply that ends with the connection`() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/empty": .reply()
      case "/204": .raw("HTTP/1.1 204 No Content\r\n\r\n")
      case "/304": .raw("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n")
      default: .raw("HTTP/1.0 200 OK\r\nX: y\r\n\r\nold style")
      }
    }
    for (path, status, text) in [
      ("empty", 200, ""), ("204", 204, ""), ("304", 304, ""), ("old", 200, "old style"),
    ] {
      let response = try await transport.send(request(server.base, path: [path]))
      #expect(response.status == status)
      #expect(response.text == text)
    }
  }

  @Test func `keeps only the headers of the final reply`() async throws {
    let server = try LoopbackServer { _ in
      .raw(
        "HTTP/1.1 103 Early Hints\r\nX-Hint: early\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nX-Real: yes\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "2\r\nok\r\n0\r\nX-Trailer: late\r\n\r\n")
    }
    let response = try await transport.send(request(server.base))
    #expect(response.text == "ok")
    #expect(response.headers.map(\.name) == ["X-Real", "Transfer-Encoding"])
  }

  @Test func `uses its connections again`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    for _ in 0..<20 { _ = try await transport.send(request(server.base)) }
    #expect(server.acceptedConnections == 1)
  }

  @Test func `answers every one of many callers with its own reply`() async throws {
    let server = try LoopbackServer { .text($0.path) }
    let transport = transport
    let wrong = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        group.addTask {
          let asked = request(server.base, path: ["\(number)"]) { $0.connections = 8 }
          return (try? await transport.send(asked).text) != "/\(number)"
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wrong == 0)
    #expect(server.peakConnections <= 8)
  }
}
