import FoundationEssentials
import History
import Weather

/// A time in which no readings could come, as the running program noticed it.
struct GapSpan: Sendable, Equatable {
  /// The service that it concerns; nil for all.
  var provider: String?
  var from: Date
  var to: Date
  var reason: GapReason

  init(provider: String? = nil, from: Date, to: Date, reason: GapReason) {
    self.provider = provider
    self.from = from
    self.to = to
    self.reason = reason
  }
}

/// What is known of why readings of one source are missing.
struct GapEvidence: Sendable {
  /// Failed requests for current conditions, oldest first; one of before the time in question says
  /// why nothing was asked later.
  var failures: [FetchFailure] = []
  /// What the program noticed; earlier ones go before later ones.
  var spans: [GapSpan] = []
  /// Since when the program that judges has been running.
  var livedSince: Date

  /// Why a slot has no reading.
  ///
  /// In this order: what held for at least half of it; the last request that failed in it; what
  /// held for some of it; where the program ran all the time, the last failure before, else the
  /// service, which answered and had nothing; where it did not, that it was stopped.
  func reason(of slot: ScheduledHours.Slot) -> GapReason {
    let overlaps = spans.map { span in
      (span.reason, min(span.to, slot.to).timeIntervalSince(max(span.from, slot.from)))
    }
    let half = slot.to.timeIntervalSince(slot.from) / 2
    if let whole = overlaps.first(where: { $0.1 >= half }) { return whole.0 }
    let earlier = failures.last { $0.at < slot.to }
    if let earlier, earlier.at >= slot.from { return GapReason(earlier.code) }
    if let partial = overlaps.first(where: { $0.1 > 0 }) { return partial.0 }
    guard livedSince <= slot.from else { return .stopped }
    return earlier.map { GapReason($0.code) } ?? .service
  }
}
