import CommandLine
import Configuration
import FoundationEssentials
import Gazetteer
import Glibc
import HTTP
import History
import Providers
import Sync
import Weather
import Zones

/// The daemon's program: words in, exit status out.
enum Almanacd {
  static func main(arguments: [String]) async -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      let parsed = try Program.almanacd.parse(arguments)
      switch parsed.wish {
      case .help:
        return Output.print(Program.almanacd.help(for: parsed, documents: Installed.documents))
      case .version: return Output.print(Program.almanacd.versionLine + "\n")
      case .run: return await perform(parsed)
      }
    } catch {
      Output.complain("\(error)")
      Output.note("Try: almanacd --help")
      return .usage
    }
  }

  private static func perform(_ parsed: ParsedCommand) async -> ExitStatus {
    if let problem = ProcessLimits.problem() {
      Output.complain(problem)
      return .io
    }
    let context = Context(parsed, environment: Environment.variables)
    do {
      switch parsed.command.name {
      case "run": return try await RunCommand(context).perform()
      case "sync": return try await SyncCommand(context).perform()
      case "lookup": return try await LookupCommand(context).perform()
      case "import": return try ImportCommand(context).perform()
      case "backup": return try BackupCommand(context).perform()
      case "prune": return try PruneCommand(context).perform()
      case "rebuild": return try RebuildCommand(context).perform()
      case "migrate": return try MigrateCommand(context).perform()
      case "backfill": return try await BackfillCommand(context).perform()
      case "reprocess": return try ReprocessCommand(context).perform()
      default: return try await CheckCommand(context).perform()
      }
    } catch {
      return Failure(error).report(with: context)
    }
  }
}

/// What every command works from: the words, the variables and the time.
struct Context: Sendable {
  let parsed: ParsedCommand
  let environment: [String: String]
  let isRoot: Bool

  init(_ parsed: ParsedCommand, environment: [String: String]) {
    self.parsed = parsed
    self.environment = environment
    self.isRoot = geteuid() == 0
  }

  var isQuiet: Bool { parsed.has(.quiet) }

  /// The configuration, with the cities that are given by name where they were found before.
  func configuration() throws(ConfigurationError) -> Configuration {
    let configuration = try Configuration.load(
      explicitPath: parsed.value(of: .configuration), environment: environment,
      knowsZone: { Zone($0) != nil })
    guard !configuration.named.isEmpty else { return zoned(configuration) }
    let path = databasePath(configuration)
    let known = try? HistoryReader.read(path: path) { try $0.cities(includeInactive: true) }
    return zoned(configuration.placing(remembered: (known ?? []).map(\.city)))
  }

  /// A city that a service is asked about which names no zone gets that of the nearest place in the
  /// gazetteer, if nothing else is known: whatever a service says later goes before it.
  private func zoned(_ configuration: Configuration) -> Configuration {
    guessing(configuration) { configured in
      let settings = configured.providers.compactMap { configuration.services[$0] }
      return configured.active && settings.contains { !ServiceProfile.of($0).namesZone }
    }
  }

  /// The configuration with the gazetteer's zones for cities of which nobody has said one yet.
  func guessing(
    _ configuration: Configuration, for isWanted: (ConfiguredCity) -> Bool
  ) -> Configuration {
    let without = configuration.cities.filter { $0.city.timezone == nil && isWanted($0) }
    guard !without.isEmpty, let gazetteer else { return configuration }
    let remembered = rememberedZones(configuration)
    let cities = without.map(\.city).filter { remembered[$0.slug] == nil }
    let zones = (try? gazetteer.zones(near: cities.map { ($0.latitude, $0.longitude) })) ?? []
    let found = zip(cities, zones).compactMap { city, zone in
      zone.flatMap { Zone($0) == nil ? nil : (city.slug, $0) }
    }
    return configuration.guessing(Dictionary(found, uniquingKeysWith: { first, _ in first }))
  }

  /// The file of places of this machine; nil where there is none.
  var gazetteer: Gazetteer? { Gazetteer.find(environment: environment) }

  func databasePath(_ configuration: Configuration) -> String {
    DatabasePath.forWriting(
      explicit: parsed.value(of: .store), configured: configuration.database,
      environment: environment, isRoot: isRoot)
  }

  /// The configuration made ready to work, with the zones that the database knows.
  func assembly(_ configuration: Configuration, now: Date = Date()) throws(SyncError) -> Assembly {
    try Assembly(configuration, now: now) { rememberedZones(configuration) }
  }

  /// The zones of the cities in the database; none where there is no database that can be read.
  func rememberedZones(_ configuration: Configuration) -> [String: String] {
    let path = databasePath(configuration)
    return (try? HistoryReader.read(path: path) { try $0.zones() }) ?? [:]
  }

  func log(_ configuration: Configuration) -> Log {
    let threshold: Log.Level =
      parsed.has(.verbose) ? .debug : isQuiet ? .warning : .info
    let isJSON =
      parsed.value(of: .logFormat).map { $0 == "json" } ?? (configuration.logFormat == .json)
    let style: Log.Style =
      isJSON ? .json : Log.style(for: environment)
    return Log(
      threshold: threshold, style: style, redactor: Redactor(configuration.secrets))
  }

  func transport(_ configuration: Configuration) -> any Transport {
    CurlTransport(userAgent: UserAgent.text(contact: configuration.contact))
  }
}

/// How we call ourselves: the program, its version, and whom to write to.
enum UserAgent {
  static func text(contact: String?) -> String {
    let program = "almanac/\(Version.current)"
    return contact.map { "\(program) (\(CleanText.line($0)))" } ?? program
  }
}

/// The variables of the process.
enum Environment {
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return variables
  }
}
