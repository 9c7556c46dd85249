import FoundationEssentials
import Weather

/// The clocks of one city: local dates and times to instants.
///
/// The one explicit zone of every computation; the system's own is never asked.
struct CityClock {
  /// The present instant.
  let now: Date
  /// Seconds east of UTC at an instant.
  let offset: (Date) throws -> Int

  /// The date that the city has now.
  func today() throws -> LocalDate {
    LocalTime(now, utcOffsetSeconds: try offset(now)).date
  }

  /// The first instant of a date.
  func start(of date: LocalDate) throws -> Date {
    try instant(of: date, secondOfDay: 0)
  }

  /// The instant at which clocks show a time: of two the first, of none the end of the gap.
  func instant(of date: LocalDate, secondOfDay: Int) throws -> Date {
    let local = Date(unixSeconds: Int64(date.daysSince1970) * 86_400 + Int64(secondOfDay))
    // No zone has changed twice within two days, so one of these two is in force at the instant.
    let before = try offset(local - 86_400), after = try offset(local + 86_400)
    let early = local - Double(max(before, after)), late = local - Double(min(before, after))
    for candidate in [early, late] where candidate + Double(try offset(candidate)) == local {
      return candidate
    }
    return try end(ofGapBetween: early, late)
  }

  /// The first instant, to the second, of the offset in force at the second of two instants.
  private func end(ofGapBetween first: Date, _ second: Date) throws -> Date {
    let goal = try offset(second)
    var low = first.unixSeconds, high = second.unixSeconds
    while low < high {
      let middle = low + (high - low) / 2
      if try offset(Date(unixSeconds: middle)) == goal { high = middle } else { low = middle + 1 }
    }
    return Date(unixSeconds: high)
  }
}
