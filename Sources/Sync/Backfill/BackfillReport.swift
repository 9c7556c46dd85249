public import FoundationEssentials
public import History
public import Weather

/// How far a backfill is.
public struct BackfillProgress: Sendable, Equatable {
  /// The city at work.
  public var slug: String
  /// Days that are stored.
  public var daysDone: Int
  /// All days that were to be fetched.
  public var days: Int
  /// Seconds that are left at least, waits for the service's limits included, beside what the
  /// schedule needs of them; nil while nothing is known, or where the limits leave nothing.
  public var secondsLeft: Double?
}

/// What became of a backfill.
public struct BackfillReport: Sendable {
  /// One city's share.
  public struct CityReport: Sendable {
    /// The slug.
    public let slug: String
    /// The service that was asked.
    public let provider: String
    /// What the store gained.
    public internal(set) var stored = PastCounts()
    /// Days that were to be fetched.
    public internal(set) var days = 0
    /// Days that are stored.
    public internal(set) var daysDone = 0
    /// Why days are missing, the last reason.
    public internal(set) var failure: FetchError?
  }

  /// The cities in the order of the wish.
  public internal(set) var cities: [CityReport] = []
  /// Whether it was stopped by a signal.
  public internal(set) var isStopped = false
  /// When a used-up limit has room again; nil where none was in the way.
  public internal(set) var resumeAt: Date?

  /// Seconds that the rest takes at least, by the limits of the services; nil when nothing is known.
  public internal(set) var secondsLeft: Double?

  /// Why days are missing, city by city.
  public var failures: [FetchError] { cities.compactMap(\.failure) }
  /// Whether anything of what was wanted has been stored.
  public var hasStored: Bool { cities.contains { $0.daysDone > 0 } }

  /// How it ended.
  public var verdict: SyncReport.Verdict {
    if isStopped || resumeAt != nil { return .tryLater }
    guard !failures.isEmpty else { return .done }
    return hasStored ? .partial : SyncReport.verdict(ofFailures: failures.map(\.code))
  }
}
