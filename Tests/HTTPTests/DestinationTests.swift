import Testing

@testable import HTTP

struct DestinationTests {
  @Test(arguments: [
    ("https://Api.Open-Meteo.com/v1/forecast?x=1", "api.open-meteo.com", 443, "api.open-meteo.com"),
    ("http://127.0.0.1:8080", "127.0.0.1", 8080, "127.0.0.1:8080"),
    ("https://user:pass@a.example.:8443/k", "a.example", 8443, "a.example:8443"),
    ("http://[::1]:80/", "[::1]", 80, "[::1]"),
  ])
  func `reads host and port`(url: String, host: String, port: Int, shown: String) throws {
    let destination = try #require(Destination(url))
    #expect(destination.host == host)
    #expect(destination.port == port)
    #expect(destination.shown == shown)
  }

  @Test(arguments: ["", "http://", "nonsense", "ftp://a/", "https://a b/", "https://a:0x/"])
  func `reads nothing else`(url: String) {
    #expect(Destination(url) == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.9.8.7", true),
    ("[::1]", true), ("127.1", true), ("2130706433", true), ("127.0.0.1.evil.example", false),
    ("localhost.evil.example", false), ("10.0.0.1", false), ("example.org", false),
    ("[::ffff:10.0.0.1]", false),
  ])
  func `knows this machine`(host: String, isLoopback: Bool) throws {
    #expect(try #require(Destination("http://\(host)/")).isLoopback == isLoopback)
  }
}
