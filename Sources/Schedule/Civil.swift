import FoundationEssentials

/// Calendar arithmetic on days since 1970-01-01, after Howard Hinnant's
/// "chrono-Compatible Low-Level Date Algorithms".
enum Civil {
  /// Year, month (1...12) and day of month (1...31) of a day.
  static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
  }

  /// The day of a valid date.
  static func day(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days of a month.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  /// From 0 for Sunday to 6 for Saturday.
  static func weekday(ofDay day: Int) -> Int {
    let shifted = (day + 4) % 7
    return shifted >= 0 ? shifted : shifted + 7
  }

  /// The quotient rounded down.
  static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Date {
  /// The instant so many seconds after 1970-01-01T00:00:00Z.
  init(wholeSeconds: Int) {
    self.init(timeIntervalSince1970: Double(wholeSeconds))
  }

  /// Seconds since 1970-01-01T00:00:00Z, rounded down; clamped to years −9999 to 9999.
  var wholeSeconds: Int {
    let limit = 253_402_300_799.0
    return Int(Swift.min(limit, Swift.max(-limit, timeIntervalSince1970.rounded(.down))))
  }
}
