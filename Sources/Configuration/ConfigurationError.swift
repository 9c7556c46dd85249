/// Why a configuration can't be used: everything that is wrong with it, at once.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Equatable {
    /// There is no file (exit status 78).
    case missing
    /// There is a file that may not be read, or that is no file (77).
    case permission
    /// The file was read and is wrong (78).
    case invalid
  }

  /// One thing that is wrong, and where.
  public struct Problem: Sendable, Equatable {
    /// Line of the file, from 1; nil when the whole file is meant.
    public let line: Int?
    /// Column in characters, from 1.
    public let column: Int?
    /// The key concerned, in full: `providers.clear-sky.base_url`, `city.latitude`.
    public let key: String?
    /// What is wrong and what would be right; never holds an API key.
    public let message: String
  }

  /// The kind of failure.
  public let code: Code
  /// The file, or the path that was asked for.
  public let path: String
  /// What is wrong, in the order of the file; never none.
  public let problems: [Problem]

  /// How many problems are told one by one: of more, many are of one kind.
  static let mostTold = 20

  /// One line a problem: `almanac.toml:3:12: latitude 91 is out of range: -90 to 90`; the last line
  /// counts those beyond twenty.
  public var description: String {
    let lines = problems.prefix(Self.mostTold).map { problem in
      guard let line = problem.line else { return "\(path): \(problem.message)" }
      return "\(path):\(line):\(problem.column ?? 1): \(problem.message)"
    }
    let more = problems.count - lines.count
    return (lines + (more > 0 ? ["\(path): and \(more) more"] : [])).joined(separator: "\n")
  }
}
