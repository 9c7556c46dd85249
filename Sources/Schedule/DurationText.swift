/// Durations as people write them: `90s`, `15m`, `1h`, `2d`, `5y`.
public enum DurationText {
  /// The longest duration that is taken: a thousand years of 365 days, in seconds.
  public static let maximumSeconds = 1000 * 365 * 86_400

  // From the largest, so that the first one that divides gives the shortest text.
  private static let units: [(letter: Character, seconds: Int)] = [
    ("y", 365 * 86_400), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// The seconds that a text stands for: at least 1.
  ///
  /// A number alone is refused: who writes 15 means minutes as often as seconds. A day is 86,400
  /// seconds and a year 365 days. Blanks around the text are ignored; nothing may
  /// stand between number and unit, and fractions and sums such as `1h30m` are refused.
  public static func parse(_ text: String) throws(ScheduleError) -> Int {
    let characters = Array(text)
    let start = characters.firstIndex { !$0.isWhitespace } ?? characters.count
    let digits = characters[start...].prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else {
      throw ScheduleError("a duration is a number and s, m, h, d or y", in: text, at: start + 1)
    }
    guard let number = Int(String(digits)), number <= maximumSeconds else {
      throw ScheduleError("the duration is longer than 1000 years", in: text, at: start + 1)
    }
    let seconds = try unit(after: digits.endIndex, of: characters, text).seconds
    guard number >= 1 else {
      throw ScheduleError("a duration is at least 1 second", in: text, at: start + 1)
    }
    guard number <= maximumSeconds / seconds else {
      throw ScheduleError("the duration is longer than 1000 years", in: text, at: start + 1)
    }
    return number * seconds
  }

  /// The shortest text that `parse` reads as so many seconds: 900 is `15m`.
  public static func describe(_ seconds: Int) -> String {
    for unit in units where seconds != 0 && seconds % unit.seconds == 0 {
      return "\(seconds / unit.seconds)\(unit.letter)"
    }
    return "\(seconds)s"
  }

  private static func unit(
    after index: Int, of characters: [Character], _ text: String
  ) throws(ScheduleError) -> (letter: Character, seconds: Int) {
    let rest = characters[index...]
    let word = rest.prefix { !$0.isWhitespace }
    guard rest.dropFirst(word.count).allSatisfy(\.isWhitespace) else {
      throw ScheduleError(
        "a duration is one number and one unit, without blanks between", in: text, at: index + 1)
    }
    guard let letter = word.first else {
      throw ScheduleError(
        "the number needs a unit, as in 15m or 15s (whole seconds may stand without quotes)",
        in: text, at: index + 1)
    }
    guard word.count == 1, let unit = units.first(where: { $0.letter == letter }) else {
      throw ScheduleError(
        "a duration is one whole number and one of s, m, h, d, y", in: text, at: index + 1)
    }
    return unit
  }
}
