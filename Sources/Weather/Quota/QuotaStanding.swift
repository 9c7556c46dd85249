public import FoundationEssentials

/// How much of a limit of a service is used, and how long the rest lasts.
public struct QuotaStanding: Sendable, Hashable {
  /// The length of time that the limit is for; nil for what the service itself said is left.
  public let window: QuotaWindow?
  /// What may be spent in all; nil where the service did not say so.
  public let limit: Double?
  /// What was spent of it; nil where that is not known.
  public let used: Double?
  /// What may still be spent.
  public let left: Double
  /// When it is counted anew; nil for a window that slides.
  public let resetsAt: Date?
  /// When it is used up at the present pace; nil when it lasts.
  public let lastsUntil: Date?

  /// Makes a standing from its parts.
  public init(
    window: QuotaWindow?, limit: Double?, used: Double?, left: Double, resetsAt: Date?,
    lastsUntil: Date?
  ) {
    self.window = window
    self.limit = limit
    self.used = used
    self.left = left
    self.resetsAt = resetsAt
    self.lastsUntil = lastsUntil
  }

  /// The standing of the limit that is used up first at the present pace, else of the one of which
  /// the largest share is used; nil where there are no limits.
  public static func tightest(
    of limits: [QuotaLimit], _ account: QuotaAccount, at now: Date
  ) -> QuotaStanding? {
    var standings = limits.map { limit in
      standing(of: limit.held(at: now, clockSetAt: account.clockSetAt), account.ledger, at: now)
    }
    if let notice = account.notice, let left = notice.left(account.ledger, at: now) {
      standings.append(
        QuotaStanding(
          window: nil, limit: notice.limit, used: notice.limit.map { max(0, $0 - left) },
          left: left, resetsAt: notice.resetsAt,
          lastsUntil: end(
            left, pace: pace(.month, account.ledger, at: now), before: notice.resetsAt, at: now)))
    }
    return standings.min { first, second in
      let (ends, otherEnds) = (
        first.lastsUntil ?? .distantFuture, second.lastsUntil ?? .distantFuture
      )
      return ends == otherEnds ? first.shareLeft < second.shareLeft : ends < otherEnds
    }
  }

  private var shareLeft: Double {
    guard let limit, limit > 0 else { return left > 0 ? 1 : 0 }
    return left / limit
  }

  private static func standing(
    of limit: QuotaLimit, _ ledger: QuotaLedger, at now: Date
  ) -> QuotaStanding {
    let used = ledger.cost(since: limit.firstSecond(at: now))
    let left = max(0, limit.amount - used)
    let pace = pace(limit.window, ledger, at: now)
    let resets = limit.resetsAt(now)
    // In a window that slides what is spent leaves again: at a pace that fits it lasts for ever.
    let fits = resets == nil && pace * Double(limit.span) <= limit.amount && left >= 1
    return QuotaStanding(
      window: limit.window, limit: limit.amount, used: used, left: left, resetsAt: resets,
      lastsUntil: fits
        ? nil : end(left, pace: pace, before: resets ?? .distantFuture, at: now))
  }

  /// When so much is spent; nil when that is after the reset.
  ///
  /// What is less than a request is none.
  private static func end(
    _ left: Double, pace: Double, before reset: Date, at now: Date
  ) -> Date? {
    if left < 1 { return now }
    guard pace > 0 else { return nil }
    let seconds = left / pace
    guard seconds < 1e9 else { return nil }
    let end = Date(unixSeconds: now.unixSeconds + Int64(seconds))
    return end < reset ? end : nil
  }

  /// What is spent a second: on average of the last hour for short windows, of the last day for
  /// long ones; of a younger ledger since it began.
  private static func pace(
    _ window: QuotaWindow, _ ledger: QuotaLedger, at now: Date
  ) -> Double {
    let length: Int64 = window < .day ? 3600 : 86_400
    let first = now.unixSeconds - length + 1
    let began = ledger.entries.first?.from ?? now.unixSeconds
    let seconds = max(3600, min(length, now.unixSeconds - began))
    return ledger.cost(since: first) / Double(seconds)
  }
}
