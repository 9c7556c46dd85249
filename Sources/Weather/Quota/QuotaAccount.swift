public import FoundationEssentials

/// What is known of a service's quota: what was spent, and what the service said of it.
public struct QuotaAccount: Sendable, Equatable {
  /// What requests have cost.
  public var ledger: QuotaLedger
  /// What the service said last; nil when it never did.
  public var notice: QuotaNotice?
  /// When the clock was set last; nil when it has gone on evenly for longer than any limit counts.
  ///
  /// Which of its two times is the service's own can't be told from here.
  public var clockSetAt: Date?

  /// An account from its parts.
  public init(
    ledger: QuotaLedger = QuotaLedger(), notice: QuotaNotice? = nil, clockSetAt: Date? = nil
  ) {
    self.ledger = ledger
    self.notice = notice
    self.clockSetAt = clockSetAt
  }

  /// Moves all of it with the clock, and takes what still lies in the future as of now.
  ///
  /// - Parameter seconds: by how much the clock was set forward since it was last looked at.
  public mutating func settle(at now: Date, clockSetBy seconds: Int64) {
    ledger.shift(bySeconds: seconds)
    ledger.pullBack(to: now)
    noteClock(setBy: seconds, at: now)
    guard let told = notice else { return }
    let shift = Double(seconds)
    // No service counts for longer than a month.
    let latest = now + 31 * 86_400
    notice = QuotaNotice(
      remaining: told.remaining, since: min(told.since + shift, now),
      resetsAt: min(told.resetsAt + shift, latest), limit: told.limit)
  }

  /// Less than what calendar windows overlap by leaves them as they are.
  private mutating func noteClock(setBy seconds: Int64, at now: Date) {
    let isStep = seconds.magnitude > QuotaLimit.clockMarginSeconds.magnitude
    guard let set = isStep ? now : clockSetAt.map({ $0 + Double(seconds) }) else { return }
    // Another start of the machine may have begun with an earlier time.
    clockSetAt = now.timeIntervalSince(set) < 32 * 86_400 ? min(set, now) : nil
  }
}

/// The clock and how long the machine has been up: together they tell a clock that was set from
/// time that has passed.
public struct ClockReading: Sendable, Hashable {
  /// What the clock says.
  public let at: Date
  /// Seconds since the machine was started, those asleep included.
  public let uptimeSeconds: Double
  /// What tells one start of the machine from another; empty when it can't be told.
  public let boot: String

  /// Makes a reading from its parts.
  public init(at: Date, uptimeSeconds: Double = 0, boot: String = "") {
    self.at = at
    self.uptimeSeconds = uptimeSeconds
    self.boot = boot
  }

  /// By how many seconds the clock was set forward since an earlier reading; 0 where that can't be
  /// told, or is no more than what lies between looking at the one and at the other.
  ///
  /// It is rounded up, so that what moves with it never seems older than it is.
  public func clockSetBy(since earlier: ClockReading) -> Int64 {
    guard !boot.isEmpty, boot == earlier.boot else { return 0 }
    let passed = uptimeSeconds - earlier.uptimeSeconds
    let set = at.timeIntervalSince(earlier.at) - passed
    // A thousandth for what binary fractions can't hold.
    return abs(set) < 0.5 ? 0 : Int64(exactly: (set - 0.001).rounded(.up)) ?? 0
  }
}
