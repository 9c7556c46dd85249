import CommandLine
import FoundationEssentials
import Weather

/// The time that a history is asked of, as typed: it becomes instants city by city.
struct HistoryRange {
  private let since: TimeWord?
  private let until: TimeWord?

  /// Understands the options of `history`; those that contradict each other are a wrong use.
  init(_ parsed: ParsedCommand) throws(UsageError) {
    let given = [Option.day, .month, .year, .last, .since].filter { parsed.value(of: $0) != nil }
    if given.count > 1 || (!given.isEmpty && given[0] != .since && parsed.value(of: .until) != nil)
    {
      let names = given.map { "--\($0.long)" } + (given.count > 1 ? [] : ["--until"])
      throw UsageError("\(names.joined(separator: " and ")) can't be used together")
    }
    for option in [Option.day, .month, .year] {
      guard let text = parsed.value(of: option) else { continue }
      let word = try Self.whole(text, of: option)
      since = word
      until = word
      return
    }
    until = try parsed.value(of: .until).map { text throws(UsageError) in
      try TimeWord(text, of: .until)
    }
    if let text = parsed.value(of: .last) {
      // A number alone would be seconds, which nobody means here.
      guard text.last?.isLetter == true, let seconds = DurationText.seconds(text) else {
        throw UsageError(
          "--last takes a length of time such as 36h or 7d, not \(UsageError.quoted(text))")
      }
      since = .ago(seconds)
    } else if let text = parsed.value(of: .since) {
      since = try TimeWord(text, of: .since)
    } else {
      since = until == nil ? .ago(86_400) : nil
    }
  }

  /// A day, month or year, and nothing longer or shorter.
  static func whole(_ text: String, of option: Option) throws(UsageError) -> TimeWord {
    guard let word = TimeWord(text), !text.hasPrefix("0000"),
      samples(of: option).lengths.contains(length(of: word))
    else {
      throw UsageError(
        "--\(option.long) can't be \(UsageError.quoted(text))",
        advice: "it is one such as \(samples(of: option).text)")
    }
    return word
  }

  /// The number of whole days of a word; 0 for a time.
  private static func length(of word: TimeWord) -> Int {
    switch word {
    case .day: 1
    case .days(let first, let last): last.daysSince1970 - first.daysSince1970
    case .local, .ago, .instant: 0
    }
  }

  /// How many days a value of the option has, and what one looks like.
  private static func samples(of option: Option) -> (lengths: ClosedRange<Int>, text: String) {
    switch option {
    case .day: (1...1, "2026-11-01, today or yesterday")
    case .month: (28...31, "2026-11")
    default: (365...366, "2026")
    }
  }

  /// The instants for a city: from the first up to the second, which is not among them.
  ///
  /// Without an end it is now: what claims to be of the future is not history.
  func instants(by clock: CityClock) throws -> (from: Date?, to: Date) {
    let from = try since?.period(by: clock).from
    let to = try until?.period(by: clock).to ?? clock.now + 301
    return (from, to)
  }

  /// The first date and the one after the last, where the range begins and ends with whole days.
  func dates(by clock: CityClock) throws -> (from: LocalDate?, to: LocalDate?) {
    (try since?.dates(by: clock)?.lowerBound, try until?.dates(by: clock)?.upperBound)
  }
}
