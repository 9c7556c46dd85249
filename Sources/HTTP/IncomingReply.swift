import FoundationEssentials

/// A reply while it comes in: header lines and a body that may not outgrow its limit.
struct IncomingReply {
  /// Bytes of all header lines together; no weather service comes near.
  static let headerLimit = 256 << 10

  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body = Data()
  /// Whether the empty line after the headers has come.
  private(set) var isHeaderComplete = false
  /// Whether the body was cut off at the limit.
  private(set) var isTooLarge = false
  private var headerBytes = 0
  private let limit: Int

  init(limit: Int = 0) {
    self.limit = limit
  }

  /// Makes room for an announced length, within reason.
  mutating func reserve(_ count: Int) {
    if count > 0 { body.reserveCapacity(min(count, limit, 1 << 20)) }
  }

  /// Takes a part of the body, decompressed; false when it would outgrow the limit.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limit - body.count else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Takes one header line with its line end; false when the header is too long.
  ///
  /// A status line begins anew, so that an interim reply (100, 103) leaves nothing; lines after the
  /// empty one are trailers and are passed over.
  mutating func append(line bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= Self.headerLimit else { return false }
    let text = Self.trimmed(bytes[...])
    if bytes.starts(with: "HTTP/".utf8) {
      headers = []
      isHeaderComplete = false
    } else if text.isEmpty {
      isHeaderComplete = true
    } else if !isHeaderComplete, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      headers.append((Self.string(text[..<colon]), Self.string(text[(colon + 1)...])))
    }
    return true
  }

  /// Whether it is a web page by its type or its first character: nothing that a service sends.
  var isWebPage: Bool {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased()
    if let type, type.contains("html") { return true }
    return body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

  private static func string(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: trimmed(bytes)), as: UTF8.self)
  }
}
