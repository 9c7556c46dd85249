import Weather

/// Finds and reads the configuration file.
enum ConfigurationPath {
  /// A file may not be larger, in bytes: tens of thousands of cities fit.
  static let maximumBytes = 4 << 20
  private static let system = "/etc/almanac/almanac.toml"

  /// Where to look, in order: only the last may turn out to be missing.
  static func candidates(_ explicit: String?, _ environment: [String: String]) -> [String] {
    if let explicit { return [explicit] }
    if let path = environment["ALMANAC_CONFIG"], !path.isEmpty { return [path] }
    let users = UserFolder.path("XDG_CONFIG_HOME", default: ".config", environment)
      .map { "\($0)/almanac/almanac.toml" }
    return [users, system].compactMap(\.self)
  }

  /// The first of the candidates that is there.
  static func read(
    _ explicit: String?, _ environment: [String: String]
  ) throws(ConfigurationError) -> (path: String, file: FileText) {
    let paths = candidates(explicit, environment)
    for path in paths {
      do {
        return (path, try FileText.read(path, limit: maximumBytes))
      } catch {
        if case .missing = error { continue }
        throw failure(error, at: path)
      }
    }
    throw missing(paths, isChosen: explicit != nil || environment["ALMANAC_CONFIG"] != nil)
  }

  private static func missing(_ paths: [String], isChosen: Bool) -> ConfigurationError {
    let path = paths.last ?? system
    guard !isChosen else {
      return whole(.missing, path, "there is no such file: check --config or ALMANAC_CONFIG")
    }
    let tried = paths.map(Shown.path).joined(separator: ", ")
    return whole(
      .missing, path,
      "there is no configuration (looked for \(tried)): make one, as almanac.toml(5) shows, or name"
        + " it with --config")
  }

  private static func failure(_ failure: FileText.Failure, at path: String) -> ConfigurationError {
    switch failure {
    case .missing: whole(.missing, path, "there is no such file")
    case .tooLarge: whole(.invalid, path, "is larger than 4 MiB: that is no configuration")
    case .unreadable(let why): whole(.permission, path, "the configuration \(why)")
    }
  }

  private static func whole(
    _ code: ConfigurationError.Code, _ path: String, _ message: String
  ) -> ConfigurationError {
    let problem = ConfigurationError.Problem(line: nil, column: nil, key: nil, message: message)
    return ConfigurationError(code: code, path: path, problems: [problem])
  }
}
