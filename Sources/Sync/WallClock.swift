public import FoundationEssentials

/// Where times of receipt and the hour of the day come from.
public struct WallClock: Sendable {
  /// The present instant.
  public var now: @Sendable () -> Date

  /// A clock that reads from a closure.
  public init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// The machine's clock.
  public static let system = WallClock { Date() }
}
