public import FoundationEssentials
public import Weather

/// How the fetching stands: a row a city and service, then what concerns all of them.
public struct FetchingReport: Report {
  /// One city and service.
  public struct Line: Sendable {
    /// What people call the city.
    public let name: String
    /// How its fetching stands.
    public let source: SourceStatus
    /// The UTC offset of the city's clocks now; all times of the line are shown in it.
    public let utcOffsetSeconds: Int

    /// Makes a line from its parts.
    public init(name: String, source: SourceStatus, utcOffsetSeconds: Int) {
      self.name = name
      self.source = source
      self.utcOffsetSeconds = utcOffsetSeconds
    }
  }

  /// The lines in the order of the cities, services by rank.
  public let lines: [Line]
  /// What is known of services, runs and files.
  public let status: StatusReport
  /// The path of the database.
  public let database: String
  /// The instant that ages are counted to.
  public let now: Date

  /// Makes a report from its parts.
  public init(_ lines: [Line], status: StatusReport, database: String, now: Date) {
    self.lines = lines
    self.status = status
    self.database = database
    self.now = now
  }

  /// A row's columns; `stale` and `forecast_stale` are null where a service gives no such part, and
  /// `provider` for a city by name that was not found yet.
  public static let columns: [Column] = [
    "city", "name", "provider", "observed_at", "age_s", "stale", "forecast_confirmed_at",
    "forecast_age_s", "forecast_stale", "last_attempt_at", "current_at", "forecast_at",
    "failures", "retry_at", "error_class", "error", "paused_until", "paused_reason",
    "quota_window", "quota_limit", "quota_used", "quota_left", "quota_resets_at",
    "quota_lasts_until", "reach", "next_at",
  ].map { Column($0) }

  /// A row a line, then one for each city that was not found yet.
  public var rows: [[Value]] { lineRows + status.unplaced.map(row(of:)) }

  private func row(of city: UnplacedState) -> [Value] {
    func time(_ instant: Date) -> Value { Value(LocalTime(instant, utcOffsetSeconds: 0)) }
    let values: [String: Value] = [
      "city": Value(city.slug), "name": .text(city.name), "stale": .bool(true),
      "last_attempt_at": time(city.triedAt), "failures": .integer(city.failures),
      "retry_at": time(city.retryAt), "error_class": .text(city.errorCode.rawValue),
      "error": .text(city.errorText),
    ]
    return Self.columns.map { values[$0.stem] ?? .null }
  }

  private var lineRows: [[Value]] {
    lines.map { line in
      let source = line.source, state = line.source.state
      let service = pause(of: state.provider)
      func time(_ instant: Date?) -> Value {
        Value(instant.map { LocalTime($0, utcOffsetSeconds: line.utcOffsetSeconds) })
      }
      return [
        .text(state.slug), .text(line.name), .text(state.provider), time(source.observedAt),
        Value(source.age(at: now)), source.isStale(at: now).map(Value.bool) ?? .null,
        time(source.confirmedAt), Value(source.forecastAge(at: now)),
        source.isForecastStale(at: now).map(Value.bool) ?? .null, time(state.lastAttemptAt),
        time(state.currentAt), time(state.forecastAt), .integer(state.failures),
        time(state.retryAt), Value(state.errorCode?.rawValue), Value(state.errorText),
        time(service?.pausedUntil), Value(service?.reason?.rawValue),
      ] + quota(of: state.provider, time) + [Value(source.reach), time(source.nextAt)]
    }
  }

  /// The values of the service's tightest limit.
  private func quota(of provider: String, _ time: (Date?) -> Value) -> [Value] {
    let quota = status.quotas[provider]
    func count(_ number: Double?) -> Value { Value(number.map(Canonical.rounded)) }
    return [
      Value(quota?.window?.rawValue), count(quota?.limit), count(quota?.used),
      count(quota?.left), time(quota?.resetsAt), time(quota?.lastsUntil),
    ]
  }

  /// The table for people.
  public func table(_ rendering: Rendering) -> TextTable {
    var table = TextTable([
      .init("City", mayBeCut: true), .init("Service"), .init("Last good", leftOut: 2),
      .init("Age"), .init("Forecast", leftOut: 1), .init("Reach", leftOut: 3),
      .init("Next", leftOut: 4), .init("Failed"),
    ])
    for line in lines {
      let source = line.source, state = line.source.state
      let isStale = source.isStale(at: now) ?? false
      let isForecastStale = source.isForecastStale(at: now) ?? false
      let good = [state.currentAt, state.forecastAt].compactMap(\.self).max()
      table.append([
        .init(line.name), .init(state.provider),
        .init(good.map { Words.age(seconds: seconds(since: $0), isStale: false) } ?? "never"),
        .init(
          source.age(at: now).map { Words.age(seconds: $0, isStale: isStale) } ?? Words.unknown,
          isStale ? .warning : .plain),
        .init(
          Words.age(seconds: source.forecastAge(at: now), isStale: isForecastStale),
          isForecastStale ? .warning : .plain),
        .init(source.reach ?? Words.unknown), .init(source.nextAt.map(next) ?? Words.unknown),
        state.errorCode.map { .init($0.failureClass.words, .failure) } ?? .init("–"),
      ])
    }
    for city in status.unplaced {
      table.append([
        .init(CleanText.line(city.name)), .init(Words.unknown), .init("never"),
        .init(Words.unknown), .init(Words.unknown), .init(Words.unknown), .init(Words.unknown),
        .init(city.errorCode.failureClass.words, .failure),
      ])
    }
    return table
  }

  private func next(_ instant: Date) -> String { instant <= now ? "due" : "in \(until(instant))" }

  /// A pause of a service that holds now.
  private func pause(of provider: String) -> ServiceState? {
    status.services.first { $0.provider == provider && ($0.pausedUntil ?? now) > now }
  }

  private func seconds(since instant: Date) -> Int {
    Int(now.unixSeconds - instant.unixSeconds)
  }

  /// What failed and why, who is paused, who is syncing, and what lies beside the database.
  public var notes: String {
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
    return lines + network
  }

  private var network: [String] {
    guard let absence = status.network else { return [] }
    return [
      "No network for \(Words.length(seconds: seconds(since: absence.since))): "
        + absence.reason.failureClass.sentence(absence.message)
        + " (next try in \(until(absence.probeAt)))."
    ]
  }

  private var failures: [String] {
    lines.compactMap { line in
      let state = line.source.state
      guard let code = state.errorCode else { return nil }
      let details = [
        state.failures > 1 ? "\(state.failures) times" : nil,
        state.retryAt.map { "next try in \(until($0))" },
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
        city.retryAt > now ? "next try in \(until(city.retryAt))" : nil,
      ].compactMap(\.self).joined(separator: "; ")
      return "\(CleanText.line(city.name)) was not found: \(city.errorText) (\(details))"
    }
  }

  private var pauses: [String] {
    status.services.compactMap { service in
      guard let until = pause(of: service.provider)?.pausedUntil else { return nil }
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

  private func until(_ instant: Date) -> String {
    Words.length(seconds: -seconds(since: instant))
  }
}
