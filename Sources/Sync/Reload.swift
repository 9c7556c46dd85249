import FoundationEssentials
import History
import Weather

/// Whether the configuration that was given last is in force, as `systemctl status` and `almanac
/// status` tell.
struct Reload {
  private var failure: ReloadFailure?

  /// Why it is not; nil when it is.
  var reason: String? { failure?.reason }

  /// Takes in that a configuration can't be used; nil when it is in force.
  mutating func end(_ error: (any Error)?, at now: Date, _ log: Log) {
    failure = error.map { error in
      let reason = "\(error)".split(separator: "\n").joined(separator: "; ")
      log(.error, "reload failed, the old configuration stays in force: \(reason)")
      return ReloadFailure(at: now, reason: log.redactor.redacted(reason))
    }
  }

  /// Tells `almanac status`; the log has told where the database can't be written.
  func keep(in store: Store) async {
    let failure = failure
    try? await store.withWriter { writer throws(HistoryError) in
      try writer.setReloadFailure(failure)
    }
  }
}
