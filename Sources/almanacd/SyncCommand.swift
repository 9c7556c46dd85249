import CommandLine
import Configuration
import FoundationEssentials
import Gazetteer
import History
import Sync
import Weather

/// `almanacd sync`: one pass over the cities.
struct SyncCommand: Sendable {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() async throws -> ExitStatus {
    let configuration = try context.configuration()
    let log = context.log(configuration)
    for warning in configuration.warnings { log(.warning, warning) }
    // Wrong zones and incomplete services are said before the store is touched.
    var assembly = try context.assembly(configuration)
    let scope = SyncRun.Scope(
      dueOnly: context.parsed.has(.due), slugs: try chosen(from: configuration))
    let database = context.databasePath(configuration)
    let lock = try RunLock.acquire(database: database, command: "sync")
    defer { withExtendedLifetime(lock) {} }
    let store = Store { OpeningNotes.log($0, database, log) }
    OpeningNotes.log(try await store.open(path: database, now: Date()), database, log)
    let begun = ContinuousClock.now
    let search = await search(configuration, scope, store)
    if !search.placed.isEmpty {
      assembly = try context.assembly(configuration.placing(search.placed))
      for warning in assembly.configuration.samePlaces { log(.warning, warning) }
    }
    for city in search.placed { log(.info, city.whereabouts) }
    let recorder = try recorder(assembly)
    var session = Session(
      assembly: assembly, store: store,
      transport: recorder ?? context.transport(configuration), log: log)
    if recorder != nil { session = session.recording() }
    let progress = Progress(isShown: Output.hasTerminal && !context.isQuiet)
    var report: SyncReport
    do {
      report = try await SyncRun(session, scope: scope).run(progress: progress.show)
    } catch {
      progress.clear()
      try? await store.close()
      throw error
    }
    report.unplaced = search.unplaced
    progress.clear()
    try await store.close()
    tell(report, of: configuration, seconds: (ContinuousClock.now - begun) / .seconds(1), log)
    if let failure = recorder?.failure { throw failure }
    let isWrong = !search.unplaced.isEmpty && search.unplaced.allSatisfy(\.isFinal)
    if report.verdict == .failed, report.results.isEmpty, isWrong { return .configuration }
    return ExitStatus(report.verdict)
  }

  /// Looks up the cities that are given by name: with `--due` those whose time has come, with
  /// `--city` those that are chosen.
  private func search(
    _ configuration: Configuration, _ scope: SyncRun.Scope, _ store: Store
  ) async -> CityResolver.Answer {
    await PlaceSearch(
      store: store, transport: context.transport(configuration), gazetteer: context.gazetteer
    ).run(configuration, scope.dueOnly ? .due : .asked, now: Date()) { city in
      scope.slugs.isEmpty || city.slug.map(scope.slugs.contains) ?? false
    }
  }

  /// What keeps the replies, where that was asked for.
  private func recorder(_ assembly: Assembly) throws(SyncError) -> ReplyRecorder? {
    guard let folder = context.parsed.value(of: .record) else { return nil }
    return try ReplyRecorder(
      context.transport(assembly.configuration), folder: folder, assembly: assembly)
  }

  /// The slugs that were asked for, each checked against the list.
  private func chosen(from configuration: Configuration) throws -> Set<String> {
    let known =
      configuration.cities.filter(\.active).map(\.city.slug)
      + configuration.named.filter(\.active).compactMap(\.slug)
    let words = context.parsed.values(of: .city)
    for word in words where !known.contains(word) {
      let nearest = Nearest.match(word, in: known)
      throw UsageError(
        "no active city \(UsageError.quoted(word)) in \(configuration.path)",
        advice: nearest.map { "did you mean \($0)?" } ?? "almanacd check lists them")
    }
    return Set(words)
  }

