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

  func perform() async throws -> ExitStatus {
    let configuration = try context.configuration()
    let now = Date()
    // What is wrong is said of the cities as they are configured.
    _ = try context.assembly(configuration, now: now)
    let places = NamedPlaces(configuration, context.gazetteer)
    let assembly = try context.assembly(configuration.placing(places.provisional), now: now)
    for warning in configuration.warnings + configuration.placing(places.likely).samePlaces {
      Output.complain("warning: \(warning)")
    }
    let plan = SyncPlan(assembly, now: now)
    let isFitting = plan.services.allSatisfy(\.isFitting)
    if !context.isQuiet {
      Output.print(
        CheckText(
          plan, configuration, places, database: context.databasePath(configuration)
        ).text)
    }
    for problem in plan.problems { Output.complain(problem) }
    for city in places.ambiguous {
      UnplacedText(city, in: configuration, hasTables: !context.isQuiet).complain()
    }
    guard isFitting && places.ambiguous.isEmpty else { return .configuration }
    guard context.parsed.has(.online) else { return .done }
    return try await OnlineCheck(context, configuration, assembly).perform()
  }
}
