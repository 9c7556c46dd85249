public import Weather

/// What the query command takes from the configuration.
public struct ReadingSettings: Sendable, Equatable {
  /// The database file; nil leaves it to the rule of `DatabasePath`.
  public internal(set) var database: String?
  /// How values are shown; nil is metric.
  public internal(set) var units: UnitSystem?
  /// What was wrong with the file; queries go on all the same.
  public internal(set) var warnings: [String] = []
}

extension Configuration {
  /// Reads `database` and `units` for a query, which works without a configuration too.
  ///
  /// No file is nothing to say, unless one was named; a file that can't be read, is no TOML, or is
  /// wrong in one of the two is a warning. Other mistakes in it are the daemon's to report.
  public static func forReading(
    explicitPath: String?, environment: [String: String]
  ) -> ReadingSettings {
    var settings = ReadingSettings()
    do {
      let (path, file) = try ConfigurationPath.read(explicitPath, environment)
      let problems = Problems()
      let reader = FileReader(
        try SyntaxAdvice.entries(of: file.bytes, path: path),
        source: Source(path: path, environment: environment), problems: problems)
      settings.database = reader.database()
      settings.units = reader.table.word("units")
      if let error = problems.error(path: path) { settings.warnings = lines(of: error) }
    } catch {
      let isNamed = explicitPath != nil || environment["ALMANAC_CONFIG"] != nil
      if error.code != .missing || isNamed { settings.warnings = lines(of: error) }
    }
    return settings
  }

  private static func lines(of error: ConfigurationError) -> [String] {
    error.description.split(separator: "\n").map(String.init)
  }
}
