public import FoundationEssentials

/// What came back for a request: any status, the whole body.
public struct Response: Sendable {
  /// The request that it answers.
  public let request: Request
  /// The HTTP status.
  public let status: Int
  /// Headers as they came; names keep their case, look-ups ignore it.
  public let headers: [(name: String, value: String)]
  /// The body, decompressed.
  public let body: Data
  /// When the last byte came.
  public var receivedAt: Date
  /// How long it took, from the first attempt to connect.
  public let duration: Duration

  /// Makes a response from its parts.
  public init(
    request: Request, status: Int, headers: [(name: String, value: String)] = [], body: Data,
    receivedAt: Date, duration: Duration = .zero
  ) {
    self.request = request
    self.status = status
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
    self.duration = duration
  }

  /// The same without the request's key in body and headers, where some services quote it: it must
  /// not get from there into the store or a message.
  public var withoutKey: Response {
    guard let secret = request.credential?.secret else { return self }
    let redactor = secret.redactor
    return Response(
      request: request, status: status,
      headers: headers.map { ($0.name, redactor.redacted($0.value)) },
      body: redactor.redacted(body), receivedAt: receivedAt, duration: duration)
  }

  /// The first value of a header, whatever the case of its name (RFC 9110, section 5.1).
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
