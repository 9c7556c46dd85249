/// One of the five fields of a cron expression.
struct CronField {
  /// What messages call it.
  let name: String
  /// The least and the largest value that may be written.
  let limits: ClosedRange<Int>
  /// What `*` stands for.
  let whole: ClosedRange<Int>
  /// Names from the first value on, in lower case.
  let names: [String]

  static let minute = CronField("minute", 0...59)
  static let hour = CronField("hour", 0...23)
  static let dayOfMonth = CronField("day of month", 1...31)
  static let month = CronField(
    "month", 1...12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
  /// 7 is Sunday too.
  static let dayOfWeek = CronField(
    "day of week", 0...7, whole: 0...6,
    names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

  private init(
    _ name: String, _ limits: ClosedRange<Int>, whole: ClosedRange<Int>? = nil,
    names: [String] = []
  ) {
    self.name = name
    self.limits = limits
    self.whole = whole ?? limits
    self.names = names
  }

  /// The value of a number or a name; nil for any other text.
  func value(of word: Substring) -> Int? {
    if let index = names.firstIndex(of: word.lowercased()) { return limits.lowerBound + index }
    guard word.count <= 9, word.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(word)
  }
}
