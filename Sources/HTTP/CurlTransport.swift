public import FoundationEssentials
public import Weather

/// Requests over libcurl's multi interface, all on one thread that sleeps while there are none.
///
/// Connections are kept and used again; a server gets at most `limits.connections` requests at a
/// time, and waiting for a turn does not count against a request's time. Proxies come from the
/// environment (`https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`), except for this machine.
public final class CurlTransport: Transport {
  private let mailbox = Mailbox()
  private let thread: TransferThread

  /// A transport that is not yet started: the first request starts it.
  ///
  /// The user agent should name the program and a contact. `SSL_CERT_FILE`, `SSL_CERT_DIR` and
  /// `CURL_CA_BUNDLE` of the environment replace the system's certificates.
  public init(
    userAgent: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let setup = TransferSetup(
      userAgent: CleanText.line(userAgent), trust: TrustStore(environment: environment))
    self.thread = TransferThread(setup: setup, mailbox: mailbox)
  }

  deinit {
    shutdown()
  }

  /// Ends every request with `.cancelled` and then the thread; harmless when repeated.
  ///
  /// Requests made later end likewise.
  public func shutdown() {
    mailbox.close()
    thread.join()
  }

  /// The answer with any HTTP status, its body decompressed and at most five redirects away.
  public func send(_ request: Request) async throws(TransportError) -> Response {
    let outgoing = try OutgoingRequest(request)
    if Task.isCancelled { throw Self.cancelled(outgoing) }
    guard thread.start() else {
      throw TransportError(.other, "the system has no room for another thread")
    }
    let id = mailbox.nextID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = Job(id: id, outgoing: outgoing, continuation: continuation)
        guard mailbox.leave(job) else {
          return continuation.resume(returning: .failure(Self.cancelled(outgoing)))
        }
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { mailbox.cancel(id) }
      }
    } onCancel: {
      mailbox.cancel(id)
    }
    return try result.get()
  }

  private static func cancelled(_ outgoing: OutgoingRequest) -> TransportError {
    TransportError(.cancelled, "\(outgoing.destination.shown): cancelled")
  }
}
