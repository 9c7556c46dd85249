import FoundationEssentials
import Weather

/// The local hour, day, week, month or year that an instant lies in.
struct LocalPeriod {
  /// What tells one period from another: the first instant of an hour, else the first date.
  let key: Int64
  /// The first instant, by the offset of the reading that it was made of.
  let startsAt: Date
  /// The local date at that instant.
  let date: LocalDate
  private let span: BucketSpan

  init(_ span: BucketSpan, at instant: Date, utcOffsetSeconds: Int) {
    self.span = span
    let local = LocalTime(instant, utcOffsetSeconds: utcOffsetSeconds)
    if span == .hour {
      let start = instant.unixSeconds - Int64(local.secondOfDay % 3600)
      key = start
      startsAt = Date(unixSeconds: start)
      date = local.date
    } else {
      date = Self.first(span, local.date)
      key = Int64(date.daysSince1970)
      startsAt = Self.midnight(date, utcOffsetSeconds)
    }
  }

  /// The first instant after the period, as Unix seconds, by the offset of its last reading.
  func end(utcOffsetSeconds: Int) -> Int64 {
    guard span != .hour else { return key + 3600 }
    return Self.midnight(next, utcOffsetSeconds).unixSeconds
  }

  private var next: LocalDate {
    let (year, month, _) = date.components
    return switch span {
    case .hour, .day: date.adding(days: 1)
    case .week: date.adding(days: 7)
    case .month: date.adding(days: LocalDate.daysIn(month: month, year: year))
    case .year: LocalDate(year: year + 1, month: 1, day: 1) ?? date.adding(days: 366)
    }
  }

  private static func first(_ span: BucketSpan, _ date: LocalDate) -> LocalDate {
    let (year, month, _) = date.components
    return switch span {
    case .hour, .day: date
    case .week: date.adding(days: -((date.weekday + 6) % 7))
    case .month: LocalDate(year: year, month: month, day: 1) ?? date
    case .year: LocalDate(year: year, month: 1, day: 1) ?? date
    }
  }

  private static func midnight(_ date: LocalDate, _ utcOffsetSeconds: Int) -> Date {
    Date(unixSeconds: Int64(date.daysSince1970) * 86_400 - Int64(utcOffsetSeconds))
  }
}
