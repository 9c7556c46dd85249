import FoundationEssentials
import SQLite
public import Weather

/// What a service said to one program of when it wants to be asked again, for all others.
public struct KeptPlea: Sendable, Equatable {
  /// The kind of the error that it came with.
  public let code: FetchError.Code
  /// The error in words, without any key.
  public let message: String
  /// When it ends, also by the clock that nobody sets.
  public let until: ClockReading

  /// No plea is believed to last longer, in seconds: a month.
  private static let longestSeconds = 31 * 86_400.0

  /// Makes it from its parts.
  public init(code: FetchError.Code, message: String, until: ClockReading) {
    self.code = code
    self.message = message
    self.until = until
  }

  /// The seconds that are left of it; negative when it is over.
  public func secondsLeft(at now: ClockReading) -> Double {
    let isSameStart = !now.boot.isEmpty && now.boot == until.boot
    let left =
      isSameStart
      ? until.uptimeSeconds - now.uptimeSeconds : until.at.timeIntervalSince(now.at)
    return min(left, Self.longestSeconds)
  }
}

extension HistoryWriter {
  /// What a service said last of when it wants to be asked again; nil for nothing, or nothing that
  /// can be read.
  ///
  /// What is over is forgotten: a clock that is set back would make it hold again.
  public func plea(of provider: String, at now: ClockReading) throws(HistoryError) -> KeptPlea? {
    let kept = try perform { connection in try PleaRow.read(provider: provider, connection) }
    guard let kept, kept.secondsLeft(at: now) <= 0 else { return kept }
    try write { connection in try PleaRow.remove(provider: provider, connection) }
    return nil
  }

  /// Keeps for other programs what a service said.
  public func setPlea(_ plea: KeptPlea, of provider: String) throws(HistoryError) {
    try write { connection in try PleaRow.write(plea, provider: provider, connection) }
  }
}
