import CommandLine
import Configuration
import FoundationEssentials
import History
import Sync
import Weather

/// `almanacd backfill`: the past of cities, from services that have one.
struct BackfillCommand: Sendable {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() async throws -> ExitStatus {
    let configuration = try context.configuration()
    let log = context.log(configuration)
    for warning in configuration.warnings { log(.warning, warning) }
    let assembly = try context.assembly(configuration)
    let wish = try BackfillQuestion(context.parsed).wish(configuration)
    for slug in wish.slugs { try checkService(of: slug, wish, assembly) }
    let database = context.databasePath(configuration)
    let store = Store { OpeningNotes.log($0, database, log) }
    OpeningNotes.log(try await store.open(path: database, now: Date()), database, log)
    let session = Session(
      assembly: assembly, store: store, transport: context.transport(configuration), log: log)
    let progress = BackfillLine(isShown: Output.hasTerminal && !context.isQuiet)
    let report: BackfillReport
    do {
      report = try await CancellingSignals.during {
        try await Backfill(session, wish).run(progress: progress.show)
      }
    } catch {
      progress.clear()
      try? await store.close()
      throw error
    }
    progress.clear()
    try await store.close()
    tell(report, log)
    return ExitStatus(report.verdict)
  }

  private func checkService(
    of slug: String, _ wish: BackfillWish, _ assembly: Assembly
  ) throws(UsageError) {
    guard Backfill.provider(ofSlug: slug, wish, assembly) == nil else { return }
    if let (name, advice) = Backfill.advice(forSlug: slug, wish, assembly) {
      throw UsageError("\(name) has no past for \(slug)", advice: advice)
    }
    let what = wish.wantsForecasts ? "tells what it forecast before" : "tells of the past"
    let basis = wish.basis.map { " (\($0.rawValue))" } ?? ""
    guard let name = wish.provider else {
      throw UsageError(
        "no service of \(slug) \(what)\(basis)",
        advice: "add one such as open-meteo to its providers")
    }
    throw UsageError(
      "\(name) is no service of \(slug) that \(what)\(basis)",
      advice: "almanacd check lists the services of each city")
  }

  private func tell(_ report: BackfillReport, _ log: Log) {
    for city in report.cities {
      if let failure = city.failure {
        log(.warning, failure.message, .init(service: city.provider, city: city.slug))
      }
    }
    if let resumeAt = report.resumeAt {
      let time = LocalTime(resumeAt, utcOffsetSeconds: 0).rfc3339
      let left =
        report.secondsLeft.map { "; the rest takes at least \(BackfillLine.text($0))" } ?? ""
      log(.warning, "the limit has room again at \(time): run the same again then to go on\(left)")
    } else if report.isStopped {
      log(.warning, "stopped: run the same again to go on")
    }
    guard !context.isQuiet else { return }
    for city in report.cities { Output.print(Self.summary(city)) }
  }

  private static func summary(_ city: BackfillReport.CityReport) -> String {
    guard city.days > 0 else { return "\(city.slug): nothing to fetch, all is there\n" }
    let stored = city.stored
    var parts = [stored.readings.counted("new reading", "new readings")]
    parts.append(stored.days.counted("observed day", "observed days"))
    if stored.forecasts > 0 {
      parts = [stored.forecasts.counted("past forecast", "past forecasts")]
    }
    return "\(city.slug): \(city.daysDone) of \(city.days.counted("day", "days")) from "
      + "\(city.provider): \(parts.joined(separator: ", "))\n"
  }
}

/// Progress on a terminal: one line that is written over.
struct BackfillLine: Sendable {
  let isShown: Bool

  /// Shows how far it is.
  @Sendable func show(_ progress: BackfillProgress) {
    guard isShown else { return }
    let left = progress.secondsLeft.map { ", at least \(Self.text($0)) left" } ?? ""
    Log.standardError(
      "\r\u{1B}[K\(progress.slug): \(progress.daysDone) of \(progress.days) days\(left)")
  }

  /// Takes the line away.
  func clear() {
    if isShown { Log.standardError("\r\u{1B}[K") }
  }

  /// `40 s`, `12 min`, `5 h`, `3 days`, rounded up.
  static func text(_ seconds: Double) -> String {
    let seconds = Int(min(1e12, max(1, seconds.rounded(.up))))
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\((seconds + 59) / 60) min"
    case ..<172_800: return "\((seconds + 3599) / 3600) h"
    default: return "\((seconds + 86_399) / 86_400) days"
    }
  }
}
