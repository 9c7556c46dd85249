/// Runs programs to their end.
public enum Subprocess {
  /// How a program ended and what it wrote.
  public struct Output: Sendable {
    /// The exit status, or 128 plus the signal that ended it.
    public let status: Int32
    /// All of its standard output.
    public let stdout: String
    /// All of its standard error.
    public let stderr: String
    /// Whether it was killed because its time was over.
    public let timedOut: Bool
  }

  /// Runs a program and returns what it wrote; kills it when the time is over.
  ///
  /// A nil environment is this process's own; a given one replaces it wholly.
  public static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    folder: String? = nil, input: String = "", timeout: Duration = .seconds(60)
  ) async throws -> Output {
    let child = try ChildProcess(
      path, arguments, environment: environment, folder: folder, input: input)
    return await child.wait(timeout: timeout)
  }
}
