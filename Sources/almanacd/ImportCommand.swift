import CommandLine
import Configuration
import FoundationEssentials
import History
import Import
import Sync
import Weather

/// `almanacd import`: readings of files into the history.
struct ImportCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() throws -> ExitStatus {
    let configuration = context.guessing(
      try Configuration.loadIfPresent(
        explicitPath: context.parsed.value(of: .configuration), environment: context.environment)
    ) { _ in true }
    for warning in configuration.warnings { Output.complain("warning: \(warning)") }
    let database = context.databasePath(configuration)
    let wish = Importing.Wish(
      city: try city(), provider: try provider(),
      mapping: try ColumnMapping(context.parsed.values(of: .map)),
      isDry: context.parsed.has(.dryRun))
    Interruption.watch()
    let isShown = Output.hasTerminal && !context.isQuiet
    let places = ImportPlaces(configuration, stored: try stored(database))
    let importing = Importing(
      wish, places: places,
      database: database, now: Date(), isInterrupted: { Interruption.isWanted },
      progress: { file, rows in
        if isShown { Output.show("importing \(CleanText.line(file)): \(rows) rows") }
      })
    let reports = try run(
      importing, isDry: wish.isDry, clear: { if isShown { Output.show("") } })
    guard let reports else { return .tryLater }
    return status(of: reports, places)
  }

  /// What came of the files; nil when a signal ended it.
  private func run(
    _ importing: Importing, isDry: Bool, clear: () -> Void
  ) throws -> [ImportReport]? {
    var reports: [ImportReport] = []
    do {
      try importing.run(context.parsed.arguments) { report in
        clear()
        reports.append(report)
        tell(report, isDry: isDry)
      }
    } catch let error as ImportError where error.code == .interrupted {
      Output.complain("stopped; what was read is stored, and the same again goes on from there")
      Interruption.follow()
      return nil
    }
    return reports
  }

  private func status(of reports: [ImportReport], _ places: ImportPlaces) -> ExitStatus {
    if reports.contains(where: { $0.unknownCities.rows > 0 }) {
      if !reports.contains(where: \.hasKnownCity) {
        Output.complain("no row is of a known city, nothing was written; \(places.list)")
        return .usage
      }
      Output.complain("rows of unknown cities were left out; \(places.list)")
    }
    if reports.contains(where: { $0.readings > 0 }) { return .done }
    return reports.contains { $0.notes.badRows > 0 } ? .data : .nothing
  }

  private func tell(_ report: ImportReport, isDry: Bool) {
    let name = report.file == "-" ? "standard input" : CleanText.line(report.file)
    for warning in report.unknownCities.warnings + report.notes.texts {
      Output.complain("\(name): \(warning)")
    }
    let more = report.notes.warnings - report.notes.texts.count
    if more > 0 { Output.complain("\(name): and \(more.counted("warning", "warnings")) more") }
    guard !context.isQuiet else { return }
    Output.print("\(name): \(ImportText(report, isDry: isDry).text)\n")
  }

  /// The city of all rows; nil leaves it to the file.
  private func city() throws(UsageError) -> String? {
    let words = context.parsed.values(of: .city)
    guard words.count < 2 else { throw UsageError("almanacd import takes --city once") }
    return words.first
  }

  /// The name that rows are shown under; nil leaves it to the file.
  private func provider() throws(UsageError) -> String? {
    guard let name = context.parsed.value(of: .asked) else { return nil }
    guard !name.isEmpty, name != "all", CleanText.line(name, limit: 64) == name else {
      throw UsageError(
        "--provider takes the name of a service, not \(UsageError.quoted(name))")
    }
    return name
  }

  private func stored(_ database: String) throws -> [CityRecord] {
    do {
      return try HistoryReader.read(path: database) { try $0.cities(includeInactive: true) }
    } catch let error as HistoryError where error.code == .notFound {
      return []
    }
  }
}

/// What came of a file, in a line.
struct ImportText {
  private let report: ImportReport
  private let isDry: Bool

  init(_ report: ImportReport, isDry: Bool) {
    self.report = report
    self.isDry = isDry
  }

  /// `1200 rows, 1200 new, 0 already there, …; 2020-01-01 to 2026-11-30 UTC; lisbon/weewx`.
  var text: String {
    let counts = report.counts
    var parts = [
      report.notes.rows.counted("row", "rows"), "\(counts.added) \(isDry ? "would be new" : "new")",
      "\(counts.same) already there",
    ]
    if counts.changed > 0 { parts.append("\(counts.changed) changed") }
    if counts.kept > 0 {
      parts.append("\(counts.kept) other than what a service said, which stays")
    }
    if report.notes.emptyRows > 0 { parts.append("\(report.notes.emptyRows) without a value") }
    if report.notes.badRows > 0 { parts.append("\(report.notes.badRows) left out") }
    if report.elsewhere > 0 { parts.append("\(report.elsewhere) of other cities") }
    if report.unknownCities.rows > 0 {
      parts.append("\(report.unknownCities.rows) of unknown cities")
    }
    if report.notes.warnings > 0 {
      parts.append(report.notes.warnings.counted("warning", "warnings"))
    }
    return parts.joined(separator: ", ") + range + (report.isComplete ? "" : unread)
  }

  private var unread: String {
    let isWritten = !isDry && report.counts.added + report.counts.changed > 0
    return isWritten ? "; not read to its end" : "; not read to its end, nothing was written"
  }

  private var range: String {
    guard let first = report.firstAt, let last = report.lastAt else { return "" }
    let sources = report.sources.prefix(5).joined(separator: ", ")
    let more = report.sources.count > 5 ? ", …" : ""
    return "; \(Self.time(first)) to \(Self.time(last)); \(CleanText.line(sources))\(more)"
  }

  private static func time(_ instant: Date) -> String {
    let time = LocalTime(instant, utcOffsetSeconds: 0)
    return "\(time.date) \(time.clock)Z"
  }
}
