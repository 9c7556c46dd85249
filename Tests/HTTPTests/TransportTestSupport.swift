import AlmanacTestKit
import HTTP
import Weather

/// A request for `/data` below a base, with what a test changes.
func request(
  _ base: String, path: [String] = ["data"], query: [(name: String, value: String)] = [],
  headers: [(name: String, value: String)] = [], credential: Request.Credential? = nil,
  limits: (inout Request.Limits) -> Void = { _ in }
) -> Request {
  var request = Request(
    provider: "test", endpoint: "data", base: base, path: path, query: query, headers: headers,
    credential: credential, cities: [], parts: .current)
  request.limits.timeoutSeconds = 5
  limits(&request.limits)
  return request
}

extension CurlTransport {
  /// A transport that calls itself `almanac/test`.
  convenience init() {
    self.init(userAgent: "almanac/test (+test@example.org)")
  }

  /// The error of a request that must not succeed; nil when it does.
  func failure(_ request: Request) async -> TransportError? {
    do {
      _ = try await send(request)
      return nil
    } catch {
      return error
    }
  }

  /// The kind of that error.
  func failureCode(_ request: Request) async -> TransportError.Code? {
    await failure(request)?.code
  }
}

extension Response {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// The milliseconds that something takes.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return start.duration(to: .now) / .milliseconds(1)
}
