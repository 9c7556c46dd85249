public import FoundationEssentials

/// When something happens again and again: an interval, a cron expression or a list of times.
///
/// Intervals fire at multiples of their length since 1970-01-01T00:00:00Z. A cron expression whose
/// hour field begins with `*` fires whenever clocks show a matching time. Other fixed times fire
/// once a local day: in a skipped hour at the first instant after it, in a repeated hour at the
/// first occurrence.
public struct Schedule: Sendable, Hashable, CustomStringConvertible {
  enum Rule: Sendable, Hashable {
    case every(Int)
    case clock(ClockPattern)
  }

  /// Every 15 minutes: what holds when nothing is configured.
  public static let quarterHourly = Schedule(.every(900), description: "15m")

  let rule: Rule
  /// The schedule as `init(parsing:)` reads it: `15m`, `*/15 * * * *`, `@hourly`, `06:00,18:00`.
  public let description: String

  init(_ rule: Rule, description: String) {
    self.rule = rule
    self.description = description
  }

  /// Fires at every multiple of so many seconds, at least 1.
  public init(everySeconds seconds: Int) throws(ScheduleError) {
    guard (1...DurationText.maximumSeconds).contains(seconds) else {
      throw ScheduleError("an interval is 1 second to 1000 years", in: "\(seconds)", at: 1)
    }
    self.init(.every(seconds), description: DurationText.describe(seconds))
  }

  /// Reads an interval (`15m`), five cron fields, a name (`@hourly`) or times (`06:00,18:00`).
  public init(parsing text: String) throws(ScheduleError) {
    let first = text.first { !$0.isWhitespace }
    if first == "@" {
      self = try CronParser.named(text)
    } else if text.contains(":") {
      self = try TimesParser.schedule(text)
    } else if text.contains("*") || text.split(whereSeparator: \.isWhitespace).count > 1 {
      self = try CronParser.schedule(text)
    } else if first == nil {
      throw ScheduleError("the schedule is empty", in: text, at: 1)
    } else {
      try self.init(everySeconds: DurationText.parse(text))
    }
  }

  /// The length of an interval, in seconds; nil for fixed times and cron expressions.
  public var intervalSeconds: Int? {
    if case .every(let seconds) = rule { seconds } else { nil }
  }

  /// The first firing strictly after an instant, in whole seconds.
  ///
  /// Takes 0.02 µs for an interval and under 1 µs for anything else, and asks the zone three times
  /// at most where clocks do not change.
  public func next(after instant: Date, in zone: some ZoneRules) -> Date {
    Date(wholeSeconds: next(afterSeconds: instant.wholeSeconds, in: zone))
  }

  /// The longest time between two firings, in seconds, among those of the next 8 days.
  ///
  /// The first firing counted is the first after the instant, the last one the first beyond the 8
  /// days, so that a monthly schedule gives about a month.
  public func longestGapSeconds(from instant: Date, in zone: some ZoneRules) -> Int {
    if let intervalSeconds { return intervalSeconds }
    let end = instant.wholeSeconds + 8 * 86_400
    var previous = next(afterSeconds: instant.wholeSeconds, in: zone)
    var longest = 0
    repeat {
      let following = next(afterSeconds: previous, in: zone)
      longest = max(longest, following - previous)
      previous = following
    } while previous <= end
    return longest
  }

  private func next(afterSeconds instant: Int, in zone: some ZoneRules) -> Int {
    switch rule {
    case .every(let seconds): (Civil.floorDivide(instant, seconds) + 1) * seconds
    case .clock(let pattern): pattern.next(after: instant, in: zone)
    }
  }
}
