import Glibc

/// A program that runs beside the test: its output is read as it comes, signals can be sent.
///
/// Killed, if it still runs, when the last reference goes.
public final class ChildProcess: Sendable {
  /// Its process number.
  public let pid: Int32
  private let watch: ChildWatch

  /// Starts a program by its path, or by its name on `PATH`; the input is its standard input.
  ///
  /// A nil environment is this process's own; a given one replaces it wholly.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    folder: String? = nil, input: String = ""
  ) throws {
    var spawn = try Spawn(input: input)
    let moved = folder.map { ["env", "-C", $0] } ?? []
    let command = moved + [path] + arguments
    pid = try spawn.start(command[0], Array(command.dropFirst()), environment: environment)
    watch = ChildWatch(pid: pid, stdout: spawn.takeOutput(0), stderr: spawn.takeOutput(1))
    watch.start()
  }

  deinit {
    watch.signal(SIGKILL)
  }

  /// Sends a signal; nothing happens once the program has ended.
  public func signal(_ number: Int32) {
    watch.signal(number)
  }

  /// What it has written to standard output so far.
  public var stdout: String { watch.output(0) }

  /// What it has written to standard error so far.
  public var stderr: String { watch.output(1) }

  /// Whether the text came so many times on a stream within the time; false also when the program
  /// ends before.
  public func waitForOutput(
    _ text: String, times: Int = 1, timeout: Duration = .seconds(60)
  ) async -> Bool {
    await watch.wait(timeout: timeout) { $0.holds(text, times: times) || $0.status != nil }
    return watch.holds(text, times: times)
  }

  /// Waits for its end; kills it when the time is over.
  public func wait(timeout: Duration = .seconds(60)) async -> Subprocess.Output {
    let ended = await watch.wait(timeout: timeout) { $0.status != nil }
    if !ended {
      watch.signal(SIGKILL)
      await watch.wait(timeout: .seconds(10)) { $0.status != nil }
    }
    return Subprocess.Output(
      status: watch.status ?? -1, stdout: stdout, stderr: stderr, timedOut: !ended)
  }
}
