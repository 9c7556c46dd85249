import FoundationEssentials
import Weather

/// A service's own account of a failure, in any of the shapes in use.
///
/// `{"cod":"404","message":…}` (OpenWeatherMap, the code as number or text), `{"error":true,
/// "reason":…}` (Open-Meteo), `{"code":400,"error":…}` (Dark Sky), `{"detail":…}` and
/// `{"message":…}` (Pirate Weather and its gateway), `{"status":500,"title":…}` (RFC 9457).
struct ErrorBody: Decodable {
  /// The status that the body names, 400...599.
  let status: Int?
  /// The service's words.
  let text: String?

  private enum Keys: String, CodingKey, CaseIterable {
    case cod, code, status, reason, message, detail, error, title
  }

  /// The error that a body holds; nil when it is not JSON or is no error object.
  static func read(_ body: Data) -> ErrorBody? {
    // A real error object is small; a large body is weather or a fault.
    guard body.count < 64 << 10, let error = try? ReplyDecoder().decode(ErrorBody.self, from: body),
      error.status != nil || error.text != nil
    else { return nil }
    return error
  }

  init(from decoder: any Decoder) throws {
    let top = try decoder.container(keyedBy: Keys.self)
    var ignored = Findings(warnsOfMissing: false, warnsOfNull: false)
    var status: Int?
    for key in [Keys.cod, .code, .status] where status == nil {
      let value = top.number(key, &ignored).flatMap { Int(exactly: $0) }
      status = value.flatMap { (400...599).contains($0) ? $0 : nil }
    }
    var text: String?
    for key in [Keys.reason, .message, .detail, .error, .title] where text == nil {
      text = top.text(key, &ignored)
    }
    if text == nil, let nested = top.object(.error, Keys.self, &ignored) {
      text = nested.text(.message, &ignored) ?? nested.text(.reason, &ignored)
    }
    self.status = status
    self.text = text
  }
}

/// What the words of an error say about its kind, where the status does not.
enum ErrorWords {
  static func code(of text: String) -> FetchError.Code? {
    let words = text.lowercased()
    func says(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
    if says("api key", "apikey", "invalid key", "credentials", "unauthorized", "permission denied")
    {
      return .key
    }
    if says("limit exceeded", "too many", "rate limit", "exceeding of requests", "quota") {
      return .quota
    }
    if says(
      "not found", "no data is available", "latitude must be", "longitude must be",
      "nothing to geocode", "wrong latitude", "wrong longitude", "given location",
      "invalid location", "bad location", "unknown place")
    {
      return .place
    }
    return says("overloaded", "internal", "unexpected error", "unavailable") ? .service : nil
  }
}
