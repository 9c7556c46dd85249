import CommandLine
import Configuration
import FoundationEssentials
import Sync
import Weather

/// `almanacd check`: the settings and what they would do; nothing is fetched or written.
struct CheckCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = try context.configuration()
    let now = Date()
    let assembly = try context.assembly(configuration, now: now)
    for warning in configuration.warnings { Output.complain("warning: \(warning)") }
    let plan = SyncPlan(assembly, now: now)
    let isFitting = plan.services.allSatisfy(\.isFitting)
    if !context.isQuiet {
      Output.print(
        CheckText(plan, configuration, database: context.databasePath(configuration)).text)
    }
    for problem in plan.problems { Output.complain(problem) }
    return isFitting ? .done : .configuration
  }
}
