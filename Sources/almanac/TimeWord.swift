import CommandLine
import FoundationEssentials
import Weather

/// A time as people type it: `2026-11-01`, `2026-11-01T06:00`, `2026-11`, `2026`, `today`,
/// `yesterday`, `-7d`, `-36h`; a time with an offset (RFC 3339), as the machine formats print it.
enum TimeWord: Equatable {
  /// Days from the first up to the second, which is not among them.
  case days(LocalDate, LocalDate)
  /// The city's own date, so many days from today.
  case day(fromToday: Int)
  /// A time of the city's clocks.
  case local(LocalDate, secondOfDay: Int)
  /// So many seconds before now.
  case ago(Int)
  /// An instant.
  case instant(Date)

  /// Understands a word; nil for anything else.
  init?(_ text: String) {
    switch text {
    case "today": self = .day(fromToday: 0)
    case "yesterday": self = .day(fromToday: -1)
    default:
      if text.hasPrefix("-") {
        guard let seconds = DurationText.seconds(text.dropFirst()) else { return nil }
        self = .ago(seconds)
      } else if let days = Self.days(text) {
        self = days
      } else if let time = Self.time(text) {
        self = time
      } else {
        return nil
      }
    }
  }

  /// Understands the value of an option, or says what it takes.
  init(_ text: String, of option: Option) throws(UsageError) {
    guard let word = TimeWord(text) else {
      throw UsageError(
        "--\(option.long) can't be \(UsageError.quoted(text))",
        advice: "a time is 2026-11-01, 2026-11-01T06:00, 2026-11, 2026, today, yesterday, -7d, -36h"
      )
    }
    self = word
  }

  /// The instants of the word: from the first up to the second; both are the same for a time.
  func period(by clock: CityClock) throws -> (from: Date, to: Date) {
    switch self {
    case .days(let first, let last): return (try clock.start(of: first), try clock.start(of: last))
    case .day(let shift):
      let date = try clock.today().adding(days: shift)
      return (try clock.start(of: date), try clock.start(of: date.adding(days: 1)))
    case .local(let date, let second):
      let instant = try clock.instant(of: date, secondOfDay: second)
      return (instant, instant)
    case .ago(let seconds): return (clock.now - Double(seconds), clock.now - Double(seconds))
    case .instant(let instant): return (instant, instant)
    }
  }

  /// The dates of the word: from the first up to the second; nil for a time.
  func dates(by clock: CityClock) throws -> Range<LocalDate>? {
    switch self {
    case .days(let first, let next): return first..<next
    case .day(let shift):
      let date = try clock.today().adding(days: shift)
      return date..<date.adding(days: 1)
    case .local, .ago, .instant: return nil
    }
  }

  /// `2026`, `2026-11` or `2026-11-01`.
  private static func days(_ text: String) -> TimeWord? {
    switch text.utf8.count {
    case 4:
      guard let first = LocalDate(iso: text + "-01-01"), let year = Int(text),
        let next = LocalDate(year: year + 1, month: 1, day: 1)
      else { return nil }
      return .days(first, next)
    case 7:
      guard let first = LocalDate(iso: text + "-01") else { return nil }
      let (year, month, _) = first.components
      return .days(first, first.adding(days: LocalDate.daysIn(month: month, year: year)))
    default:
      return LocalDate(iso: text).map { .days($0, $0.adding(days: 1)) }
    }
  }

  /// `2026-11-01T06:00`, with seconds and an offset if need be.
  private static func time(_ text: String) -> TimeWord? {
    guard let mark = text.firstIndex(where: { $0 == "T" || $0 == " " }),
      let date = LocalDate(iso: text[..<mark])
    else { return nil }
    let clock = text[text.index(after: mark)...]
    let end = clock.firstIndex { $0 == "Z" || $0 == "+" || $0 == "-" } ?? clock.endIndex
    guard let second = secondOfDay(clock[..<end]) else { return nil }
    guard end < clock.endIndex else { return .local(date, secondOfDay: second) }
    guard let offset = offset(clock[end...]) else { return nil }
    return .instant(
      Date(unixSeconds: Int64(date.daysSince1970) * 86_400 + Int64(second - offset)))
  }

  private static func secondOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0], below: 24),
      let minute = number(parts[1], below: 60),
      let second = parts.count == 3 ? number(parts[2], below: 60) : 0
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard text.first != "Z", parts.count == 2, let hours = number(parts[0], below: 24),
      let minutes = number(parts[1], below: 60)
    else { return nil }
    return (hours * 3600 + minutes * 60) * (text.first == "-" ? -1 : 1)
  }

  private static func number(_ text: Substring, below limit: Int) -> Int? {
    guard text.utf8.count == 2, let number = Int(text), (0..<limit).contains(number),
      text.first?.isNumber == true
    else { return nil }
    return number
  }
}
