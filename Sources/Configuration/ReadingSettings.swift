public import Weather

/// What the query command takes from the configuration.
public struct ReadingSettings: Sendable, Equatable {
  /// The database file; nil leaves it to the rule of `DatabasePath`.
  public internal(set) var database: String?
  /// How values are shown; nil leaves it to the locale.
  public internal(set) var units: UnitSystem?
  /// What was wrong with the file; queries go on all the same.
  public internal(set) var warnings: [String] = []
}

extension Configuration {
  /// Reads `database` and `units` for a query, which works without a configuration too.
  ///
  /// No file is nothing to say, unless one was named; a file that can't be read, is no TOML where the
  /// two stand, or is wrong in one of them is a warning. Other mistakes in it are the daemon's to
  /// report.
  public static func forReading(
    explicitPath: String?, environment: [String: String]
  ) -> ReadingSettings {
    var settings = ReadingSettings()
    do {
      let (path, file) = try ConfigurationPath.read(explicitPath, environment)
      let problems = Problems()
      let reader = FileReader(
        try topEntries(of: file.bytes, path: path),
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

  /// The entries before the first table, among which the two are; reading on takes a millisecond.
  ///
  /// A line that begins with `[` begins a table, unless it is within a text or a list: then what is
  /// before it is no TOML, and the whole file is read.
  private static func topEntries(
    of bytes: [UInt8], path: String
  ) throws(ConfigurationError) -> [TomlEntry] {
    if let head = firstHead(in: bytes), let entries = try? TomlValue.parse(Array(bytes[..<head])) {
      return entries
    }
    return try SyntaxAdvice.entries(of: bytes, path: path)
  }

  /// Where the first line stands that begins with `[`, blanks aside.
  private static func firstHead(in bytes: [UInt8]) -> Int? {
    var isAtStart = true
    return bytes.firstIndex { byte in
      if isAtStart, byte == UInt8(ascii: "[") { return true }
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      isAtStart = byte == UInt8(ascii: "\n") || (isAtStart && isBlank)
      return false
    }
  }

  private static func lines(of error: ConfigurationError) -> [String] {
    error.description.split(separator: "\n").map(String.init)
  }
}
