import FoundationEssentials
public import History
import Providers
public import Weather

/// Counts what is asked outside of any job, such as a search for a place, against the quota of its
/// service.
public struct LookupBooking: Sendable {
  private let settings: ServiceSettings
  private let database: String

  /// A booking in a database, which may not be there yet.
  public init(_ settings: ServiceSettings, database: String) {
    self.settings = settings
    self.database = database
  }

  /// Books a request before it is sent; nothing is counted where there is no database yet.
  ///
  /// Throws `FetchError` when the quota is used up.
  ///
  /// - Returns: why it could not be counted, for a database that can't be written by this user.
  public func book(_ request: Request) throws(FetchError) -> HistoryError? {
    guard HistoryReader.isThere(database) else { return nil }
    let now = Date()
    let admission: QuotaPolicy.Admission
    do throws(HistoryError) {
      admission = try admit(request, at: now)
    } catch {
      return error
    }
    switch admission {
    case .granted: return nil
    case .exhausted(let error): throw error
    case .later(let instant):
      throw FetchError(
        .quota, "the limit of the minute is used up",
        retryAfterSeconds: instant.timeIntervalSince(now))
    }
  }

  private func admit(
    _ request: Request, at now: Date
  ) throws(HistoryError) -> QuotaPolicy.Admission {
    // Before the database is opened, which may take its time.
    let reading = WallClock.system.reading(at: now)
    let limits = ServiceProfile.of(settings).freePlan.merging(settings.requestLimits) { $1 }
    let calendar = ServiceProfile.of(settings).calendarWindows
    let policy = QuotaPolicy(
      limits: limits.map { window, amount in
        QuotaLimit(
          window: window, amount: Double(amount), isCalendar: calendar.contains(window),
          scheduled: 0)
      })
    let writer = try HistoryWriter.open(path: database, now: now).writer
    let admission = try writer.account(of: settings.name, at: reading) { account in
      let admission = policy.admission(
        cost: request.cost, for: .lookup, ledger: account.ledger, notice: account.notice,
        clockSetAt: account.clockSetAt, at: now)
      if admission == .granted { account.ledger.book(request.cost, for: .lookup, at: now) }
      return admission
    }
    try writer.close()
    return admission
  }
}
