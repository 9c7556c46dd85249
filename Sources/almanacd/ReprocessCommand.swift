import CommandLine
import Configuration
import FoundationEssentials
import History
import Sync

/// `almanacd reprocess`: kept replies decoded again.
struct ReprocessCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = try context.configuration()
    let log = context.log(configuration)
    for warning in configuration.warnings { log(.warning, warning) }
    let isDry = context.parsed.has(.dryRun)
    let report = try Reprocessing(configuration, log: log).run(
      database: context.databasePath(configuration), now: Date(), isDry: isDry)
    if !context.isQuiet { Output.print(Self.summary(report, isDry: isDry)) }
    return report.kept > 0 && report.decoded == 0 ? .nothing : .done
  }

  private static func summary(_ report: Reprocessing.Report, isDry: Bool) -> String {
    guard report.kept > 0 else { return "no replies are kept\n" }
    let stay =
      report.remaining == 0
      ? "" : ", \(report.remaining) \(isDry ? "would stay" : "stay") for a later version"
    let replies = "\(report.decoded) of \(report.kept) kept replies"
    guard !isDry else { return "would decode \(replies)\(stay)\n" }
    return "decoded \(replies): \(report.stored.added) new rows, "
      + "\(report.stored.confirmed) unchanged\(stay)\n"
  }
}
