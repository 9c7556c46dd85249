import CCurl
import FoundationEssentials
import Weather

/// One easy handle and what it collects: used for one request after another, on one thread.
final class Transfer {
  /// The handle; lives as long as this object.
  let easy: UnsafeMutableRawPointer
  private(set) var reply = IncomingReply()
  private let setup: TransferSetup
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerList: UnsafeMutablePointer<curl_slist>?

  /// nil when libcurl has no memory.
  init?(_ setup: TransferSetup) {
    guard let easy = curl_easy_init() else {
      errorText.deallocate()
      return nil
    }
    self.easy = easy
    self.setup = setup
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Points the handle at an address, with so much of the request's time left.
  func prepare(
    _ outgoing: OutgoingRequest, url: String, destination: Destination, milliseconds: Int
  ) {
    reply = IncomingReply(limit: outgoing.request.limits.maximumBytes)
    startAnew()
    curl_slist_free_all(headerList)
    headerList = nil
    for line in outgoing.headers { headerList = curl_slist_append(headerList, line) ?? headerList }
    almanac_curl_set_text(easy, CURLOPT_URL, url)
    almanac_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
    almanac_curl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds)
    almanac_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(10_000, milliseconds))
    // Plain http to this machine is allowed because it stays here: so no proxy for it.
    almanac_curl_set_text(easy, CURLOPT_PROXY, destination.isLoopback ? "" : nil)
  }

  /// Resets the handle and sets it up again; its connections stay.
  ///
  /// libcurl counts how often a kept connection turned out to be closed, and gives up a handle's
  /// request at the sixth time in the handle's life unless a reset comes between.
  private func startAnew() {
    curl_easy_reset(easy)
    setup.apply(to: easy)
    errorText.pointee = 0
    almanac_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    let context = Unmanaged.passUnretained(self).toOpaque()
    almanac_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    almanac_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    almanac_curl_set_sink(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
      Transfer.from(context).take(body: UnsafeRawBufferPointer(start: bytes, count: count))
    }
    almanac_curl_set_sink(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
      Transfer.from(context).take(line: UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  /// The status of the last reply.
  var status: Int { almanac_curl_get_long(easy, CURLINFO_RESPONSE_CODE) }

  /// Where a redirect leads, made absolute; nil when the reply is no redirect.
  var redirectURL: String? {
    guard 300..<400 ~= status else { return nil }
    return almanac_curl_get_text(easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) }
  }

  /// Why libcurl gave up.
  func failure(_ result: CURLcode, at destination: Destination) -> CurlFailure {
    CurlFailure(
      result: result, systemError: Int32(almanac_curl_get_long(easy, CURLINFO_OS_ERRNO)),
      words: String(cString: errorText),
      certificateFault: almanac_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT),
      destination: destination)
  }

  /// Gives the reply away and keeps nothing of it.
  func takeReply() -> IncomingReply {
    defer { reply = IncomingReply() }
    return reply
  }

  private func take(body bytes: UnsafeRawBufferPointer) -> Int {
    if reply.body.isEmpty {
      reply.reserve(Int(almanac_curl_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)))
    }
    return reply.append(bytes) ? bytes.count : 0
  }

  private func take(line bytes: UnsafeRawBufferPointer) -> Int {
    reply.append(line: bytes) ? bytes.count : 0
  }

  /// The transfer of a callback: libcurl calls back only while the handle, and so its owner, lives.
  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("the context is set in init, never nil") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}
