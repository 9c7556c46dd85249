import CCurl

/// What every handle of a transport has in common.
struct TransferSetup: Sendable {
  /// How we name ourselves to servers.
  let userAgent: String
  /// The certificates that servers are checked against.
  let trust: TrustStore

  /// Sets it all on a new handle.
  func apply(to easy: UnsafeMutableRawPointer) {
    // No signals for time-outs, and no waiting for a resolver thread that is of no use any more:
    // it would hold up every other transfer (curl issue 2975).
    almanac_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    almanac_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    almanac_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    almanac_curl_set_text(easy, CURLOPT_USERAGENT, userAgent)
    // Every compression that this libcurl knows.
    almanac_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    almanac_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // A machine that moves between networks must not keep yesterday's addresses. Name servers are
    // followed by the C library itself: glibc looks at resolv.conf before each look-up (2.26 on).
    almanac_curl_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, 60)
    // Matters only where the time limit is long: half a minute of next to nothing is the end.
    almanac_curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 10)
    almanac_curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, 30)
    almanac_curl_set_text(easy, CURLOPT_CAINFO, trust.file)
    almanac_curl_set_text(easy, CURLOPT_CAPATH, trust.folder)
    almanac_curl_set_long(easy, CURLOPT_CA_CACHE_TIMEOUT, 3600)
  }
}
