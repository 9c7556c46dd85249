public import FoundationEssentials

/// A time without a network: kept over restarts, and shown by `status`.
public struct NetworkAbsence: Sendable, Equatable {
  /// When it was first noticed.
  public var since: Date
  /// What the last attempt failed at: `offline`, `dns` or `captive`.
  public var reason: FetchError.Code
  /// The same in words.
  public var message: String
  /// How often in a row the network was looked for in vain: the back-off follows from it.
  public var rounds: Int
  /// How many attempts failed.
  public var attempts: Int
  /// When it is looked for next.
  public var probeAt: Date

  /// Makes it from its parts.
  public init(
    since: Date, reason: FetchError.Code, message: String, rounds: Int, attempts: Int,
    probeAt: Date
  ) {
    self.since = since
    self.reason = reason
    self.message = message
    self.rounds = rounds
    self.attempts = attempts
    self.probeAt = probeAt
  }
}
