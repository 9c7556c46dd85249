import FoundationEssentials
import Weather

/// What people read below the table of `status`: what failed and why, who is paused, who is at work,
/// and what lies beside the database.
struct FetchingNotes {
  private let report: FetchingReport

  init(_ report: FetchingReport) {
    self.report = report
  }

  private var lines: [FetchingReport.Line] { report.lines }
  private var status: StatusReport { report.status }
  private var database: String { report.database }
  private var now: Date { report.now }

  /// All of it; each line ends in a line feed.
  var text: String {
    let groups = [
      machine, failures, lastDay, unplaced, pauses, quotas, gaps, [writer], lastRun, files,
    ].filter {
      !$0.isEmpty
    }
    return groups.map { "\n" + $0.map { CleanText.line($0, limit: 400) + "\n" }.joined() }.joined()
  }

  /// What is wrong with the machine rather than a service, by the words of the log.
  private var machine: [String] {
    var lines: [String] = []
    if status.isDiskFull {
      lines.append(FailureClass.disk.sentence("no room is left for \(database)."))
    }
    if let clock = status.clock, clock.isWrong { lines.append(clock.text + ".") }
    if let reload = status.reload {
      lines.append(
        "Reload failed \(Words.age(seconds: seconds(since: reload.at), isStale: false)), the old"
          + " configuration stays in force (almanacd check tells all of it): \(reload.reason)")
    }
    return lines + network
  }

  private var network: [String] {
    guard let absence = status.network else { return [] }
    return [
      "No network for \(Words.length(seconds: seconds(since: absence.since))): "
        + absence.reason.failureClass.sentence(absence.message)
        + " (\(nextTry(absence.probeAt)))."
    ]
  }

  private var failures: [String] {
    lines.compactMap { line in
      let state = line.source.state
      guard let code = state.errorCode else { return nil }
      let details = [
        state.failures > 1 ? "\(state.failures) times" : nil,
        state.retryAt.map(nextTry),
      ].compactMap(\.self)
      let reason = code.failureClass.sentence(state.errorText ?? "")
      let text = "\(line.name), \(state.provider): \(reason)"
      return details.isEmpty ? text : "\(text) (\(details.joined(separator: "; ")))"
    }
  }

  private var lastDay: [String] {
    let services = Dictionary(grouping: status.recentFailures, by: \.provider)
    return services.sorted { $0.key < $1.key }.map { provider, failures in
      let reasons = failures.map { failure in
        let code = FetchError.Code(rawValue: failure.errorCode)
        return "\(code?.failureClass.words ?? failure.errorCode) \(failure.count)"
      }
      return "Failures of the last day, \(provider): \(reasons.joined(separator: ", "))."
    }
  }

  private var unplaced: [String] {
    status.unplaced.map { city in
      let details = [
        "tried " + Words.age(seconds: seconds(since: city.triedAt), isStale: false),
        city.failures > 1 ? "\(city.failures) times" : nil,
        city.retryAt > now ? nextTry(city.retryAt) : nil,
      ].compactMap(\.self).joined(separator: "; ")
      return "\(CleanText.line(city.name)) was not found: \(city.errorText) (\(details))"
    }
  }

  private var pauses: [String] {
    status.services.compactMap { service in
      guard let until = report.pause(of: service.provider)?.pausedUntil else { return nil }
      let reason = service.reason.map { " (\($0.failureClass.words))" } ?? ""
      return "\(service.provider) is paused for \(self.until(until))\(reason)."
    }
  }

  private var quotas: [String] {
    status.quotas.sorted { $0.key < $1.key }.map { provider, quota in
      let left = Self.count(quota.left)
      let resets = quota.resetsAt.map { "; resets in \(until($0))" } ?? ""
      let lasts =
        quota.left < 1
        ? "used up"
        : quota.lastsUntil.map { "\(left) left, for \(until($0)) at this pace" }
          ?? "\(left) left, enough at this pace"
      guard let limit = quota.limit, let used = quota.used else {
        return "\(provider) says of its quota: \(lasts)\(resets)."
      }
      let window = quota.window.map { " \($0.each)" } ?? ", by its own count"
      return "\(provider) used \(Self.count(used)) of \(Self.count(limit)) requests\(window):"
        + " \(lasts)\(resets)."
    }
  }

  /// A cost: whole, or with one decimal.
  private static func count(_ number: Double) -> String {
    let tenths = (min(number, 1e15) * 10).rounded() / 10
    return Words.fixed(tenths, decimals: tenths == tenths.rounded() ? 0 : 1)
  }

  private var gaps: [String] {
    guard !status.gaps.isEmpty else { return [] }
    let count = status.gaps.reduce(0) { $0 + $1.count }
    let hours = status.gaps.reduce(0) { $0 + $1.seconds } / 3600
    let reasons = status.gaps.map { "\($0.reason) \($0.seconds / 3600) h" }
    return [
      "\(count.counted("gap is", "gaps are")) open, \(hours.counted("hour", "hours")) in all: "
        + "\(reasons.joined(separator: ", ")). almanac gaps lists them."
    ]
  }

  private var writer: String {
    guard let writer = status.writer else { return "No almanacd is running." }
    let pid = writer.pid.map { " (pid \($0))" } ?? ""
    return "almanacd \(writer.command ?? "run")\(pid) is running."
  }

  private var lastRun: [String] {
    guard let run = status.runs.first else { return ["Nothing was synced yet."] }
    let counts = "\(run.succeeded) succeeded, \(run.failed) failed"
    let began = Words.age(seconds: seconds(since: run.startedAt), isStale: false)
    return [
      "Last sync: \(began) (\(run.trigger)), \(run.finishedAt == nil ? "not ended" : counts)."
    ]
  }

  private var files: [String] {
    let growth =
      status.monthlyGrowthBytes > 0
      ? ", growing by about \(Words.bytes(status.monthlyGrowthBytes)) a month" : ""
    var lines = ["Database: \(database), \(Words.bytes(status.databaseBytes))\(growth)."]
    if let oldest = status.oldestAt, let newest = status.newestAt {
      let dates = [oldest, newest].map { LocalTime($0, utcOffsetSeconds: 0) }
      lines.append(
        "Readings from \(dates[0].date) to \(dates[1].date) \(dates[1].clock) UTC.")
    }
    lines += status.setAside.map {
      "A damaged \($0.contains("-wal.corrupt-") ? "log" : "database") was set aside: \($0)"
    }
    if status.quarantined > 0 {
      lines.append(
        status.quarantined.counted(
          "reply that could not be decoded is kept.",
          "replies that could not be decoded are kept."))
    }
    if status.futureRows > 0 {
      let readings = status.futureRows.counted("reading is", "readings are")
      lines.append("\(readings) of the future and passed over.")
    }
    return lines
  }

  /// When something is tried again: only a daemon that is at work knows.
  private func nextTry(_ instant: Date) -> String {
    guard isDaemonAtWork else {
      return "next try with the next sync"
        + (instant > now ? ", with --due not within \(until(instant))" : "")
    }
    return instant > now ? "next try in \(until(instant))" : "next try now"
  }

  private var isDaemonAtWork: Bool { status.writer.map { $0.command != "sync" } ?? false }

  private func seconds(since instant: Date) -> Int { report.seconds(since: instant) }

  private func until(_ instant: Date) -> String { report.until(instant) }
}
