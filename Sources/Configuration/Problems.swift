import Weather

/// Gathers what is wrong with a file, so that its owner sees everything at once.
///
/// A class, because the readers of the parts of one file all write to it.
final class Problems {
  private(set) var found: [ConfigurationError.Problem] = []
  private(set) var warnings: [String] = []

  func add(_ message: String, key: String?, at position: Position?) {
    add(
      ConfigurationError.Problem(
        line: position?.line, column: position?.column, key: key, message: message))
  }

  func add(_ problem: ConfigurationError.Problem) { found.append(problem) }

  func warn(_ message: String) {
    if !warnings.contains(message) { warnings.append(message) }
  }

  /// All of them in the order of the file, as an error; nil when there are none.
  func error(path: String) -> ConfigurationError? {
    guard !found.isEmpty else { return nil }
    let ordered = found.enumerated().sorted { left, right in
      let first = (left.element.line ?? 0, left.element.column ?? 0, left.offset)
      return first < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
    }
    return ConfigurationError(code: .invalid, path: path, problems: ordered.map(\.element))
  }
}
