import History
import SQLite
import Weather

/// A mistake that is made on purpose, so that it can be seen that it would be found.
public enum Plant: String, Sendable, CaseIterable {
  /// What a service asked for (`Retry-After`, a refused key) is gone after a restart.
  case forgetsPauses
  /// What was spent of a quota is gone after a restart, as if it were booked with the reply.
  case forgetsTheAccount
  /// Gaps that are open are gone after a restart.
  case forgetsGaps
  /// What could not be written to a full disk is given up.
  case dropsTheBatch
  /// What ran already runs again after the clock was set.
  case runsAgainWhenTheClockIsSet
  /// A request that failed is sent again at once.
  case asksAgainAtOnce

  /// Spoils a database between two lives.
  func spoil(_ path: String) throws {
    let script =
      switch self {
      case .forgetsPauses: "DELETE FROM service"
      case .forgetsTheAccount: "DELETE FROM ledger; DELETE FROM account"
      case .forgetsGaps: "DELETE FROM gap WHERE filled_at IS NULL"
      case .dropsTheBatch, .runsAgainWhenTheClockIsSet, .asksAgainAtOnce: ""
      }
    try Preparation.run(script, on: path)
  }
}

/// What is done to a database while no program has it open.
enum Preparation {
  /// Makes it, with an installation's name that does not hang on chance.
  static func make(_ path: String) throws {
    try HistoryWriter.open(path: path, now: World.beginning).writer.close()
    try run("UPDATE installation SET id = 'simulated'", on: path)
  }

  static func run(_ script: String, on path: String) throws {
    guard !script.isEmpty else { return }
    try Connection(path: path, mode: .readWrite).execute(script)
  }
}
