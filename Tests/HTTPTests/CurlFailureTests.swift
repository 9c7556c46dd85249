import CCurl
import FoundationEssentials
import Glibc
import Testing
import Weather

@testable import HTTP

struct CurlFailureTests {
  static func failure(_ result: CURLcode, errno: Int32 = 0, words: String = "") -> CurlFailure {
    CurlFailure(
      result: result, systemError: errno, words: words,
      destination: Destination(isSecure: true, host: "a.example", port: 443),
      hasRoute: { true }, now: Date(unixSeconds: 1_800_000_000))
  }

  @Test(arguments: [
    (ENETUNREACH, TransportError.Code.offline), (EHOSTUNREACH, .offline), (ENETDOWN, .offline),
    (EADDRNOTAVAIL, .offline), (ECONNREFUSED, .refused), (EPERM, .refused), (0, .refused),
    (ETIMEDOUT, .timedOut),
  ])
  func `tells a missing network from a refusal`(errno: Int32, code: TransportError.Code) {
    let error = Self.failure(CURLE_COULDNT_CONNECT, errno: errno).error(hiding: nil)
    #expect(error.code == code)
  }

  @Test(arguments: [(true, TransportError.Code.dns), (false, .offline)])
  func `takes a name for unknown only where there is a route`(
    hasRoute: Bool, code: TransportError.Code
  ) {
    var failure = Self.failure(CURLE_COULDNT_RESOLVE_HOST)
    failure.hasRoute = { hasRoute }
    #expect(failure.error(hiding: nil).code == code)
  }

  @Test(arguments: [(true, TransportError.Code.dns), (false, .offline)])
  func `takes a resolver that does not answer for no word of the service`(
    hasRoute: Bool, code: TransportError.Code
  ) {
    var failure = Self.failure(
      CURLE_OPERATION_TIMEDOUT, words: "Resolving timed out after 10000 milliseconds")
    failure.hasRoute = { hasRoute }
    #expect(failure.error(hiding: nil).code == code)
    #expect(Self.failure(CURLE_OPERATION_TIMEDOUT).error(hiding: nil).code == .timedOut)
  }

  @Test func `hints at a clock that can't be right`() {
    var failure = Self.failure(
      CURLE_PEER_FAILED_VERIFICATION,
      words: "SSL certificate problem: certificate is not yet valid")
    #expect(failure.error(hiding: nil).message.contains("clock says 2027-01-15; if that is right"))
    failure = Self.failure(CURLE_PEER_FAILED_VERIFICATION, words: "subject name does not match")
    #expect(!failure.error(hiding: nil).message.contains("clock"))
    failure.now = Date(unixSeconds: 86_400)
    let error = failure.error(hiding: nil)
    #expect(error.code == .tls)
    #expect(error.message.hasSuffix("This machine's clock says 1970-01-02: set it"))
  }

  @Test(arguments: [
    (9, "the certificate is not yet valid. This machine's clock says 2027-01-15"),
    (10, "the certificate has expired. This machine's clock says 2027-01-15"),
    (19, "a self-signed certificate. If you trust it"),
    (20, "issuer is not known. If you trust it"),
    (24, "the certificate is not accepted"),
  ])
  func `says what is wrong with a certificate, not what was with a closed connection before`(
    fault: Int, words: String
  ) {
    var failure = Self.failure(CURLE_PEER_FAILED_VERIFICATION, words: "Send failure: Broken pipe")
    failure.certificateFault = fault
    let message = failure.error(hiding: nil).message
    #expect(message.contains(words) && !message.contains("Broken pipe"), "\(message)")
  }

  @Test func `cleans words and takes the key out of them`() {
    let failure = Self.failure(
      CURLE_RECV_ERROR, words: "got \u{1B}[31mSECRET123\nand SECRET%31")
    let message = failure.error(hiding: Secret("SECRET123")).message
    #expect(message == "a.example: got [31m<hidden> and SECRET%31")
  }

  @Test func `has words where libcurl left none`() {
    let message = Self.failure(CURLE_GOT_NOTHING).error(hiding: nil).message
    #expect(message == "a.example: Server returned nothing (no headers, no data)")
  }

  @Test func `maps every kind to a class of the store`() {
    let classes: [(TransportError.Code, FetchError.Code)] = [
      (.offline, .offline), (.dns, .dns), (.refused, .connection), (.closedEarly, .connection),
      (.timedOut, .timeout), (.tls, .tls), (.tooLarge, .tooLarge),
      (.foreignRedirect(host: "x"), .captive), (.tooManyRedirects, .service),
      (.plainHTTPRefused, .request), (.badURL, .request), (.cancelled, .cancelled),
      (.malformed, .connection), (.other, .connection),
    ]
    for (code, expected) in classes {
      let error = TransportError(code, "words").fetchError
      #expect(error == FetchError(expected, "words"))
    }
  }
}
