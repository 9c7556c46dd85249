/// How long to wait before trying again: doubling, with full jitter.
public struct Backoff: Sendable, Equatable {
  /// The largest wait after the first failure, in seconds.
  public let firstSeconds: Double
  /// No wait is longer, in seconds.
  public let capSeconds: Double
  /// No wait is shorter, in seconds.
  public let floorSeconds: Double

  /// From 5 s, doubling, at most 15 minutes.
  public static let standard = Backoff(firstSeconds: 5, capSeconds: 900, floorSeconds: 0)
  /// For a service that says "too many requests" and not how long to wait: never under a minute.
  public static let rateLimited = Backoff(firstSeconds: 5, capSeconds: 900, floorSeconds: 60)

  /// Makes a policy; all in seconds.
  public init(firstSeconds: Double, capSeconds: Double, floorSeconds: Double) {
    self.firstSeconds = firstSeconds
    self.capSeconds = capSeconds
    self.floorSeconds = floorSeconds
  }

  /// The wait in seconds after so many failures in a row, for a random number in 0..<1.
  ///
  /// Full jitter: anything between the floor and floor + first × 2ⁿ⁻¹, so that clients that failed
  /// together do not come back together. No failure is no wait.
  public func delaySeconds(afterFailures failures: Int, random: Double) -> Double {
    guard failures > 0 else { return 0 }
    var ceiling = firstSeconds
    for _ in 1..<min(failures, 64) { ceiling = min(ceiling * 2, capSeconds) }
    let share = random.isFinite ? min(max(random, 0), 1) : 1
    return min(capSeconds, floorSeconds + share * ceiling)
  }
}
