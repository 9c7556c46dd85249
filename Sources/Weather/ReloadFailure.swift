public import FoundationEssentials

/// Why the configuration that a daemon was given last is not in force.
public struct ReloadFailure: Sendable, Equatable {
  /// When it was refused.
  public let at: Date
  /// What is wrong with it, in words.
  public let reason: String

  /// Makes it from its parts.
  public init(at: Date, reason: String) {
    self.at = at
    self.reason = reason
  }
}
