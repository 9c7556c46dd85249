import CLinux
import CommandLine
import Configuration
import FoundationEssentials
import Glibc
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
    // Before any thread starts, so that every thread inherits the blocked signals.
    let signals = clinux_signals_open([SIGTERM, SIGINT, SIGHUP, SIGUSR1], 4)
    guard signals >= 0 else {
      throw SyncError(.system, "signalfd failed: \(String(cString: strerror(errno)))")
    }
    let context = context
    let configuration = try context.configuration()
    let log = context.log(configuration)
    for warning in configuration.warnings { log(.warning, warning) }
    log(.info, "almanacd \(Version.current) starting")
    // Wrong zones and incomplete services are said before the store is touched.
    _ = try Assembly(configuration, now: Date())
    let database = context.databasePath(configuration)
    let lock = try RunLock.acquire(database: database, command: "run")
    defer { withExtendedLifetime(lock) {} }
    let store = Store()
    OpeningNotes.log(try await store.open(path: database, now: Date()), database, log)
    let daemon = Daemon(
      store: store,
      surroundings: Daemon.Surroundings(
        load: { try context.configuration() },
        transport: { context.transport($0) },
        notifier: SystemdNotifier(environment: context.environment),
        signals: signals, log: { context.log($0) }))
    try await daemon.run(configuration)
    log(.info, "stopped")
    return .done
  }
}
