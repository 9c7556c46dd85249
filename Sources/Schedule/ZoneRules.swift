public import FoundationEssentials

/// A stretch of time in which a zone's clocks keep one distance from UTC.
public struct OffsetPeriod: Sendable, Equatable {
  /// Seconds east of UTC.
  public let utcOffsetSeconds: Int
  /// The first instant at which another offset holds; nil when none is known.
  public let end: Date?

  /// Makes a period from its parts.
  public init(utcOffsetSeconds: Int, end: Date?) {
    self.utcOffsetSeconds = utcOffsetSeconds
    self.end = end
  }
}

/// What a schedule needs to know about a time zone.
public protocol ZoneRules: Sendable {
  /// The period that an instant falls into: from it, local times are placed, gaps and overlaps too.
  func period(at instant: Date) -> OffsetPeriod
}

/// A zone whose clocks never change.
public struct FixedZone: ZoneRules, Equatable {
  /// Seconds east of UTC.
  public let utcOffsetSeconds: Int

  /// Coordinated universal time.
  public static let utc = FixedZone(utcOffsetSeconds: 0)

  /// A zone at an offset.
  public init(utcOffsetSeconds: Int) {
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  /// The same offset for ever.
  public func period(at instant: Date) -> OffsetPeriod {
    OffsetPeriod(utcOffsetSeconds: utcOffsetSeconds, end: nil)
  }
}

extension ZoneRules {
  /// The offset at an instant and where it ends, in whole seconds since 1970.
  func offset(at instant: Int) -> (seconds: Int, end: Int?) {
    let found = period(at: Date(wholeSeconds: instant))
    return (found.utcOffsetSeconds, found.end?.wholeSeconds)
  }

  /// The instant at which clocks first show a local time, given as if it were UTC.
  ///
  /// A local time that clocks skip gives the first instant after the gap.
  func firstInstant(ofLocal local: Int) -> Int {
    // No zone is a day or more away from UTC, so this is before the instant, or at it.
    var period = offset(at: local - 86_400)
    // Two changes within two days are unheard of; the bound is for rules that contradict themselves.
    for _ in 0..<8 {
      let instant = local - period.seconds
      guard let end = period.end, instant >= end else { return instant }
      let following = offset(at: end)
      if local - following.seconds < end { return end }
      period = following
    }
    return local - period.seconds
  }
}
