public import FoundationEssentials

/// A limit of a service over one length of time, and what the schedule needs of it.
public struct QuotaLimit: Sendable, Hashable {
  /// How far a service's clock and ours may be apart, in seconds: around the end of a calendar
  /// window, requests count on both sides of it for so long.
  public static let clockMarginSeconds: Int64 = 300

  /// The length of time.
  public let window: QuotaWindow
  /// What may be spent in it, as the service counts.
  public let amount: Double
  /// Whether the service counts by the calendar, in UTC; else the window slides, which is at least
  /// as strict whatever the service does.
  public let isCalendar: Bool
  /// What the schedule needs in a whole window.
  public let scheduled: Double

  /// Makes a limit from its parts.
  public init(window: QuotaWindow, amount: Double, isCalendar: Bool, scheduled: Double) {
    self.window = window
    self.amount = amount
    self.isCalendar = isCalendar
    self.scheduled = scheduled
  }

  /// The limit as it holds at an instant: one by the calendar slides until a clock that was set has
  /// gone on evenly for a whole window.
  ///
  /// The service's day does not begin anew because our clock was set; what slides is as strict as
  /// any calendar, whichever time is right.
  ///
  /// - Parameter clockSetAt: when the clock was set last; nil if it never was.
  public func held(at now: Date, clockSetAt: Date?) -> QuotaLimit {
    guard isCalendar, let clockSetAt, now.timeIntervalSince(clockSetAt) < Double(span) else {
      return self
    }
    return QuotaLimit(window: window, amount: amount, isCalendar: false, scheduled: scheduled)
  }

  /// The first second that counts at an instant.
  ///
  /// A sliding window is a second longer, for the way to the server; a sliding month has 31 days.
  public func firstSecond(at now: Date) -> Int64 {
    guard isCalendar else { return now.unixSeconds - span + 1 }
    let margin = Self.clockMarginSeconds
    return Self.start(of: window, at: now.unixSeconds - margin) - margin
  }

  /// When everything that counts now will no longer count; nil for a sliding window.
  public func resetsAt(_ now: Date) -> Date? {
    guard isCalendar else { return nil }
    let margin = Self.clockMarginSeconds
    let start = Self.start(of: window, at: now.unixSeconds - margin)
    return Date(unixSeconds: Self.start(of: window, at: start + lengthSeconds) + margin)
  }

  /// What is kept of a whole window for the schedule.
  ///
  /// Less than one request in a minute is nothing: what finds a minute full waits for the next one,
  /// and one request a minute would leave no room for anything but the schedule, ever.
  public var kept: Double { window == .minute ? scheduled.rounded(.down) : scheduled }

  /// What the schedule still needs, given what it has spent of the window.
  public func reserve(scheduledSpent: Double, at now: Date) -> Double {
    guard let end = resetsAt(now) else { return max(0, kept - scheduledSpent) }
    let left = max(0, end.timeIntervalSince(now)) / Double(lengthSeconds)
    return scheduled * min(1, left)
  }

  /// The window and a second more, in seconds.
  public var span: Int64 { lengthSeconds + 1 }

  /// Its length in seconds; a month is a long one.
  private var lengthSeconds: Int64 {
    window == .month ? 31 * 86_400 : Int64(window.seconds)
  }

  private static func start(of window: QuotaWindow, at second: Int64) -> Int64 {
    guard window == .month else {
      let length = Int64(window.seconds)
      let rest = second % length
      return second - (rest < 0 ? rest + length : rest)
    }
    let date = LocalTime(Date(unixSeconds: second), utcOffsetSeconds: 0).date
    return Int64(date.daysSince1970 - date.components.day + 1) * 86_400
  }
}
