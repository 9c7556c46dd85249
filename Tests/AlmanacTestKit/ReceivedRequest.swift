/// One request as the loopback server got it.
public struct ReceivedRequest: Sendable {
  /// The target as it came, with its query: `/v1/forecast?latitude=38.7`.
  public let target: String
  /// When its last header byte came.
  public let arrivedAt: ContinuousClock.Instant
  /// Which of the accepted connections brought it, from 0.
  public let connection: Int
  /// Connections that were open when it came, its own among them.
  public let openConnections: Int
  private let head: [UInt8]

  init?(
    head: [UInt8], arrivedAt: ContinuousClock.Instant, connection: Int, openConnections: Int
  ) {
    let line = head.prefix { $0 != UInt8(ascii: "\r") }
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count == 3 else { return nil }
    self.target = String(decoding: words[1], as: UTF8.self)
    self.arrivedAt = arrivedAt
    self.connection = connection
    self.openConnections = openConnections
    self.head = head
  }

  /// `GET`.
  public var method: String {
    String(decoding: head.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The target before the question mark, still percent-encoded.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The target after the question mark, still percent-encoded; empty when there is none.
  public var rawQuery: String {
    String(target.drop { $0 != "?" }.dropFirst())
  }

  /// The query parameters in order, decoded.
  public var query: [(name: String, value: String)] {
    rawQuery.split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      return (Self.decoded(name), Self.decoded(pair.dropFirst(name.count + 1)))
    }
  }

  /// The first value of a query parameter, decoded.
  public func query(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// The headers as they came.
  public var headers: [(name: String, value: String)] {
    String(decoding: head, as: UTF8.self).split(separator: "\r\n").dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      return (String(name), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
    }
  }

  /// The first value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// All bytes of the request, as text: what a test for leaks looks through.
  public var text: String {
    String(decoding: head, as: UTF8.self)
  }

  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
