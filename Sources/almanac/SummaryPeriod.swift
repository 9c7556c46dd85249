import CommandLine
import Weather

/// The month or year that a summary is of, and the same period of other years.
struct SummaryPeriod {
  /// As it was typed, or `2026-11` where nothing was.
  let name: String
  /// The days that are over, up to the second, which is not among them.
  let dates: Range<LocalDate>
  private let isWhole: Bool

  /// Understands `--month` and `--year` in a city whose date is `today`; without either the month of
  /// the day before, as a month has no day that is over on its first.
  init(_ parsed: ParsedCommand, today: LocalDate) throws {
    if parsed.value(of: .month) != nil, parsed.value(of: .year) != nil {
      throw UsageError("--month and --year can't be used together")
    }
    let option = parsed.value(of: .year) == nil ? Option.month : Option.year
    let text = parsed.value(of: option) ?? String(today.adding(days: -1).description.prefix(7))
    guard case .days(let first, let next) = try HistoryRange.whole(text, of: option) else {
      throw UsageError("--\(option.long) can't be \(UsageError.quoted(text))")
    }
    guard first < today else {
      throw Failure(.nothing, "no_rows", "No day of \(text) is over yet.")
    }
    name = text
    dates = first..<min(next, today)
    isWhole = next <= today
  }

  /// The same dates of another year; nil where they are none or not over.
  func dates(in year: Int, today: LocalDate) -> Range<LocalDate>? {
    let last = dates.upperBound.adding(days: -1).components
    let month = dates.lowerBound.components.month
    let length = LocalDate.daysIn(month: last.month, year: year)
    let day = isWhole ? length : min(last.day, length)
    guard let first = LocalDate(year: year, month: month, day: 1),
      let end = LocalDate(year: year, month: last.month, day: day), end < today
    else { return nil }
    return first..<end.adding(days: 1)
  }

  /// The year that it is of.
  var year: Int { dates.lowerBound.components.year }
}
