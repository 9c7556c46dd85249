import AlmanacTestKit
import HTTP
import Testing
import Weather

@testable import struct HTTP.Destination
@testable import enum HTTP.RedirectRule

@Suite(.timeLimit(.minutes(1))) struct RedirectTests {
  let transport = CurlTransport()
  static let key = Request.Credential(secret: Secret("SECRET123"), place: .query("appid"))

  @Test(arguments: [301, 302, 303, 307, 308], [nil, key])
  func `follows a redirect on the same server`(
    status: Int, credential: Request.Credential?
  ) async throws {
    let server = try LoopbackServer { request in
      request.path == "/data" ? .redirect(to: "/moved?x=1", status: status) : .json("{}")
    }
    let response = try await transport.send(request(server.base, credential: credential))
    #expect(response.status == 200)
    #expect(response.text == "{}")
    #expect(server.received.map(\.path) == ["/data", "/moved"])
    #expect(response.header("Location") == nil)
  }

  @Test(arguments: [(5, nil), (6, TransportError.Code.tooManyRedirects)])
  func `takes five redirects and no more`(count: Int, code: TransportError.Code?) async throws {
    let server = try LoopbackServer { request in
      let step = Int(request.query("step") ?? "0") ?? 0
      return step == count ? .text("there") : .redirect(to: "/data?step=\(step + 1)")
    }
    #expect(await transport.failureCode(request(server.base)) == code)
    #expect(server.received.count == 6)
  }

  @Test func `carries no key to another server`() async throws {
    let other = try LoopbackServer { _ in .json("{}") }
    let target = other.base
    let server = try LoopbackServer { _ in .redirect(to: "\(target)/data?appid=SECRET123") }
    let error = try #require(
      await transport.failure(request(server.base, credential: Self.key)))
    #expect(error.code == .foreignRedirect(host: "127.0.0.1"))
    #expect(error.fetchError.code == .captive)
    #expect(other.received.isEmpty)
    #expect(!"\(error)".contains("SECRET123"))
  }

  @Test func `follows to another server of this machine without a key`() async throws {
    let other = try LoopbackServer { _ in .json("{}") }
    let target = other.base
    let server = try LoopbackServer { _ in .redirect(to: target) }
    #expect(try await transport.send(request(server.base)).text == "{}")
  }

  @Test(arguments: [
    ScriptedReply.text("<html>Log in</html>", type: "text/html"),
    .text("\n <!DOCTYPE html>", type: "application/json"),
  ])
  func `takes a web page of another server for a login page`(page: ScriptedReply) async throws {
    let portal = try LoopbackServer { _ in page }
    let target = portal.base
    let server = try LoopbackServer { request in
      request.path == "/data" ? .redirect(to: target) : page
    }
    let error = try #require(await transport.failure(request(server.base)))
    #expect(error.code == .foreignRedirect(host: "127.0.0.1"))
    #expect(error.message.contains("web page"))
    // The service's own web page is its caller's to judge.
    #expect(try await transport.send(request(server.base, path: ["own"])).status == 200)
  }

  @Test(arguments: ["http://portal.example/login?appid=SECRET123", "http://10.0.0.1/"])
  func `goes to no other host over plain http`(target: String) async throws {
    let server = try LoopbackServer { _ in .redirect(to: target) }
    let error = try #require(await transport.failure(request(server.base)))
    let host = try #require(Destination(target)).host
    #expect(error.code == .foreignRedirect(host: host))
    #expect(error.message.contains(host) && !error.message.contains("SECRET123"))
  }

  @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "gopher://x/"])
  func `follows to nothing but the web`(target: String) async throws {
    let server = try LoopbackServer { _ in .redirect(to: target) }
    #expect(await transport.failureCode(request(server.base)) == .badURL)
  }

  @Test func `hands over a redirect that leads nowhere`() async throws {
    let server = try LoopbackServer { _ in .text("choose", status: 300) }
    #expect(try await transport.send(request(server.base)).status == 300)
  }

  static let rules: [(String, String, Bool, TransportError.Code?)] = [
    ("https://a.example", "https://a.example/x", true, nil),
    ("https://A.example.", "https://a.example:443/x", true, nil),
    ("http://a.example", "https://a.example", true, nil),
    ("https://a.example", "http://a.example", false, .plainHTTPRefused),
    ("https://a.example", "http://a.example", true, .plainHTTPRefused),
    ("https://a.example", "https://b.example", false, nil),
    ("https://a.example", "https://b.example", true, .foreignRedirect(host: "b.example")),
    ("https://a.example", "https://a.example:8443", true, .foreignRedirect(host: "a.example")),
    ("https://a.example", "http://b.example", false, .foreignRedirect(host: "b.example")),
    ("http://a.example", "http://b.example", false, .foreignRedirect(host: "b.example")),
    ("https://a.example", "http://127.0.0.1", false, .foreignRedirect(host: "127.0.0.1")),
    ("https://localhost", "http://localhost", false, nil),
  ]

  @Test(arguments: rules)
  func `judges each step`(
    from: String, to: String, carriesKey: Bool, code: TransportError.Code?
  ) throws {
    let first = try #require(Destination(from))
    let refusal = RedirectRule.refusal(
      first: first, current: first, next: try #require(Destination(to)), carriesKey: carriesKey)
    #expect(refusal?.code == code)
  }

  @Test func `does not go back to plain http after https`() throws {
    let plain = try #require(Destination("http://a.example"))
    let secure = try #require(Destination("https://a.example"))
    let refusal = RedirectRule.refusal(
      first: plain, current: secure, next: plain, carriesKey: false)
    #expect(refusal?.code == .plainHTTPRefused)
  }
}
