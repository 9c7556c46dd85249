import FoundationEssentials
import SQLite
import Weather

/// What `status` reads from the log of requests.
struct RequestLog {
  /// More than a day of a thousand cities: what is older does not change much.
  private static let limit = 200_000
  /// Requests of one pass begin within so many seconds.
  private static let passSeconds: Int64 = 60

  /// A request for what is or will be; one for the past, or for a place, is none.
  private struct Poll {
    let at: Int64
    let run: Int64?
    var isGood: Bool

    /// Whether both are of one pass.
    func isWith(_ other: Poll) -> Bool {
      if let run, let their = other.run { return run == their }
      return abs(at - other.at) < RequestLog.passSeconds
    }
  }

  /// Of each city that was asked alone, or failed alone, newest first.
  private var own: [Int64: [Poll]] = [:]
  /// Of passes that asked for several cities at once, newest first.
  private var shared: [Poll] = []
  /// The failures since an instant, by class.
  private(set) var failures: [String: Int] = [:]
  /// Rows that the store gained since that instant, and requests.
  private(set) var rows = 0
  private(set) var requests = 0

  init(_ connection: Connection, provider: String, since: Date, day: Date) throws {
    let select = try connection.prepare(
      """
      SELECT city, started_at, outcome, error_class, rows_added, run, parts FROM fetch
      WHERE provider = ?1 AND started_at > ?2 ORDER BY started_at DESC LIMIT \(Self.limit)
      """)
    select.bind(1, provider)
    select.bind(2, since.unixSeconds)
    try select.each { row in
      let poll = Poll(
        at: row.int64(1) ?? 0, run: row.int64(5), isGood: row.text(2) != "failed")
      let isPoll = row.integer(6) != 0
      if isPoll { take(poll, of: row.int64(0)) }
      guard poll.at > day.unixSeconds else { return }
      // History that is fetched once is no growth.
      if isPoll { rows += row.integer(4) }
      requests += 1
      if let code = row.text(3) { failures[code, default: 0] += 1 }
    }
  }

  private mutating func take(_ poll: Poll, of city: Int64?) {
    if let city {
      own[city, default: []].append(poll)
    } else if let last = shared.last, last.isWith(poll) {
      shared[shared.count - 1].isGood = last.isGood && poll.isGood
    } else {
      shared.append(poll)
    }
  }

  /// The last eight polls of a city, the oldest first: 1 for an answer, 0 for a failure.
  func reach(of city: Int64) -> String? {
    let alone = own[city] ?? []
    let together = shared.filter { poll in !alone.contains { $0.isWith(poll) } }
    let polls = (alone + together).sorted { $0.at > $1.at }.prefix(8)
    return polls.isEmpty ? nil : String(polls.reversed().map { $0.isGood ? "1" : "0" })
  }
}

extension HistoryReader {
  private static let daySeconds = 86_400.0
  /// Bytes that a row and a request take, measured with half-full pages.
  private static let rowBytes = 300
  private static let requestBytes = 130

  /// Adds what the log of requests and the tables say of the whole.
  func addDetails(to report: inout StatusReport, now: Date) throws {
    let day = now.addingTimeInterval(-Self.daySeconds)
    var cities: [String: Int64] = [:]
    try connection.prepare("SELECT slug, id FROM city").each {
      cities[$0.text(0) ?? ""] = $0.int64(1)
    }
    var grown = 0
    for provider in Set(report.sources.map(\.state.provider)).sorted() {
      let mine = report.sources.indices.filter { report.sources[$0].state.provider == provider }
      let longest = mine.map { report.sources[$0].freshness.intervalSeconds }.max() ?? 0
      let log = try RequestLog(
        connection, provider: provider,
        since: now.addingTimeInterval(-max(Self.daySeconds, 9 * Double(longest))), day: day)
      for index in mine {
        report.sources[index].reach = cities[report.sources[index].state.slug].flatMap(log.reach)
        report.sources[index].nextAt = nextPoll(report.sources[index], report, now: now)
      }
      report.recentFailures += log.failures.sorted { $0.key < $1.key }.map {
        RecentFailures(provider: provider, errorCode: $0.key, count: $0.value)
      }
      grown += log.rows * Self.rowBytes + log.requests * Self.requestBytes
    }
    report.monthlyGrowthBytes = Int64(grown) * 30
    report.oldestAt = try edge("min")
    report.newestAt = try edge("max")
  }

  /// When a source is asked next by its interval; later where a pause, the service or the absence of
  /// the network says so.
  private func nextPoll(_ source: SourceStatus, _ report: StatusReport, now: Date) -> Date? {
    let interval = Int64(source.freshness.intervalSeconds)
    guard interval > 0 else { return nil }
    let last = source.state.lastAttemptAt?.unixSeconds ?? now.unixSeconds
    let scheduled = Date(unixSeconds: (last / interval + 1) * interval)
    let pause = report.services.first { $0.provider == source.state.provider }?.pausedUntil
    return [
      scheduled, source.state.retryAt, pause, source.state.memory.expiresAt,
      report.network?.probeAt, now,
    ]
    .compactMap(\.self).max()
  }

  private func edge(_ function: String) throws -> Date? {
    try connection.prepare(
      """
      SELECT \(function)((SELECT \(function)(observed_at) FROM observation WHERE source = s.id))
      FROM city_provider s
      """
    ).first { $0.date(0) } ?? nil
  }
}
