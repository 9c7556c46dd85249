import Glibc

/// Where the database is, by the rule of the design.
public enum DatabasePath {
  private static let system = "/var/lib/almanac/almanac.db"

  /// The file that a writer opens or makes.
  ///
  /// `--db`, `ALMANAC_DB`, the configured path, `$STATE_DIRECTORY/almanac.db`, for root
  /// `/var/lib/almanac/almanac.db`, and else `$XDG_STATE_HOME/almanac/almanac.db`, whose default is
  /// in `~/.local/state`.
  public static func forWriting(
    explicit: String?, configured: String?, environment: [String: String], isRoot: Bool
  ) -> String {
    if let chosen = chosen(explicit, configured, environment) { return followed(chosen) }
    // systemd separates several folders by colons; the first is the unit's own (systemd.exec(5)).
    if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
      return "\(folder)/almanac.db"
    }
    return isRoot ? system : users(environment) ?? system
  }

  /// The file that a reader opens: the chosen one, else the first that exists of the user's and
  /// the system's; when neither does, the one that a writer would make.
  public static func forReading(
    explicit: String?, configured: String?, environment: [String: String], isRoot: Bool
  ) -> String {
    if let chosen = chosen(explicit, configured, environment) { return followed(chosen) }
    let candidates = [users(environment), system].compactMap(\.self)
    // One that may not be looked at is there: the refusal to open it tells more than its absence.
    return candidates.first { access($0, F_OK) == 0 || errno == EACCES }
      ?? forWriting(
        explicit: nil, configured: nil, environment: environment, isRoot: isRoot)
  }

  /// The file that a link stands for, also where it is not made yet: locks and files that are set
  /// aside lie beside it, by its name.
  private static func followed(_ path: String) -> String {
    var path = path
    // More in a row the system follows no further either (path_resolution(7)).
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
      }
      guard count > 0 else { break }
      let target = String(decoding: buffer.prefix(count), as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  private static func chosen(
    _ explicit: String?, _ configured: String?, _ environment: [String: String]
  ) -> String? {
    [explicit, environment["ALMANAC_DB"], configured].compactMap(\.self).first { !$0.isEmpty }
  }

  private static func users(_ environment: [String: String]) -> String? {
    UserFolder.path("XDG_STATE_HOME", default: ".local/state", environment)
      .map { "\($0)/almanac/almanac.db" }
  }
}

/// The folders of the XDG base directory specification.
enum UserFolder {
  /// The folder that a variable names, else the default below `HOME`; nil without either.
  ///
  /// A relative path in the variable is ignored, as the specification asks.
  static func path(
    _ variable: String, default folder: String, _ environment: [String: String]
  ) -> String? {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(folder)"
  }
}
