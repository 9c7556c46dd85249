/// A calendar date of the proleptic Gregorian calendar, without a zone.
///
/// The arithmetic is that of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
public struct LocalDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Days since 1970-01-01; negative before.
  public let daysSince1970: Int

  /// The date so many days after 1970-01-01.
  public init(daysSince1970: Int) {
    self.daysSince1970 = daysSince1970
  }

  /// The date of a year, month (1...12) and day, or nil where the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysIn(month: month, year: year)
    else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.daysSince1970 = era * 146_097 + dayOfEra - 719_468
  }

  /// A date written as `YYYY-MM-DD`; nil for anything else.
  public init?(iso text: some StringProtocol) {
    let utf8 = Array(text.utf8)
    guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
      let year = Self.number(utf8[0..<4]), let month = Self.number(utf8[5..<7]),
      let day = Self.number(utf8[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month (1...12) and day of month (1...31).
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week, from 0 for Sunday to 6 for Saturday.
  public var weekday: Int {
    let shifted = (daysSince1970 + 4) % 7
    return shifted >= 0 ? shifted : shifted + 7
  }

  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    if (0...9999).contains(year) {
      return String(unsafeUninitializedCapacity: 10) { bytes in
        Digits.write(year / 100, to: bytes, at: 0)
        Digits.write(year % 100, to: bytes, at: 2)
        bytes[4] = UInt8(ascii: "-")
        Digits.write(month, to: bytes, at: 5)
        bytes[7] = UInt8(ascii: "-")
        Digits.write(day, to: bytes, at: 8)
        return 10
      }
    }
    var digits = Digits()
    digits.append(self)
    return digits.text
  }

  /// The date so many days later, earlier when negative.
  public func adding(days: Int) -> LocalDate {
    LocalDate(daysSince1970: daysSince1970 + days)
  }

  /// The number of days of a month (1...12).
  public static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  /// Whether one date comes before another.
  public static func < (left: LocalDate, right: LocalDate) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

/// Decimal digits with leading zeros, for dates and times: bytes first, because a history has
/// three times a row.
struct Digits {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(32)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ value: Int, width: Int) {
    let zero = UInt8(ascii: "0")
    if width == 2, (0..<100).contains(value) {
      bytes.append(zero + UInt8(value / 10))
      bytes.append(zero + UInt8(value % 10))
      return
    }
    let digits = String(value.magnitude)
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes += repeatElement(zero, count: max(0, width - digits.utf8.count))
    bytes += digits.utf8
  }

  /// Writes two digits, 0...99.
  static func write(_ value: Int, to bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int) {
    bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
    bytes[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
  }

  mutating func append(_ sign: Unicode.Scalar) {
    bytes.append(UInt8(ascii: sign))
  }

  mutating func append(_ date: LocalDate) {
    let (year, month, day) = date.components
    append(year, width: 4)
    append("-")
    append(month, width: 2)
    append("-")
    append(day, width: 2)
  }
}
