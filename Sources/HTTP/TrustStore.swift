import CCurl

/// The certificates that servers are checked against.
///
/// `SSL_CERT_FILE`, or else `CURL_CA_BUNDLE`, names a file, `SSL_CERT_DIR` a folder with hashed
/// names, both in the place of the system's own. The system's file alone is used where it is there: libcurl
/// then reads it once for all connections, which it doesn't with a folder beside it.
struct TrustStore: Sendable, Equatable {
  /// A file of certificates, or none.
  let file: String?
  /// A folder of certificates, or none.
  let folder: String?

  init(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let file = value("SSL_CERT_FILE") ?? value("CURL_CA_BUNDLE")
    let folder = value("SSL_CERT_DIR")
    guard file == nil, folder == nil else {
      self.file = file
      self.folder = folder
      return
    }
    let version = almanac_curl_version()?.pointee
    let systemFile = version?.cainfo.map { String(cString: $0) }
    self.file = systemFile
    self.folder = systemFile == nil ? version?.capath.map { String(cString: $0) } : nil
  }
}
