import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing
import Weather

/// The same words in the log of `run`, in that of `sync`, in `status`, and an exit status that fits.
@Suite(.throttled) struct FailureWordsTests {
  struct Trouble: Sendable, CustomTestStringConvertible {
    let failure: FailureClass
    let status: Int32
    var reply = ScriptedReply.silent
    var base: String?
    var kind = "dark-sky"
    var testDescription: String { failure.rawValue }
  }

  static let troubles: [Trouble] = [
    .init(failure: .connection, status: 69, base: "http://127.0.0.1:1"),
    .init(failure: .timeout, status: 69),
    .init(failure: .captive, status: 75, reply: .text("<html><body>Log in</body></html>")),
    .init(failure: .key, status: 77, reply: .json(#"{"error":"bad key"}"#, status: 401)),
    .init(
      failure: .refused, status: 69, reply: .json("{}", status: 403), kind: "open-meteo"),
    .init(
      failure: .quota, status: 75,
      reply: .json("{}", status: 429, headers: [("Retry-After", "900")])),
    .init(failure: .place, status: 69, reply: .json("{}", status: 404)),
    .init(failure: .request, status: 69, reply: .json("{}", status: 405)),
    .init(failure: .service, status: 69, reply: .json("{}", status: 500)),
    .init(
      failure: .tooLarge, status: 69,
      reply: .reply(body: [UInt8](repeating: 0x20, count: 9 << 20))),
    .init(failure: .undecodable, status: 69, reply: .json("Sorry")),
  ]

  @Test(arguments: troubles)
  func `a class has its words everywhere`(trouble: Trouble) async throws {
    let server = try LoopbackServer { _ in trouble.reply }
    defer { server.stop() }
    let installation = try Installation(
      """
      provider = "stub"
      [providers.stub]
      kind = "\(trouble.kind)"
      base_url = "\(trouble.base ?? server.base)"
      timeout = 1
      \(trouble.kind == "dark-sky" ? "api_key = \"K1\"" : "")

      """ + Installation.list(1..<2))
    let words = trouble.failure.words
    let sync = try await installation.almanacd("sync")
    #expect(sync.status == trouble.status, "\(sync.stderr)")
    #expect(sync.stderr.contains(" stub city-1: \(words)"), "\(sync.stderr)")
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("City 1, stub: \(words)"), "\(status.stdout)")
    try Database.execute("DELETE FROM service", in: installation.database)
    try Database.execute(
      "UPDATE city_provider SET retry_at = NULL, last_attempt_at = NULL; DELETE FROM asked",
      in: installation.database)
    let daemon = try installation.daemon()
    let said = trouble.failure.ending == .noNetwork ? "no network: \(words)" : ": \(words)"
    #expect(await daemon.waitForOutput(said), "\(daemon.stderr)")
  }

  @Test func `TLS has its words, and a hint at the clock where the time is what fails`()
    async throws
  {
    try #require(TLSTestServer.isAvailable)
    let folder = try TemporaryFolder()
    try await TLSTestServer.makeAuthority(in: folder)
    let server = try await TLSTestServer(.expired, in: folder, ["-www"])
    var installation = try Installation(
      """
      provider = "stub"
      [providers.stub]
      kind = "dark-sky"
      base_url = "\(server.base)"
      api_key = "K1"

      """ + Installation.list(1..<2))
    installation.environment["SSL_CERT_FILE"] = folder.file("ca.pem")
    let sync = try await installation.almanacd("sync")
    #expect(sync.status == 69)
    #expect(sync.stderr.contains("stub city-1: TLS refused: 127.0.0.1"), "\(sync.stderr)")
    #expect(sync.stderr.contains("This machine's clock says 20"))
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("City 1, stub: TLS refused: 127.0.0.1"))
  }
}
