import FoundationEssentials
import Schedule
import Weather

/// Reads a whole file into a configuration, noting everything that is wrong.
struct FileReader {
  private static let defaultProvider = "open-meteo"

  let source: Source
  let table: TableReader
  let problems: Problems

  init(_ entries: [TomlEntry], source: Source, problems: Problems) {
    self.source = source
    self.problems = problems
    self.table = TableReader(entries, prefix: "", problems: problems)
  }

  /// The configuration; it is worth nothing when problems were noted.
  ///
  /// - Parameter isWhole: whether nothing of the file is missing that others refer to.
  func configuration(isWhole: Bool) -> Configuration {
    table.refuseUnknownKeys(known: ConfigurationKey.file)
    var result = Configuration(path: source.path)
    result.database = database()
    result.units = table.word("units")
    result.contact = table.text("contact", limit: 200)
    result.timezone = table.zone("timezone", source)
    result.logFormat = table.word("log_format") ?? .text
    result.retention = retention()
    result.services = declaredServices()
    let declared = (tables("providers") ?? []).map(\.name)
    let cities = cities()
    let references = cities.flatMap { read in read.references.map { (read.named, $0) } }
    result.cities = cities.compactMap(\.placed)
    result.named = cities.filter { $0.placed == nil }.map(\.named)
    if isWhole {
      check(references.map(\.1), declared: declared, services: &result.services)
      ServiceChecks(configuration: result, problems: problems)
        .check(references.filter(\.0.active).map(\.1))
    }
    result.warnings = problems.warnings
    return result
  }

  /// The database's path, independent of the working folder.
  func database() -> String? {
    guard let path = table.text("database", limit: 4000) else { return nil }
    guard path.last != "/" else {
      table.refuse("database", "\(Shown.quoted(path)) is a folder: name the file in it")
      return nil
    }
    return source.resolved(path)
  }

  private func retention() -> Configuration.Retention {
    guard let entry = table["retention"] else { return .init() }
    guard case .table(let entries) = entry.value.content else {
      table.refuse("retention", "must be a table, not \(entry.value.shown)")
      return .init()
    }
    let reader = TableReader(entries, prefix: "retention.", problems: problems)
    reader.refuseUnknownKeys(known: ConfigurationKey.retention)
    return Configuration.Retention(
      observationsSeconds: reader.duration("observations"),
      forecastsSeconds: reader.duration("forecasts"), runsSeconds: reader.duration("runs"))
  }

  // MARK: - Services

  private struct NamedTable {
    let name: String
    let position: Position
    let entries: [TomlEntry]
  }

  /// The tables below a key; nil when the key is no table.
  private func tables(_ key: String) -> [NamedTable]? {
    guard case .table(let entries) = table[key]?.value.content else { return nil }
    return entries.compactMap { entry in
      guard case .table(let inner) = entry.value.content else { return nil }
      return NamedTable(name: entry.key, position: entry.position, entries: inner)
    }
  }

  private func declaredServices() -> [String: ServiceSettings] {
    guard let entry = table["providers"] else { return [:] }
    guard case .table(let entries) = entry.value.content else {
      table.refuse(
        "providers",
        "at the top must be tables, [providers.NAME], not \(entry.value.shown): the default for"
          + " every city is provider = \"NAME\"")
      return [:]
    }
    for entry in entries {
      if case .table = entry.value.content { continue }
      problems.add(
        "providers.\(CleanText.line(entry.key, limit: 80)) must be a table, not"
          + " \(entry.value.shown)",
        key: "providers", at: entry.value.position)
    }
    var services: [String: ServiceSettings] = [:]
    for named in tables("providers") ?? [] {
      let prefix = "providers.\(CleanText.line(named.name, limit: 80))."
      let reader = ServiceReader(
        name: named.name, table: TableReader(named.entries, prefix: prefix, problems: problems),
        source: source)
      services[named.name] = reader.settings(at: named.position)
    }
    return services
  }

  /// Adds services that are only named; notes names that mean nothing.
  private func check(
    _ references: [ProviderReference], declared: [String],
    services: inout [String: ServiceSettings]
  ) {
    let kinds = ServiceKind.allCases.filter { $0 != .file }.map(\.rawValue)
    var noted: Set<Position?> = []
    for reference in references where !declared.contains(reference.name) {
      if services[reference.name] != nil { continue }
      if kinds.contains(reference.name), let kind = ServiceKind(rawValue: reference.name) {
        var settings = ServiceSettings(name: reference.name, kind: kind)
        settings.key = KeyReader(source: source).key(
          of: reference.name,
          in: TableReader([], prefix: "providers.\(reference.name).", problems: problems))
        services[reference.name] = settings
        continue
      }
      // The file's default is wrong once, not once for each city.
      guard noted.insert(reference.position).inserted else { continue }
      let names = Set(declared).union(kinds)
      problems.add(
        "\(reference.key) names \(Shown.quoted(reference.name)), which is neither a table of"
          + " [providers] nor a known service\(Shown.suggestion(for: reference.name, among: names))",
        key: reference.key, at: reference.position)
    }
  }

  // MARK: - Cities

  private func cities() -> [ReadCity] {
    let defaults = defaults()
    let cities = cityTables().map { position, entries in
      CityReader(
        table: TableReader(entries, prefix: "city.", problems: problems), source: source,
        position: position, defaults: defaults
      ).city()
    }
    refuseSharedSlugs(cities)
    refuseWideSpread(cities.map(\.named.schedule), defaults)
    return cities
  }

  private func cityTables() -> [(position: Position, entries: [TomlEntry])] {
    guard let value = table["city"]?.value else { return [] }
    guard case .array(let elements) = value.content else {
      table.refuse("city", "must be written [[city]], with two brackets, once for each city")
      return []
    }
    return elements.compactMap { element in
      if case .table(let entries) = element.content { return (element.position, entries) }
      problems.add(
        "city must hold tables, [[city]], not \(element.shown)", key: "city", at: element.position)
      return nil
    }
  }

  private func defaults() -> CityDefaults {
    CityDefaults(
      provider: ProviderReference(
        name: table.text("provider") ?? Self.defaultProvider, key: "provider",
        position: table["provider"]?.value.position),
      schedule: table.schedule("schedule") ?? .quarterHourly,
      spreadSeconds: table.duration("spread", allowsZero: true))
  }

  private func refuseSharedSlugs(_ cities: [ReadCity]) {
    var lines: [String: Int] = [:]
    for city in cities {
      guard let slug = city.slug else { continue }
      let own = city.named.line
      guard let line = lines[slug] else {
        lines[slug] = own
        continue
      }
      problems.add(
        "the slug \"\(slug)\" of the city on line \(own) is also that of the one on"
          + " line \(line): give one of them a slug of its own",
        key: "city.slug", at: Position(line: own, column: 1))
    }
  }

  private func refuseWideSpread(_ schedules: [Schedule], _ defaults: CityDefaults) {
    guard let spread = defaults.spreadSeconds, spread > 0 else { return }
    let start = Date(unixSeconds: 0)
    let narrow = Set(schedules).union([defaults.schedule]).filter { schedule in
      schedule.longestGapSeconds(from: start, in: FixedZone.utc) < spread
    }
    guard let schedule = narrow.min(by: { $0.description < $1.description }) else { return }
    table.refuse(
      "spread",
      "\(DurationText.describe(spread)) is longer than the interval of schedule"
        + " \"\(schedule.description)\"")
  }
}
