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
  /// The template of a line a city; nil for a table or document.
  let line: LineTemplate?
  /// How often to look for changes, in seconds; nil where the answer is given once.
  let watchSeconds: Int?
  /// What is wrong with the configuration: queries go on all the same.
  let warnings: [Notice]

  /// Resolves them; the configuration is read only where something of it counts.
  init(_ parsed: ParsedCommand, in surroundings: Surroundings) throws(UsageError) {
    maximumAge = try parsed.seconds(of: .maximumAge)
    let format =
      parsed.choice(of: .format, as: OutputFormat.self)
      ?? (parsed.command.name == "export" ? .csv : .table)
    line = try Self.line(parsed)
    watchSeconds = try Self.watchSeconds(parsed, format, surroundings)
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
      format: format,
      units: units
        ?? (needsUnits ? configured?.units ?? UnitSystem(localeOf: environment) : .si),
      width: surroundings.terminalWidth, isColored: Self.isColored(parsed, surroundings),
      isVerbose: parsed.has(.verbose))
  }

  private static func line(_ parsed: ParsedCommand) throws(UsageError) -> LineTemplate? {
    guard let template = parsed.value(of: .line) else { return nil }
    guard parsed.value(of: .format) == nil else {
      throw UsageError("--line has a form of its own, so it can't be used with a format")
    }
    return try LineTemplate(template)
  }

  private static func watchSeconds(
    _ parsed: ParsedCommand, _ format: OutputFormat, _ surroundings: Surroundings
  ) throws(UsageError) -> Int? {
    guard let text = parsed.value(of: .watch) else { return nil }
    guard surroundings.terminalWidth != nil, surroundings.environment["TERM"] != "dumb" else {
      throw UsageError(
        "--watch redraws a terminal, and standard output is none that can be redrawn",
        advice: "without it the answer is printed once")
    }
    guard format == .table else {
      throw UsageError("--watch is for people, so it can't be used with a format")
    }
    return text.isEmpty ? 2 : try parsed.seconds(of: .watch)
  }

  private static func isColored(_ parsed: ParsedCommand, _ surroundings: Surroundings) -> Bool {
    switch parsed.value(of: .color) {
    case "always": true
    case "never": false
    default: surroundings.allowsColor
    }
  }
}
