public import FoundationEssentials

/// Instants cross module borders as `Date` and reach the store as whole Unix seconds.
extension Date {
  /// The instant so many whole seconds after 1970-01-01T00:00:00Z.
  public init(unixSeconds: Int64) {
    self.init(timeIntervalSince1970: Double(unixSeconds))
  }

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; clamped to years −9999 to 9999.
  public var unixSeconds: Int64 {
    let limit = 253_402_300_799.0
    return Int64(Swift.min(limit, Swift.max(-limit, timeIntervalSince1970.rounded(.down))))
  }
}

/// Wall-clock time at a known UTC offset: what a row prints.
public struct LocalTime: Sendable, Hashable {
  /// The civil date at that offset.
  public let date: LocalDate
  /// Seconds since local midnight, 0..<86400.
  public let secondOfDay: Int
  /// Seconds east of UTC.
  public let utcOffsetSeconds: Int

  /// The local time of an instant where clocks show UTC plus the offset.
  public init(_ instant: Date, utcOffsetSeconds: Int) {
    let local = Int(instant.unixSeconds) + utcOffsetSeconds
    let days = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    self.date = LocalDate(daysSince1970: days)
    self.secondOfDay = local - days * 86_400
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  /// Whole seconds since 1970-01-01T00:00:00Z.
  public var unixSeconds: Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(secondOfDay - utcOffsetSeconds)
  }

  /// `2026-11-01T06:00:00+01:00` (RFC 3339, section 5.6; `Z` is written `+00:00`).
  ///
  /// An offset with seconds (before 1970, in a few zones) is cut to minutes, as RFC 3339 knows no
  /// seconds there.
  public var rfc3339: String {
    var digits = Digits()
    digits.append(date)
    digits.append("T")
    appendClock(to: &digits)
    digits.append(":")
    digits.append(secondOfDay % 60, width: 2)
    appendOffset(to: &digits)
    return digits.text
  }

  /// `06:00`.
  public var clock: String {
    var digits = Digits()
    appendClock(to: &digits)
    return digits.text
  }

  /// `+01:00`.
  public var offsetText: String {
    var digits = Digits()
    appendOffset(to: &digits)
    return digits.text
  }

  private func appendClock(to digits: inout Digits) {
    digits.append(secondOfDay / 3600, width: 2)
    digits.append(":")
    digits.append(secondOfDay / 60 % 60, width: 2)
  }

  private func appendOffset(to digits: inout Digits) {
    let minutes = abs(utcOffsetSeconds) / 60
    digits.append(utcOffsetSeconds < 0 ? "-" : "+")
    digits.append(minutes / 60, width: 2)
    digits.append(":")
    digits.append(minutes % 60, width: 2)
  }
}
