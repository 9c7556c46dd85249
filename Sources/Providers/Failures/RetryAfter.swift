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
  /// clock here does no harm.
  static func seconds(_ response: Response) -> Double? {
    guard let header = response.header("Retry-After") else { return nil }
    let text = CleanText.line(header)
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

/// Dates of HTTP headers in their three forms (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The instant, always GMT; nil when the text is none of the forms.
  static func parse(_ text: String) -> Date? {
    var numbers: [Int] = []
    var month: Int?
    var second: Int?
    for word in text.lowercased().split(whereSeparator: { " ,-\t".contains($0) }) {
      if let number = Int(word), number >= 0 {
        numbers.append(number)
      } else if word.contains(":") {
        second = secondOfDay(word)
      } else if let index = months.firstIndex(of: String(word.prefix(3))) {
        month = month ?? index + 1
      }
    }
    guard numbers.count == 2, let month, let second,
      let date = LocalDate(year: fullYear(numbers[1]), month: month, day: numbers[0])
    else { return nil }
    return Date(unixSeconds: Int64(date.daysSince1970 * 86_400 + second))
  }

  private static func secondOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Two digits are of this century up to 69; the form is older than the century.
  private static func fullYear(_ year: Int) -> Int {
    year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year
  }
}
