import CommandLine
import Configuration
import Presentation
import Weather

/// What options, environment and configuration say, resolved once.
struct Settings {
  /// The database that is read.
  let database: String
  /// How the answer is to look.
  let rendering: Rendering
  /// The age in seconds beyond which the exit status is 1.
  let maximumAge: Int?
  /// What is wrong with the configuration: queries go on all the same.
  let warnings: [Notice]

  /// Resolves them; the configuration is read only where something of it counts.
  init(_ parsed: ParsedCommand, in surroundings: Surroundings) throws(UsageError) {
    maximumAge = try parsed.seconds(of: .maximumAge)
    let format =
      parsed.choice(of: .format, as: OutputFormat.self)
      ?? (parsed.command.name == "export" ? .csv : .table)
    let units = parsed.choice(of: .units, as: UnitSystem.self)
    let environment = surroundings.environment
    let isChosen =
      parsed.value(of: .database) != nil || !(environment["ALMANAC_DB"] ?? "").isEmpty
    // The configured units never touch the formats for programs.
    let needsUnits = units == nil && format.machine == nil
    let configured =
      isChosen && !needsUnits
      ? nil
      : Configuration.forReading(
        explicitPath: parsed.value(of: .configuration), environment: environment)
    warnings = (configured?.warnings ?? []).map { .warning("configuration", $0) }
    database = DatabasePath.forReading(
      explicit: parsed.value(of: .database), configured: configured?.database,
      environment: environment, isRoot: surroundings.isRoot)
    rendering = Rendering(
      format: format, units: units ?? (format.machine == nil ? configured?.units ?? .metric : .si),
      width: surroundings.terminalWidth, isColored: Self.isColored(parsed, surroundings),
      isVerbose: parsed.has(.verbose))
  }

  private static func isColored(_ parsed: ParsedCommand, _ surroundings: Surroundings) -> Bool {
    switch parsed.value(of: .color) {
    case "always": true
    case "never": false
    default: surroundings.allowsColor
    }
  }
}
