import FoundationEssentials
import Weather

/// What happened in a month, line by line: kept only if somebody wants to read it.
///
/// Unchecked for the same reason as `World`.
final class Trace: @unchecked Sendable {
  private let write: ((String) -> Void)?

  init(_ write: ((String) -> Void)?) { self.write = write }

  /// Whether lines are wanted.
  var isWanted: Bool { write != nil }

  /// Adds a line with the true time and, where it is wrong, how far the clock is ahead.
  func note(_ world: World, _ line: () -> String) {
    guard let write else { return }
    let time = LocalTime(world.trueTime, utcOffsetSeconds: 0)
    let offset = world.clockOffset == 0 ? "" : " (clock \(Int(world.clockOffset)) s ahead)"
    write("\(time.rfc3339.prefix(19))\(offset) \(line())")
  }
}
