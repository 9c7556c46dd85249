/// Reads lists of times of the day: `06:00,18:00`.
enum TimesParser {
  /// A schedule that fires at these local times every day.
  static func schedule(_ text: String) throws(ScheduleError) -> Schedule {
    var times: [Int] = []
    for word in Word(text: text[...], position: 1).split(at: ",") {
      let time = try minute(of: word.trimmed, text)
      guard !times.contains(time) else {
        throw ScheduleError(
          "\(word.trimmed.text) is there twice", in: text, at: word.trimmed.position)
      }
      times.append(time)
    }
    times.sort()
    let pattern = ClockPattern(days: .every, times: .list(times), followsElapsedTime: false)
    return Schedule(.clock(pattern), description: times.map(clock).joined(separator: ","))
  }

  private static func minute(of word: Word, _ text: String) throws(ScheduleError) -> Int {
    let parts = word.split(at: ":")
    guard parts.count == 2, let hour = number(parts[0].text, 1...2),
      let minute = number(parts[1].text, 2...2)
    else {
      throw ScheduleError(
        "a time is hours and minutes, as in 06:00", in: text, at: word.position)
    }
    guard hour <= 23 else {
      throw ScheduleError("hour \(hour) is out of range: 0 to 23", in: text, at: word.position)
    }
    guard minute <= 59 else {
      throw ScheduleError(
        "minute \(minute) is out of range: 0 to 59", in: text, at: parts[1].position)
    }
    return hour * 60 + minute
  }

  private static func number(_ digits: Substring, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(digits)
  }

  private static func clock(_ minute: Int) -> String {
    let hours = minute / 60, minutes = minute % 60
    return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }
}
