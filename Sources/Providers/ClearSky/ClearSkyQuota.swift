import FoundationEssentials
import Weather

extension ClearSkyProvider {
  var tellsQuota: Bool { true }

  /// By Pirate Weather's `Ratelimit-Remaining` and `Ratelimit-Reset` (seconds), else by
  /// `X-Forecast-API-Calls`: what was used of Dark Sky's day or Pirate Weather's month, against
  /// the limit that is known of it.
  func quotaNotice(in response: Response, now: Date) -> QuotaNotice? {
    // Of what was sent at the same time nobody knows whether the service has counted it yet.
    let took = Double(response.duration.components.seconds) + 2
    func notice(_ remaining: Double, resetsAt: Date, limit: Double?) -> QuotaNotice {
      QuotaNotice(
        remaining: max(0, remaining) + response.request.cost, since: now - took,
        resetsAt: resetsAt, limit: limit)
    }
    if let remaining = number("Ratelimit-Remaining", response) {
      let reset = number("Ratelimit-Reset", response).flatMap { $0 > 0 ? $0 : nil }
      return notice(
        remaining, resetsAt: reset.map { now + min($0, 31 * 86_400) } ?? nextCount(after: now),
        limit: number("Ratelimit-Limit", response))
    }
    guard let used = number("X-Forecast-API-Calls", response), used >= 0, let limit = ownLimit
    else { return nil }
    return notice(limit - used, resetsAt: nextCount(after: now), limit: limit)
  }

  private var window: QuotaWindow { isPirate ? .month : .day }

  private var ownLimit: Double? {
    (settings.requestLimits[window] ?? profile.freePlan[window]).map(Double.init)
  }

  private func nextCount(after now: Date) -> Date {
    QuotaLimit(window: window, amount: 0, isCalendar: true, scheduled: 0).resetsAt(now) ?? now
  }

  /// A number of a header that may come several times.
  private func number(_ name: String, _ response: Response) -> Double? {
    response.header(name).flatMap { LenientNumber.of(String($0.prefix { $0 != "," })) }
  }
}
