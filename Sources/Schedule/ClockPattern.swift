/// The days that a cron expression names.
struct DayPattern: Sendable, Hashable {
  /// Bit n is day n of the month, 1...31.
  var daysOfMonth: UInt32
  /// Bit n is month n, 1...12.
  var months: UInt32
  /// Bit n is day n of the week, 0 for Sunday.
  var weekdays: UInt32
  /// Whether a day needs only one of day of month and day of week: both are restricted.
  var eitherDay: Bool

  static let every = DayPattern(
    daysOfMonth: ~1, months: 0x1FFE, weekdays: 0x7F, eitherDay: false)

  func matches(day: Int) -> Bool {
    let date = Civil.date(ofDay: day)
    return months.has(date.month)
      && matches(dayOfMonth: date.day, weekday: Civil.weekday(ofDay: day))
  }

  /// The first day after another.
  ///
  /// It ends: the parser lets through only patterns with a day of month that some month has, and
  /// the calendar repeats every 400 years with every such date on every day of the week.
  func next(after day: Int) -> Int {
    var (year, month, dayOfMonth) = Civil.date(ofDay: day + 1)
    while true {
      if months.has(month) {
        let start = Civil.day(year: year, month: month, day: dayOfMonth)
        let length = Civil.length(ofMonth: month, year: year)
        var weekday = Civil.weekday(ofDay: start)
        for candidate in dayOfMonth...length {
          if matches(dayOfMonth: candidate, weekday: weekday) {
            return start + candidate - dayOfMonth
          }
          weekday = weekday == 6 ? 0 : weekday + 1
        }
      }
      dayOfMonth = 1
      month = month == 12 ? 1 : month + 1
      year += month == 1 ? 1 : 0
    }
  }

  private func matches(dayOfMonth: Int, weekday: Int) -> Bool {
    let inMonth = daysOfMonth.has(dayOfMonth), inWeek = weekdays.has(weekday)
    return eitherDay ? inMonth || inWeek : inMonth && inWeek
  }
}

/// The minutes of a day, 0..<1440, at which something happens; never none.
enum TimesOfDay: Sendable, Hashable {
  /// Every chosen minute of every chosen hour, as bits.
  case product(hours: UInt32, minutes: UInt64)
  /// Minutes of the day in their order.
  case list([Int])

  /// The first of a day.
  var first: Int {
    switch self {
    case .product(let hours, let minutes):
      hours.trailingZeroBitCount * 60 + minutes.trailingZeroBitCount
    case .list(let times): times.first ?? 0
    }
  }

  /// The next of the same day after a minute of it.
  func next(after minute: Int) -> Int? {
    switch self {
    case .list(let times): return times.first { $0 > minute }
    case .product(let hours, let minutes):
      let hour = minute / 60
      let later = minutes & (~0 << UInt64(minute % 60 + 1))
      if hours.has(hour), later != 0 { return hour * 60 + later.trailingZeroBitCount }
      let laterHours = hours & (~0 << UInt32(hour + 1))
      return laterHours == 0
        ? nil : laterHours.trailingZeroBitCount * 60 + minutes.trailingZeroBitCount
    }
  }
}

/// Local times at which a schedule fires: days, and times of the day.
struct ClockPattern: Sendable, Hashable {
  var days: DayPattern
  var times: TimesOfDay
  /// Whether it fires whenever clocks show a matching time, in a repeated hour twice; otherwise
  /// each local time is met exactly once a day.
  var followsElapsedTime: Bool

  /// The first firing after an instant.
  func next(after instant: Int, in zone: some ZoneRules) -> Int {
    followsElapsedTime ? nextShown(after: instant, zone) : nextOnce(after: instant, zone)
  }

  /// Of times that are met once: first occurrences are in the order of local times, so the search
  /// goes up from the local time of the instant and drops what was met before a repeated hour.
  private func nextOnce(after instant: Int, _ zone: some ZoneRules) -> Int {
    var minute = Civil.floorDivide(instant + zone.offset(at: instant).seconds, 60)
    while true {
      minute = nextLocalMinute(after: minute)
      let candidate = zone.firstInstant(ofLocal: minute * 60)
      if candidate > instant { return candidate }
    }
  }

  /// Of times that fire whenever clocks show them: period by period of the zone.
  private func nextShown(after instant: Int, _ zone: some ZoneRules) -> Int {
    var start = instant + 1
    while true {
      let (seconds, end) = zone.offset(at: start)
      let minute = nextLocalMinute(after: Civil.floorDivide(start - 1 + seconds, 60))
      let candidate = minute * 60 - seconds
      guard let end, end > start, candidate >= end else { return candidate }
      start = end
    }
  }

  private func nextLocalMinute(after minute: Int) -> Int {
    let day = Civil.floorDivide(minute, 1440)
    if days.matches(day: day), let time = times.next(after: minute - day * 1440) {
      return day * 1440 + time
    }
    return days.next(after: day) * 1440 + times.first
  }
}

extension UInt32 {
  /// Whether a bit is set.
  func has(_ bit: Int) -> Bool { self & (1 << UInt32(bit)) != 0 }
}