  private func tell(
    _ report: SyncReport, of configuration: Configuration, seconds: Double, _ log: Log
  ) {
    // Offline is a normal state: a quiet pass that had no network says so by its exit status alone.
    let isOffline = report.verdict == .tryLater && report.held.isEmpty
    for city in report.unplaced where !(isOffline && context.isQuiet) {
      // Tables are for people: a log holds one record a line.
      let text = UnplacedText(
        city, in: configuration, hasTables: !context.isQuiet && log.style == .plain)
      log(.warning, text.sentence)
      if !text.tables.isEmpty { Output.note(text.tables) }
    }
    for group in report.failureGroups where !(isOffline && context.isQuiet) {
      log(.warning, group.text, .init(service: group.provider, city: group.city))
    }
    for held in report.held {
      let until = LocalTime(held.until, utcOffsetSeconds: 0).rfc3339
      log(
        .warning,
        "asked to be left alone until \(until); "
          + held.cities.counted("city waits", "cities wait"),
        .init(service: held.provider))
    }
    guard !context.isQuiet else { return }
    let hasCities =
      configuration.cities.contains(where: \.active)
      || configuration.named.contains(where: \.active)
    Output.print(
      hasCities
        ? Self.summary(report, seconds: seconds)
        : "no city is configured: add a [[city]] table to \(configuration.path);"
          + " almanacd lookup NAME prints one\n")
  }

  private static func summary(_ report: SyncReport, seconds: Double) -> String {
    let all = report.succeeded + report.failed
    guard all > 0 else {
      return report.held.isEmpty ? "nothing is due\n" : "nothing was fetched\n"
    }
    let tenths = Int((seconds * 10).rounded())
    return "synced \(report.succeeded) of \(all) in \(tenths / 10).\(tenths % 10) s: "
      + "\(report.added.counted("new row", "new rows")), \(report.confirmed) unchanged"
      + (report.filledHours > 0
        ? ", \(report.filledHours.counted("missing hour", "missing hours")) filled\n" : "\n")
  }
}

extension ExitStatus {
  /// How a pass ended, for the caller.
  init(_ verdict: SyncReport.Verdict) {
    switch verdict {
    case .done: self = .done
    case .partial: self = .nothing
    case .failed: self = .unavailable
    case .tryLater: self = .tryLater
    case .keyRefused: self = .permission
    }
  }
}

extension ExitStatus {
  /// How a command ends that failed by one kind of trouble alone.
  init(_ failure: FailureClass) {
    switch failure.ending {
    case .noNetwork, .heldBack: self = .tryLater
    case .keyRefused: self = .permission
    case .failed: self = .unavailable
    case .notWritten: self = .io
    case .reported: self = .done
    }
  }
}

/// Progress on a terminal: one line that is written over.
struct Progress: Sendable {
  let isShown: Bool

  /// Shows how many cities are done.
  @Sendable func show(_ done: Int, _ all: Int) {
    guard isShown else { return }
    Log.standardError("\r\u{1B}[Ksyncing \(done) of \(all)")
  }

  /// Takes the line away.
  func clear() {
    if isShown { Log.standardError("\r\u{1B}[K") }
  }
}

/// What is worth saying about the opening of the store.
enum OpeningNotes {
  static func log(_ report: OpeningReport, _ path: String, _ log: Log) {
    switch report.displacement {
    case .removed:
      log(.error, "\(path) was removed while it was in use; a new one was begun")
    case .exchanged:
      log(.warning, "\(path) was replaced by another file, which is used from now on")
    case .unmounted:
      log(
        .warning,
        "the disk of \(path) was unmounted, or another is mounted over it; the open file is "
          + "written on, and nobody can read it")
    case nil: break
    }
    if let aside = report.logSetAside {
      log(
        .error,
        "the write-ahead log of \(path) was damaged and lies now in \(aside); the database is kept,"
          + " without what was not yet copied from its log")
    }
    if let setAside = report.setAside {
      log(
        .error,
        "\(path) was damaged and lies now in \(setAside); a new one was begun, and "
          + report.rowsRecovered.counted("row was", "rows were") + " brought over")
    } else if report.created {
      log(.debug, "created \(path)")
    } else if !report.migrated.isEmpty {
      log(.notice, "\(path) was migrated: \(report.migrated.joined(separator: ", "))")
    }
  }
}
