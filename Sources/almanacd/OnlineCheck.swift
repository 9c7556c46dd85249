import CommandLine
import Configuration
import FoundationEssentials
import Glibc
import History
import Sync
import Weather

/// `almanacd check --online`: each service is asked once, about one of its cities.
///
/// What it costs is booked in the database, and what comes is stored there, as for any other
/// request; where there is no database yet, in one that is thrown away.
struct OnlineCheck {
  private let context: Context
  private let configuration: Configuration
  private let assembly: Assembly

  init(_ context: Context, _ configuration: Configuration, _ assembly: Assembly) {
    self.context = context
    self.configuration = configuration
    self.assembly = assembly
  }

  func perform() async throws -> ExitStatus {
    let database = context.databasePath(configuration)
    guard HistoryReader.isThere(database) else {
      return try await withTemporaryFolder { try await ask("\($0)/almanac.db") }
    }
    return try await ask(database)
  }

  private func ask(_ database: String) async throws -> ExitStatus {
    let log = context.log(configuration)
    let store = Store { OpeningNotes.log($0, database, log) }
    OpeningNotes.log(try await store.open(path: database, now: Date()), database, log)
    let session = Session(
      assembly: assembly, store: store, transport: context.transport(configuration), log: log)
    var failures: [FetchError.Code] = []
    let trials = try await session.tryServices()
    try await store.close()
    for trial in trials {
      let subject = "service \(trial.provider), asked about \(trial.city.slug): "
      guard let error = trial.error else {
        if !context.isQuiet { Output.print(subject + "answers\n") }
        continue
      }
      failures.append(error.code)
      Output.complain(subject + error.code.failureClass.sentence(error.message))
    }
    if failures.isEmpty { return .done }
    if failures.count < trials.count { return .nothing }
    return ExitStatus(SyncReport.verdict(ofFailures: failures))
  }

  private func withTemporaryFolder<T>(_ body: (String) async throws -> T) async throws -> T {
    var template = Array("/tmp/almanacd-check-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw HistoryError(
        .cannotCreate, path: "/tmp", message: "No temporary folder can be made in /tmp.")
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(folder)/almanac.db\(suffix)") }
      rmdir(folder)
    }
    return try await body(folder)
  }
}
