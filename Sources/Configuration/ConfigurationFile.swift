public import Weather

extension Configuration {
  /// Reads the configuration that holds: `--config`, `ALMANAC_CONFIG`,
  /// `$XDG_CONFIG_HOME/almanac/almanac.toml` if it is there, or `/etc/almanac/almanac.toml`.
  ///
  /// - Parameters:
  ///   - explicitPath: the value of `--config`.
  ///   - environment: where variables are looked up, those of keys too.
  ///   - knowsZone: whether this machine knows a time zone.
  public static func load(
    explicitPath: String?, environment: [String: String],
    knowsZone: @escaping (String) -> Bool = { _ in true }
  ) throws(ConfigurationError) -> Configuration {
    let (path, file) = try ConfigurationPath.read(explicitPath, environment)
    let mode = file.isReadableByOthers ? file.modeText : nil
    return try parse(
      file.bytes,
      Source(path: path, environment: environment, sharedMode: mode, knowsZone: knowsZone))
  }

  /// The same, but empty where no file was named and none is in the usual places.
  public static func loadIfPresent(
    explicitPath: String?, environment: [String: String]
  ) throws(ConfigurationError) -> Configuration {
    do throws(ConfigurationError) {
      return try load(explicitPath: explicitPath, environment: environment)
    } catch {
      let isNamed = explicitPath != nil || !environment["ALMANAC_CONFIG", default: ""].isEmpty
      guard error.code == .missing, !isNamed else { throw error }
      return try parse(text: "", path: error.path, environment: environment)
    }
  }

  /// The settings of a service: those in the file, else those that a kind's own name stands for.
  ///
  /// nil for a name that means nothing. The environment may hold the key, as it may for `load`.
  public func service(
    named name: String, environment: [String: String]
  ) throws(ConfigurationError) -> ServiceSettings? {
    if let known = services[name] { return known }
    guard let kind = ServiceKind(rawValue: name), kind != .file else { return nil }
    return try Self.parse(
      text: "[providers.\(kind.rawValue)]", path: path, environment: environment
    ).services[name]
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
    let entries = SyntaxAdvice.readable(of: bytes, problems)
    let configuration = FileReader(entries, source: source, problems: problems)
      .configuration(isWhole: problems.found.isEmpty)
    if let error = problems.error(path: source.path) { throw error }
    return configuration
  }
}
