import AlmanacTestKit
import HTTP
import Testing
import Weather

@Suite(
  .enabled(if: TLSTestServer.isAvailable, "needs the openssl command"), .timeLimit(.minutes(1)))
struct TLSTests {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    try await TLSTestServer.makeAuthority(in: folder)
  }

  func transport(_ environment: [String: String]) -> CurlTransport {
    CurlTransport(userAgent: "almanac/test", environment: environment)
  }

  @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
  func `trusts an authority that the environment names`(variable: String) async throws {
    let server = try await TLSTestServer(.good, in: folder, ["-www"])
    let transport = transport([variable: folder.file("ca.pem")])
    for _ in 0..<3 {
      #expect(try await transport.send(request(server.base)).status == 200)
    }
  }

  @Test func `trusts a folder of hashed certificates`() async throws {
    let server = try await TLSTestServer(.good, in: folder, ["-www"])
    _ = try await Subprocess.run("openssl", ["rehash", folder.path])
    let transport = transport(["SSL_CERT_DIR": folder.path])
    #expect(try await transport.send(request(server.base)).status == 200)
  }

  @Test(arguments: [
    (TLSTestServer.Certificate.selfSigned, "self-signed"), (.expired, "expired"),
    (.wrongName, "127.0.0.1"),
  ])
  func `refuses a certificate that is not right`(
    certificate: TLSTestServer.Certificate, words: String
  ) async throws {
    let server = try await TLSTestServer(certificate, in: folder)
    let error = try #require(
      await transport(["SSL_CERT_FILE": folder.file("ca.pem")]).failure(
        request(server.base, credential: RedirectTests.key)))
    #expect(error.code == .tls)
    #expect(error.fetchError.code == .tls)
    #expect(error.message.contains("certificate") && error.message.contains(words), "\(error)")
    #expect(!server.process.stdout.contains("SECRET123"))
    #expect(!server.process.stdout.contains("GET"))
  }

  @Test func `names the trust problem of an unknown authority`() async throws {
    let server = try await TLSTestServer(.good, in: folder)
    let error = try #require(await transport([:]).failure(request(server.base)))
    #expect(error.code == .tls)
    #expect(error.message.contains("issuer") && error.message.contains("SSL_CERT_FILE"), "\(error)")
  }

  @Test func `takes a hang-up in the handshake for a broken connection`() async throws {
    // Its input at an end, the server drops every client.
    let server = try await TLSTestServer(.good, in: folder, input: "/dev/null")
    let error = try #require(await transport([:]).failure(request(server.base)))
    #expect(error.code == .closedEarly, "\(error)")
  }

  @Test func `names a certificate file that is not there`() async throws {
    let server = try await TLSTestServer(.good, in: folder)
    let file = folder.file("missing.pem")
    let error = try #require(
      await transport(["SSL_CERT_FILE": file]).failure(request(server.base)))
    #expect(error.code == .tls)
    #expect(error.message.contains("missing.pem"))
  }
}
