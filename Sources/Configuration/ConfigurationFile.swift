import Weather

extension Configuration {
  /// Reads the configuration that holds: `--config`, `ALMANAC_CONFIG`,
  /// `$XDG_CONFIG_HOME/almanac/almanac.toml` if it is there, or `/etc/almanac/almanac.toml`.
  ///
  /// - Parameters:
  ///   - explicitPath: the value of `--config`.
  ///   - environment: where variables are looked up, those of keys too.
  public static func load(
    explicitPath: String?, environment: [String: String]
  ) throws(ConfigurationError) -> Configuration {
    let (path, file) = try ConfigurationPath.read(explicitPath, environment)
    let mode = file.isReadableByOthers ? file.modeText : nil
    return try parse(
      file.bytes, Source(path: path, environment: environment, sharedMode: mode))
  }

  /// Reads a text as if it were the file at a path.
  public static func parse(
    text: String, path: String, environment: [String: String]
  ) throws(ConfigurationError) -> Configuration {
    try parse(Array(text.utf8), Source(path: path, environment: environment))
  }

  private static func parse(
    _ bytes: [UInt8], _ source: Source
  ) throws(ConfigurationError) -> Configuration {
    let problems = Problems()
    let entries = try SyntaxAdvice.entries(of: bytes, path: source.path)
    let configuration = FileReader(entries, source: source, problems: problems).configuration()
    if let error = problems.error(path: source.path) { throw error }
    return configuration
  }
}
