import CommandLine
import Configuration
import FoundationEssentials
import Glibc
import History
import Sync
import Weather

/// `almanacd prune`: old details go now.
struct PruneCommand {
  /// The longest pause between two steps, so that whoever waits for the database gets it: SQLite
  /// looks for a lock again after at most 100 ms.
  private static let longestPause = Duration.milliseconds(100)
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = try context.configuration()
    let database = context.databasePath(configuration)
    let rule = RetentionRule(configuration.retention, now: Date())
    if context.parsed.has(.dryRun) {
      let report = try HistoryReader.read(path: database) { try $0.pruningPreview(rule) }
      let text =
        report.isEmpty
        ? "nothing would go" : report.text.replacing("let go:", with: "would let go:")
      Output.print(text + "\n")
      return .done
    }
    var pruning = Pruning(rule, isThorough: true)
    guard let writer = try OpenedWriter.open(database, context.log(configuration)) else {
      if !context.isQuiet { Output.print(pruning.report.text + "\n") }
      return .done
    }
    Interruption.watch()
    let isShown = Output.hasTerminal && !context.isQuiet
    do {
      try run(&pruning, writer) { if isShown { Output.show($0) } }
      try writer.close()
    } catch {
      // What was let go so far is safe, and the log gives its room back.
      try? writer.close()
      if !pruning.report.isEmpty, !context.isQuiet { Output.print(pruning.report.text + "\n") }
      throw error
    }
    if !context.isQuiet { Output.print(pruning.report.text + "\n") }
    Interruption.follow()
    return .done
  }

  /// Takes step after step until all is done or somebody wants it to end, and tells how far it is.
  private func run(
    _ pruning: inout Pruning, _ writer: HistoryWriter, progress: (String) -> Void
  ) throws {
    defer { progress("") }
    while !Interruption.isWanted {
      let begun = ContinuousClock.now
      guard try pruning.step(writer) else { return }
      if !pruning.report.isEmpty { progress("\(pruning.report.text) so far") }
      guard !writer.isAlone else { continue }
      // After a short step the database was free for most of the time, too.
      let pause = min(Self.longestPause, (ContinuousClock.now - begun) * 4)
      usleep(UInt32(pause / .microseconds(1)))
    }
  }
}

/// `almanacd rebuild`: hours and days made again.
struct RebuildCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = try context.configuration()
    let writer = try OpenedWriter.open(
      context.databasePath(configuration), context.log(configuration))
    let days = try writer?.rebuildRollUps() ?? 0
    try writer?.close()
    if !context.isQuiet {
      Output.print("made \(days.counted("day", "days")) again of their readings\n")
    }
    return .done
  }
}

/// A writer on a database that is there.
enum OpenedWriter {
  /// Opens it; nil for an empty file, which stays as it is.
  ///
  /// Throws where there is none.
  static func open(_ path: String, _ log: Log) throws -> HistoryWriter? {
    guard HistoryReader.isThere(path) else {
      try HistoryReader.read(path: path) { _ in }
      return nil
    }
    let (writer, report) = try HistoryWriter.open(path: path, now: Date())
    OpeningNotes.log(report, path, log)
    return writer
  }
}
