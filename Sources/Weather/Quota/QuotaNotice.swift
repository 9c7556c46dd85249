public import FoundationEssentials

/// What a service said with a reply of how much it will still answer.
///
/// It binds beside the limits that are configured: others may use the same key.
public struct QuotaNotice: Sendable, Hashable {
  /// What may still be spent, counted from `since` on.
  public let remaining: Double
  /// From this second on our own bookings count against it.
  public let since: Date
  /// When the service begins to count anew.
  public let resetsAt: Date
  /// What may be spent in all, where it says so.
  public let limit: Double?

  /// Makes a notice from its parts.
  public init(remaining: Double, since: Date, resetsAt: Date, limit: Double? = nil) {
    self.remaining = remaining
    self.since = since
    self.resetsAt = resetsAt
    self.limit = limit
  }

  /// What is left of it; nil when the service has begun to count anew.
  public func left(_ ledger: QuotaLedger, at now: Date) -> Double? {
    guard now < resetsAt else { return nil }
    return max(0, remaining - ledger.cost(since: since.unixSeconds))
  }
}
