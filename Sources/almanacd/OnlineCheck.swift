import CommandLine
import Configuration
import FoundationEssentials
import Glibc
import History
import Sync
import Weather

/// `almanacd check --online`: each service is asked once, about one of its cities.
///
/// What it costs is booked in the database, if that is there. Nothing else is written to it: what
/// comes goes into one that is thrown away, so that a check changes neither list nor zones.
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
    let log = context.log(configuration), database = context.databasePath(configuration)
    var ledger: Store?
    if HistoryReader.isThere(database) {
      let store = Store { OpeningNotes.log($0, database, log) }
      OpeningNotes.log(try await store.open(path: database, now: Date()), database, log)
      ledger = store
    } else if !context.isQuiet {
      Output.note("There is no database yet, so that these requests are not booked.")
    }
    do {
      let status = try await withTemporaryFolder { folder in
        try await ask(scratch: folder + "/almanac.db", ledger, log)
      }
      try await ledger?.close()
      return status
    } catch {
      try? await ledger?.close()
      throw error
    }
  }

  private func ask(scratch: String, _ ledger: Store?, _ log: Log) async throws -> ExitStatus {
    let store = Store()
    _ = try await store.open(path: scratch, now: Date())
    let session = Session(
      assembly: assembly, store: store, transport: context.transport(configuration), log: log)
    let trials = try await session.tryServices(
      ledger: ledger, zones: context.rememberedZones(configuration))
    try await store.close()
    return report(trials)
  }

  /// Says of each service how it answered.
  private func report(_ trials: [ServiceTrial]) -> ExitStatus {
    var failures: [FetchError.Code] = []
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
