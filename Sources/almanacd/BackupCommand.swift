import CommandLine
import Configuration
import History
import Weather

/// `almanacd backup`: the database as one file.
struct BackupCommand {
  /// Told to stop.
  private struct Stopped: Error {}

  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = try Configuration.loadIfPresent(
      explicitPath: context.parsed.value(of: .configuration), environment: context.environment)
    let database = context.databasePath(configuration)
    let target = context.parsed.arguments.first ?? ""
    Interruption.watch()
    let isShown = Output.hasTerminal && !context.isQuiet
    defer { if isShown { Output.show("") } }
    do {
      try HistoryBackup.write(
        of: database, to: target, replacing: context.parsed.has(.force)
      ) { done, all in
        if Interruption.isWanted { throw Stopped() }
        if isShown { Output.show("copying \(done * 100 / max(1, all)) %") }
      }
    } catch is Stopped {
      Output.complain("stopped; there is no backup")
      Interruption.follow()
      return .tryLater
    }
    return .done
  }
}
