import AlmanacTestKit
import HTTP
import Testing
import Weather

/// No error of the transport holds the key, whatever place it has and whatever goes wrong.
@Suite(.timeLimit(.minutes(1))) struct SecrecyTests {
  static let places: [Request.Credential.Place] = [.path(index: 0), .query("appid"), .header("X")]

  @Test(arguments: places)
  func `shows the key in no error`(place: Request.Credential.Place) async throws {
    let server = try LoopbackServer { request in
      let path = request.path.split(separator: "/").last ?? ""
      switch path {
      case "portal": return .redirect(to: "http://portal.example/?appid=SECRET123")
      case "junk": return .raw("SECRET123 \u{1B}]0;SECRET123\u{7}\n\n")
      case "loop": return .redirect(to: request.target)
      case "half": return .raw("HTTP/1.1 200 SECRET123\r\nX: SECRET123")
      case "large": return .reply(body: Array(repeating: 0x61, count: 64))
      case "gzip": return .reply(headers: [("Content-Encoding", "gzip")], body: [1, 2, 3])
      default: return .silent
      }
    }
    let stopped = try LoopbackServer { _ in .silent }
    stopped.stop()
    let port = server.port
    let bases = [
      ("data", "http://127.0.0.1:\(stopped.port)"), ("data", "https://no-such-host.invalid"),
      ("data", "https://127.0.0.1:\(port)"), ("data", "http://example.org"),
      ("data", "nonsense SECRET123"),
    ]
    let paths = ["portal", "junk", "loop", "half", "large", "gzip", "silent"]
    for (path, base) in bases + paths.map({ ($0, server.base) }) {
      let asked = request(
        base, path: [path],
        credential: Request.Credential(secret: Secret("SECRET123"), place: place)
      ) {
        $0.timeoutSeconds = 0.3
        $0.maximumBytes = 32
      }
      let error = try #require(await CurlTransport().failure(asked), "\(path) \(base)")
      for text in ["\(error)", String(reflecting: error), "\(error.fetchError)", error.message] {
        #expect(!text.contains("SECRET123"), "\(path) \(base)")
        #expect(!text.contains("appid"), "\(path) \(base)")
      }
    }
  }

  @Test func `sends the key to nobody over plain http`() async throws {
    let error = try #require(
      await CurlTransport().failure(
        request("http://example.org", credential: RedirectTests.key)))
    #expect(error.code == .plainHTTPRefused)
  }
}
