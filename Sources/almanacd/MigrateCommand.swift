import CommandLine
import Configuration
import FoundationEssentials
import History

/// `almanacd migrate`: the tables brought to this version.
struct MigrateCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = try context.configuration()
    let database = context.databasePath(configuration)
    let missing = try HistoryReader.missingMigrations(path: database)
    if !missing.isEmpty, !context.parsed.has(.dryRun) {
      let (writer, report) = try HistoryWriter.open(path: database, now: Date())
      OpeningNotes.log(report, database, context.log(configuration))
      try writer.close()
    }
    guard !context.isQuiet else { return .done }
    let verb = context.parsed.has(.dryRun) ? "would be applied" : "were applied"
    Output.print(
      missing.isEmpty
        ? "\(database) is of this version already\n"
        : "\(missing.joined(separator: ", ")) \(verb) to \(database)\n")
    return .done
  }
}
