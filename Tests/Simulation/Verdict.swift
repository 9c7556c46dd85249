import FoundationEssentials
import SQLite
import Schedule
import Weather

/// Looks at a month's end whether everything that must hold held.
struct Verdict {
  private let month: Month
  private let facts: Facts
  private let path: String

  init(_ month: Month, path: String) throws {
    self.month = month
    self.path = path
    facts = try Facts(month)
  }

  /// What did not hold, in words.
  func problems() throws -> [String] {
    try RowVerdict(facts: facts, path: path).problems()
      + RhythmVerdict(facts: facts).problems()
      + RestraintVerdict(facts: facts).problems()
      + bounds()
  }

  /// Nothing grows with the month.
  private func bounds() -> [String] {
    var problems: [String] = []
    if month.world.peakReady > 200 { problems.append("\(month.world.peakReady) tasks at once") }
    if month.world.peakAgenda > 60 { problems.append("\(month.world.peakAgenda) waits at once") }
    if month.network.peak > 6 { problems.append("\(month.network.peak) requests at once") }
    return problems
  }
}
