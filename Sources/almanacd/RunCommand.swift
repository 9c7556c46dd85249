import CommandLine
import Configuration
import FoundationEssentials
import Gazetteer
import History
import Sync
import Weather

/// `almanacd run`: the daemon itself.
struct RunCommand: Sendable {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() async throws -> ExitStatus {
    let context = context
    Daemon.holdSignals(Log.style(for: context.environment))
    let configuration = try context.configuration()
    let log = context.log(configuration)
    for warning in configuration.warnings { log(.warning, warning) }
    log(.info, "almanacd \(Version.current) starting")
    // Wrong zones and incomplete services are said before the store is touched.
    _ = try context.assembly(configuration)
    let database = context.databasePath(configuration)
    let lock = try RunLock.acquire(database: database, command: "run")
    defer { withExtendedLifetime(lock) {} }
    let store = Store { report in
      OpeningNotes.log(report, database, log)
      guard report.displacement == .removed || report.displacement == .exchanged else { return }
      do throws(HistoryError) { try lock.renew() } catch { log(.error, error.message) }
    }
    OpeningNotes.log(try await store.open(path: database, now: Date()), database, log)
    let daemon = Daemon(
      store: store,
      surroundings: Daemon.Surroundings(
        load: { try context.configuration() },
        transport: { context.transport($0) },
        notifier: SystemdNotifier(environment: context.environment),
        log: { context.log($0) },
        rememberedZones: { context.rememberedZones(configuration) },
        database: { context.databasePath($0) },
        gazetteer: context.gazetteer))
    try await daemon.run(configuration)
    log(.info, "stopped")
    return .done
  }
}
