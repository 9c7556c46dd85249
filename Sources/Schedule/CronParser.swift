/// Reads cron expressions as Vixie cron does (crontab(5)), refusing what it would silently bend.
enum CronParser {
  private static let named: [String: String] = [
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
  ]

  /// A schedule of one of the names that begin with `@`.
  static func named(_ text: String) throws(ScheduleError) -> Schedule {
    let word = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard let expression = named[word] else {
      throw ScheduleError(
        "the names are @hourly, @daily, @midnight, @weekly, @monthly and @yearly", in: text,
        at: Word.all(of: text).first?.position ?? 1)
    }
    return Schedule(try schedule(expression).rule, description: word)
  }

  /// A schedule of five fields.
  static func schedule(_ text: String) throws(ScheduleError) -> Schedule {
    let words = Word.all(of: text)
    if let interval = interval(words) {
      throw ScheduleError(
        "an interval is a number and s, m, h or d: write \"\(interval)\"", in: text,
        at: words[1].position)
    }
    guard words.count == 5 else {
      throw ScheduleError(
        "a cron expression has five fields (minute, hour, day of month, month, day of week),"
          + " not \(words.count)",
        in: text, at: words.count > 5 ? words[5].position : text.count + 1)
    }
    let minutes = try bits(words[0], .minute, text)
    let hours = try bits(words[1], .hour, text)
    let days = DayPattern(
      daysOfMonth: UInt32(try bits(words[2], .dayOfMonth, text)),
      months: UInt32(try bits(words[3], .month, text)),
      weekdays: weekdays(try bits(words[4], .dayOfWeek, text)),
      eitherDay: !words[2].isStarred && !words[4].isStarred)
    try refuseNever(days, dayWord: words[2], text)
    let pattern = ClockPattern(
      days: days, times: .product(hours: UInt32(hours), minutes: minutes),
      followsElapsedTime: words[1].isStarred)
    return Schedule(
      .clock(pattern), description: words.map { String($0.text) }.joined(separator: " "))
  }

  /// How an interval is written that stands there in words, `15 minutes`; nil for anything else.
  private static func interval(_ words: [Word]) -> String? {
    guard words.count == 2, let number = Int(words[0].text), number > 0 else { return nil }
    let unit = words[1].text.lowercased()
    let known = ["sec", "min", "hour", "day"].first { unit.hasPrefix($0) }
    return known.flatMap(\.first).map { "\(number)\($0)" }
  }

  private static func weekdays(_ bits: UInt64) -> UInt32 {
    UInt32((bits & 0x7F) | (bits >> 7))
  }

  /// Refuses a day of month that none of the months has, such as 30 February.
  private static func refuseNever(
    _ days: DayPattern, dayWord: Word, _ text: String
  ) throws(ScheduleError) {
    let longest =
      (1...12).filter { days.months.has($0) }
      .map { Civil.length(ofMonth: $0, year: 2000) }.max() ?? 0
    let earliest = days.daysOfMonth.trailingZeroBitCount
    guard !days.eitherDay, earliest > longest else { return }
    throw ScheduleError(
      "it would never run: day \(earliest) is in none of the months, the longest has \(longest)",
      in: text, at: dayWord.position)
  }

  /// The values of a field as bits: a list of items.
  private static func bits(
    _ word: Word, _ field: CronField, _ text: String
  ) throws(ScheduleError) -> UInt64 {
    var bits: UInt64 = 0
    for item in word.split(at: ",") {
      let item = try CronItem(item, field, text)
      for value in stride(
        from: item.range.lowerBound, through: item.range.upperBound, by: item.step)
      {
        bits |= 1 << UInt64(value)
      }
    }
    return bits
  }
}

/// One item of a field's list: a value, a range or `*`, with a step.
private struct CronItem {
  let range: ClosedRange<Int>
  let step: Int

  init(_ word: Word, _ field: CronField, _ text: String) throws(ScheduleError) {
    let parts = word.split(at: "/")
    guard parts.count <= 2 else {
      throw ScheduleError("a step has one `/`", in: text, at: parts[2].position - 1)
    }
    let start = parts[0]
    var range = try Self.range(start, field, text)
    guard parts.count == 2 else {
      self.range = range
      self.step = 1
      return
    }
    // A step after a single value goes on to the end of the field, as in `5/15`.
    if range.count == 1, start.split(at: "-").count == 1, !start.isStarred {
      range = range.lowerBound...max(range.lowerBound, field.whole.upperBound)
    }
    let largest = max(1, range.upperBound - range.lowerBound)
    guard let step = CronField.minute.value(of: parts[1].text), (1...largest).contains(step) else {
      throw ScheduleError(
        "the step of the \(field.name) must be 1 to \(largest), not \"\(parts[1].text)\"",
        in: text, at: parts[1].position)
    }
    self.range = range
    self.step = step
  }

  private static func range(
    _ word: Word, _ field: CronField, _ text: String
  ) throws(ScheduleError) -> ClosedRange<Int> {
    if word.text == "*" { return field.whole }
    let ends = word.split(at: "-")
    guard ends.count <= 2 else {
      throw ScheduleError("a range has one `-`", in: text, at: ends[2].position - 1)
    }
    let first = try value(ends[0], field, text)
    guard ends.count == 2 else { return first...first }
    var last = try value(ends[1], field, text)
    // `fri-sun` ends with the Sunday after.
    if last == 0, first > 0, ends[1].text.lowercased() == "sun" { last = 7 }
    guard first <= last else {
      throw ScheduleError(
        "the range \(word.text) of the \(field.name) ends before it begins", in: text,
        at: word.position)
    }
    return first...last
  }

  private static func value(
    _ word: Word, _ field: CronField, _ text: String
  ) throws(ScheduleError) -> Int {
    let limits = "\(field.limits.lowerBound) to \(field.limits.upperBound)"
    guard !word.text.isEmpty else {
      throw ScheduleError("a \(field.name) is missing", in: text, at: word.position)
    }
    guard let value = field.value(of: word.text) else {
      let names = field.names.first.map { " or a name such as \($0)" } ?? ""
      throw ScheduleError(
        "\"\(word.text)\" is no \(field.name): \(limits)\(names)", in: text, at: word.position)
    }
    guard field.limits.contains(value) else {
      throw ScheduleError(
        "\(field.name) \(word.text) is out of range: \(limits)", in: text, at: word.position)
    }
    return value
  }
}
