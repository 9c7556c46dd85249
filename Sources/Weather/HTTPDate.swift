public import FoundationEssentials

/// Dates of HTTP headers in their three forms (RFC 9110, section 5.6.7).
public enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The instant, always GMT; nil when the text is none of the forms.
  public static func parse(_ text: String) -> Date? {
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
