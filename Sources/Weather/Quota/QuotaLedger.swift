public import FoundationEssentials

/// What requests to one service have cost and when: a value, oldest first.
///
/// It is kept by the second at first and ever coarser later, each entry counting until its last
/// second has left a window, so that windows never hold less than was spent in them.
public struct QuotaLedger: Sendable, Equatable {
  /// A sum of costs within a stretch of seconds.
  public struct Entry: Sendable, Hashable {
    /// The first second.
    public let from: Int64
    /// The last second.
    public let to: Int64
    /// What for.
    public let purpose: RequestPurpose
    /// How much, as the service counts.
    public var cost: Double

    /// Makes an entry from its parts.
    public init(from: Int64, to: Int64, purpose: RequestPurpose, cost: Double) {
      self.from = from
      self.to = to
      self.purpose = purpose
      self.cost = cost
    }
  }

  /// The entries, by their last second.
  public private(set) var entries: [Entry]

  /// A ledger of entries in any order.
  public init(_ entries: [Entry] = []) {
    self.entries = entries.sorted { ($0.to, $0.from) < ($1.to, $1.from) }
  }

  /// Books a cost; a negative one gives back what was booked within the last seconds.
  public mutating func book(_ cost: Double, for purpose: RequestPurpose, at now: Date) {
    guard cost != 0 else { return }
    let second = now.unixSeconds
    if let known = entries.lastIndex(where: { $0.purpose == purpose && $0.to <= second }),
      entries[known].to == second || cost < 0
    {
      entries[known].cost = max(0, entries[known].cost + cost)
    } else if cost > 0 {
      let place = entries.lastIndex { $0.to <= second }.map { $0 + 1 } ?? 0
      entries.insert(
        Entry(from: second, to: second, purpose: purpose, cost: cost), at: place)
    }
  }

  /// What was spent from a second on, the future included: a clock may have been set back.
  public func cost(
    since second: Int64, where counts: (RequestPurpose) -> Bool = { _ in true }
  ) -> Double {
    entries(since: second).reduce(0) { $0 + (counts($1.purpose) ? $1.cost : 0) }
  }

  /// The entries that count from a second on.
  public func entries(since second: Int64) -> ArraySlice<Entry> {
    entries[(entries.lastIndex { $0.to < second }.map { $0 + 1 } ?? 0)...]
  }

  /// Moves all of it, because the clock was set: what is an hour ago stays an hour ago.
  public mutating func shift(bySeconds seconds: Int64) {
    guard seconds != 0 else { return }
    entries = entries.map {
      Entry(
        from: $0.from + seconds, to: $0.to + seconds, purpose: $0.purpose, cost: $0.cost)
    }
  }

  /// Takes what lies more than five seconds in the future as spent just now: a clock that was ahead
  /// must not block a service for years, and nothing may be forgotten.
  public mutating func pullBack(to now: Date) {
    let second = now.unixSeconds
    let future = entries(since: second + 6)
    guard !future.isEmpty else { return }
    entries.removeLast(future.count)
    for purpose in RequestPurpose.allCases {
      book(future.reduce(0) { $0 + ($1.purpose == purpose ? $1.cost : 0) }, for: purpose, at: now)
    }
  }

  /// Sums up what no short window asks for any more, and drops what no window asks for.
  ///
  /// By the second for two minutes, by the minute for two hours, by five minutes for a day and
  /// two hours, by the hour for 33 days: a few hundred entries at most.
  public mutating func compact(at now: Date) {
    let second = now.unixSeconds
    var sums: [Entry] = []
    sums.reserveCapacity(entries.count)
    // In the order of time what belongs together stands together, but for other purposes.
    var stretch: (grain: Int64, index: Int64) = (0, 0)
    var first = 0
    for entry in entries where entry.cost > 0 && second - entry.to < 33 * 86_400 {
      let grain = Self.grain(ofAge: second - entry.to)
      let own = (grain: grain, index: entry.to / grain)
      if own != stretch { (stretch, first) = (own, sums.count) }
      if let known = sums[first...].firstIndex(where: { $0.purpose == entry.purpose }) {
        sums[known] = Entry(
          from: min(sums[known].from, entry.from), to: max(sums[known].to, entry.to),
          purpose: entry.purpose, cost: sums[known].cost + entry.cost)
      } else {
        sums.append(entry)
      }
    }
    self = QuotaLedger(sums)
  }

  private static func grain(ofAge seconds: Int64) -> Int64 {
    switch seconds {
    case ..<120: 1
    case ..<7200: 60
    case ..<93_600: 300
    default: 3600
    }
  }
}
