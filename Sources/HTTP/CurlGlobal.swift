import CCurl

/// libcurl's own start, once a process and not before the first request.
enum CurlGlobal {
  /// Whether libcurl could start; since 7.84 this is safe on any thread.
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
