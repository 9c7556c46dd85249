import FoundationEssentials
import Glibc

/// What an answer depends on besides the words and the store: gathered once, passed in by tests.
struct Surroundings: Sendable {
  /// The present instant.
  var now: Date
  /// The environment's variables, of those that count for a query.
  var environment: [String: String]
  /// Whether the user is root.
  var isRoot: Bool
  /// The columns of the terminal that shows standard output; nil where it is no terminal.
  var terminalWidth: Int?
  /// Where rows of long answers go while they are read; nil keeps them for the answer.
  var rowDescriptor: Int32?
  /// Whether the process ends with the answer, so that nothing needs to be freed.
  var endsWithAnswer = false

  /// Those of this process.
  static var current: Surroundings {
    Surroundings(
      now: Date(), environment: environment, isRoot: geteuid() == 0, terminalWidth: terminalWidth,
      rowDescriptor: STDOUT_FILENO, endsWithAnswer: true)
  }

  /// What settings, configuration and database path ask for: copying all variables takes longer.
  private static let variables = [
    "ALMANAC_CONFIG", "ALMANAC_DB", "HOME", "LANG", "LC_ALL", "LC_MEASUREMENT", "NO_COLOR",
    "STATE_DIRECTORY", "TERM", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
  ]

  private static var environment: [String: String] {
    var environment = [String: String](minimumCapacity: variables.count)
    for name in variables {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  private static var terminalWidth: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether text may have colour where nothing else is asked for (no-color.org).
  var allowsColor: Bool {
    terminalWidth != nil && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }
}
