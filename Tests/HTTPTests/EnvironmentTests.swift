import AlmanacTestKit
import Glibc
import Testing
import Weather

@testable import HTTP

@Suite(.timeLimit(.minutes(1))) struct EnvironmentTests {
  @Test(
    arguments: [
      (["SSL_CERT_FILE": "/a", "CURL_CA_BUNDLE": "/b"], "/a", nil),
      (["CURL_CA_BUNDLE": "/b"], "/b", nil), (["SSL_CERT_DIR": "/c"], nil, "/c"),
      (["SSL_CERT_FILE": "/a", "SSL_CERT_DIR": "/c"], "/a", "/c"),
      (["SSL_CERT_FILE": ""], "/etc/ssl/certs/ca-certificates.crt", nil),
    ] as [([String: String], String?, String?)])
  func `takes certificates from where the environment says`(
    environment: [String: String], file: String?, folder: String?
  ) {
    let trust = TrustStore(environment: environment)
    #expect(trust.file == file)
    #expect(trust.folder == folder)
  }

  @Test func `goes through the proxy, but not to this machine`() async {
    // In a process of its own, because libcurl reads the environment of the process.
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer { _ in .text("by proxy") }
      let server = try LoopbackServer { _ in .text("direct") }
      setenv("http_proxy", proxy.base, 1)
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      let transport = CurlTransport()
      let far = request("http://weather.test", path: ["v1"]) { $0.allowsPlainHTTP = true }
      #expect(try await transport.send(far).text == "by proxy")
      #expect(proxy.received.map(\.target) == ["http://weather.test/v1"])
      #expect(try await transport.send(request(server.base)).text == "direct")
    }
  }
}
