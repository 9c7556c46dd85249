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

  /// A row's columns, of which those from `daemon` on are about all of it, and the same in each row;
  /// `stale` and `forecast_stale` are null where a service gives no such part, and
  /// `provider` for a city by name that was not found yet.
  public static let columns: [Column] = [
    "city", "name", "provider", "observed_at", "age_s", "stale", "forecast_confirmed_at",
    "forecast_age_s", "forecast_stale", "last_attempt_at", "current_at", "forecast_at",
    "failures", "retry_at", "error_class", "error", "paused_until", "paused_reason",
    "quota_window", "quota_limit", "quota_used", "quota_left", "quota_resets_at",
    "quota_lasts_until", "reach", "next_at",
    "daemon", "daemon_pid", "last_run_at", "offline_since", "database_bytes",
    "database_growth_bytes", "database_oldest_at", "database_newest_at", "database_gaps",
    "database_gap_s", "database_set_aside", "database_quarantined",
    "reload_error",
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
    let own = Self.columns.dropLast(whole.count).map { values[$0.stem] ?? .null }
    return own + whole
  }

  /// The values that concern all of it; their instants are of UTC.
  private var whole: [Value] {
    func time(_ instant: Date?) -> Value {
      Value(instant.map { LocalTime($0, utcOffsetSeconds: 0) })
    }
    return [
      Value(status.writer.map { $0.command ?? "run" }), Value(status.writer?.pid),
      time(status.runs.first?.startedAt), time(status.network?.since),
      .integer(Int(status.databaseBytes)), .integer(Int(status.monthlyGrowthBytes)),
      time(status.oldestAt), time(status.newestAt),
      .integer(status.gaps.reduce(0) { $0 + $1.count }),
      .integer(status.gaps.reduce(0) { $0 + $1.seconds }), .integer(status.setAside.count),
      .integer(status.quarantined), Value(status.reload?.reason),
    ]
  }

  private var lineRows: [[Value]] {
    let whole = whole
    return lines.map { line in
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
      ] + quota(of: state.provider, time) + [Value(source.reach), time(source.nextAt)] + whole
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
  func pause(of provider: String) -> ServiceState? {
    status.services.first { $0.provider == provider && ($0.pausedUntil ?? now) > now }
  }

  /// How long it is to an instant, in words.
  func until(_ instant: Date) -> String { Words.length(seconds: -seconds(since: instant)) }

  /// How long ago an instant was.
  func seconds(since instant: Date) -> Int {
    Int(now.unixSeconds - instant.unixSeconds)
  }

  /// What failed and why, who is paused, who is syncing, and what lies beside the database.
  public func notes(in units: UnitSystem) -> String { FetchingNotes(self).text }
}
