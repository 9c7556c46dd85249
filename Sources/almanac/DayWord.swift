import CommandLine
import Weather

/// A date as people type it: `2026-11-30`, `today`, `yesterday` or `tomorrow`.
enum DayWord {
  /// The date that a word means in a city; anything else is a wrong use.
  static func date(_ word: String, by clock: CityClock) throws -> LocalDate {
    if word == "tomorrow" { return try clock.today().adding(days: 1) }
    switch TimeWord(word) {
    case .day(let shift): return try clock.today().adding(days: shift)
    case .days(let first, let next) where first.adding(days: 1) == next: return first
    default:
      throw UsageError(
        "the date can't be \(UsageError.quoted(word))",
        advice: "it is one such as 2026-11-30, today, yesterday or tomorrow")
    }
  }
}
