import FoundationEssentials
import Weather

/// How long a service asks to be left alone (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// Nobody means more than a month; a wrong number must not silence a service for years.
  private static let longest = 31.0 * 86_400

  /// Seconds from the receipt by the header; nil when it is absent or makes no sense.
  ///
  /// Both legal forms, delay-seconds and HTTP-date; a fraction and a repeated value
  /// (`120, 120`) are taken too. A date is counted from the reply's own `Date`, so that a wrong
  /// clock here does no harm. Of several headers those that make sense count, of them the
  /// longest.
  static func seconds(_ response: Response) -> Double? {
    response.headers.filter { $0.name.lowercased() == "retry-after" }
      .compactMap { seconds($0.value, response) }.max()
  }

  private static func seconds(_ value: String, _ response: Response) -> Double? {
    let text = CleanText.line(value)
    let first = String(text.prefix { $0 != "," })
    if let delay = LenientNumber.of(first) {
      return delay >= 0 ? min(delay, longest) : nil
    }
    guard let date = HTTPDate.parse(text) else { return nil }
    let now = response.header("Date").flatMap { HTTPDate.parse($0) } ?? response.receivedAt
    return min(longest, max(0, date.timeIntervalSince(now)))
  }

  /// Seconds to wait after a 429: by the header, by the rate-limit headers of Pirate Weather's
  /// gateway, else by the words of the body, at least a minute.
  static func seconds(afterQuota response: Response, text: String?) -> Double {
    if let asked = seconds(response) { return asked }
    if response.header("Ratelimit-Remaining").flatMap({ LenientNumber.of($0) }) == 0,
      let reset = response.header("Ratelimit-Reset").flatMap({ LenientNumber.of($0) }), reset > 0
    {
      return min(longest, max(60, reset))
    }
    let words = (text ?? "").lowercased()
    if words.contains("daily") || words.contains("tomorrow") {
      let second = response.receivedAt.unixSeconds % 86_400
      return Double(max(60, 86_400 - (second < 0 ? second + 86_400 : second)))
    }
    // An account that is blocked stays so for hours (OpenWeatherMap's FAQ).
    return words.contains("hour") || words.contains("blocked") ? 3600 : 60
  }
}
