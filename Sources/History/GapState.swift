public import FoundationEssentials
public import Weather

/// Up to where the gaps of a source are known.
public struct GapWatch: Sendable, Equatable {
  /// The slug of the city.
  public let slug: String
  /// The configured name of the service.
  public let provider: String
  /// The end of what was judged; nil before the first pass.
  public let judgedTo: Date?
}

/// How long a reading was the current one: from its instant to the last reply that confirmed it.
///
/// Of a reading that came later, from a backfill or an import, it is the instant alone.
public struct ReadingSpan: Sendable, Equatable {
  /// The instant of the reading.
  public let from: Date
  /// When it was last confirmed.
  public let to: Date

  /// Makes a span from its ends.
  public init(from: Date, to: Date) {
    self.from = from
    self.to = to
  }
}

/// A request for current conditions that failed.
public struct FetchFailure: Sendable, Equatable {
  /// When it was started.
  public let at: Date
  /// The class of the failure.
  public let code: FetchError.Code

  /// Makes a failure from its parts.
  public init(at: Date, code: FetchError.Code) {
    self.at = at
    self.code = code
  }
}

/// A gap that is not filled yet.
public struct OpenGap: Sendable, Equatable {
  /// Its number in the table.
  public let id: Int64
  /// The slug of the city.
  public let slug: String
  /// The configured name of the service.
  public let provider: String
  /// The first hour without a reading.
  public let from: Date
  /// Its end, exclusive.
  public let to: Date
  /// How many answers lacked hours of it.
  public let attempts: Int
  /// When it may be asked for again; nil for never.
  public let retryAt: Date?

  /// Whether it may be asked for.
  public func isDue(at now: Date) -> Bool { retryAt.map { $0 <= now } ?? false }
}
