import CCurl
import FoundationEssentials
import Glibc
import Weather

/// A transfer that libcurl gave up, on its way to becoming words for people.
struct CurlFailure {
  /// libcurl's result.
  let result: CURLcode
  /// The `errno` of the last connect, or 0.
  let systemError: Int32
  /// What libcurl wrote about it; may be empty.
  let words: String
  /// Why the server's certificate was not accepted, by OpenSSL's number; 0 where it was.
  var certificateFault = 0
  /// Where the transfer led.
  let destination: Destination
  /// Whether there is a route to anywhere; asked only when a name does not resolve.
  var hasRoute: () -> Bool = NetworkRoute.exists
  /// The wall clock, which certificates depend on.
  var now = Date()

  /// Before this the clock can't be right, and certificates look as if not yet valid.
  private static let earliest = Date(unixSeconds: 1_767_139_200)  // 2025-12-31

  /// The error; names the host, and takes the key out should libcurl ever quote it.
  func error(hiding secret: Secret?) -> TransportError {
    let code = self.code
    let fallback = String(cString: curl_easy_strerror(result))
    let text =
      plainWords ?? certificateWords
      ?? Redactor(secret.map { [$0] } ?? []).redacted(words.isEmpty ? fallback : words)
    let advice = code == .tls ? tlsAdvice(text) : ""
    return TransportError(
      code, CleanText.line("\(destination.shown): \(text)", limit: 240) + advice)
  }

  private var code: TransportError.Code {
    switch result {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: hasRoute() ? .dns : .offline
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: connectCode
    // No answer of a resolver in time is no word of the service.
    case CURLE_OPERATION_TIMEDOUT where words.hasPrefix("Resolving timed out"):
      hasRoute() ? .dns : .offline
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_SSL_CONNECT_ERROR: isBrokenOff ? .closedEarly : .tls
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
      .tls
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_NO_CONNECTION_AVAILABLE:
      .closedEarly
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WRITE_ERROR, CURLE_READ_ERROR:
      .malformed
    case CURLE_URL_MALFORMAT: .badURL
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    default: .other
    }
  }

  /// Whether the other side hung up in the middle of the handshake, which is no word about TLS.
  private var isBrokenOff: Bool {
    words.contains("reset by peer") || words.contains("SSL_ERROR_SYSCALL")
  }

  private var connectCode: TransportError.Code {
    switch systemError {
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .offline
    case ETIMEDOUT: .timedOut
    case ECONNRESET, ECONNABORTED, EPIPE: .closedEarly
    default: .refused
    }
  }

  /// The operating system's reason in a few words, which say more than libcurl's.
  private var plainWords: String? {
    guard result == CURLE_COULDNT_CONNECT else { return nil }
    return switch systemError {
    case ECONNREFUSED: "connection refused"
    case ECONNRESET, ECONNABORTED: "connection reset"
    case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL: "the network is unreachable"
    case EHOSTUNREACH, EHOSTDOWN: "no route to the host"
    case ETIMEDOUT: "the connection timed out"
    case EACCES, EPERM: "a filter on this machine forbids the connection"
    default: nil
    }
  }

  /// What is wrong with the certificate, where libcurl's words are of something before: it keeps those
  /// of a kept connection that turned out to be closed.
  private var certificateWords: String? {
    guard result == CURLE_PEER_FAILED_VERIFICATION,
      words.hasPrefix("Send failure") || words.hasPrefix("Recv failure")
    else { return nil }
    return switch certificateFault {
    case 9: "the certificate is not yet valid"
    case 10: "the certificate has expired"
    case 18, 19: "a self-signed certificate"
    case 20, 21: "the certificate's issuer is not known"
    default: "the certificate is not accepted"
    }
  }

  private func tlsAdvice(_ text: String) -> String {
    if now < Self.earliest {
      return ". This machine's clock says \(LocalTime(now, utcOffsetSeconds: 0).date): set it"
    }
    if text.contains("not yet valid") || text.contains("has expired") {
      return ". This machine's clock says \(LocalTime(now, utcOffsetSeconds: 0).date); if that is "
        + "right, the server's certificate is not"
    }
    if text.contains("issuer") || text.contains("self-signed") || text.contains("self signed") {
      return ". If you trust it, add its issuer to the system's certificates or to SSL_CERT_FILE"
    }
    return ""
  }
}
