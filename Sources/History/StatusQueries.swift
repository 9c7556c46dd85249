public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// How the store and the fetching stand.
  public func status(now: Date) throws -> StatusReport {
    var report = StatusReport()
    try addSources(to: &report, now: now)
    report.services = try StateQueries.services(connection)
    report.network = try NetworkRow.read(connection)
    report.clock = try ClockRow.read(connection)
    report.isDiskFull = (Files.freeBytes(Files.folder(of: path)) ?? .max) < Self.leastRoom
    report.runs = try runs()
    report.unplaced = try unplaced()
    report.quotas = try quotas(now: now, isClockWrong: report.clock?.isWrong ?? false)
    report.quarantined =
      try connection.prepare("SELECT count(*) FROM quarantine").first { $0.integer(0) } ?? 0
    report.gaps = try openGapSums()
    report.databaseBytes = ["", "-wal", "-shm"].reduce(0) { $0 + (Files.size(path + $1) ?? 0) }
    report.setAside = SetAside.list(path)
    try addDetails(to: &report, now: now)
    report.writer = RunLock.holder(database: path)
    // What is left of a daemon that was killed means nothing.
    if report.writer?.command == "run" { report.reload = try ReloadRow.read(connection) }
    return report
  }

  /// Bytes without which a row can't be counted on to be written.
  private static let leastRoom: Int64 = 64 << 10

  private func addSources(to report: inout StatusReport, now: Date) throws {
    let latest = now.unixSeconds + Self.clockTolerance
    let details = try connection.prepare(
      """
      SELECT interval_s, spread_s, forecast_interval_s,
        (SELECT max(observed_at) FROM observation WHERE source = ?1 AND observed_at <= ?2),
        (SELECT count(*) FROM observation WHERE source = ?1 AND observed_at > ?2),
        forecast_at
      FROM city_provider WHERE id = ?1
      """)
    details.bind(2, latest)
    for (id, state) in try StateQueries.sources(connection) {
      details.bind(1, id)
      let status = try details.first { row in
        var status = SourceStatus(
          state: state,
          freshness: Freshness(
            intervalSeconds: row.integer(0), spreadSeconds: row.integer(1),
            forecastIntervalSeconds: row.integer(2)))
        status.observedAt = row.date(3)
        status.confirmedAt = row.date(5)
        report.futureRows += row.integer(4)
        return status
      }
      if let status { report.sources.append(status) }
    }
  }

  /// The quotas of the services that active cities use; none in a database of an older version.
  private func quotas(now: Date, isClockWrong: Bool) throws -> [String: QuotaStanding] {
    let isThere = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'quota'")
      .first { _ in true }
    guard isThere != nil else { return [:] }
    let names = try connection.prepare(
      "SELECT DISTINCT provider FROM city_provider WHERE active"
    ).all { $0.text(0) ?? "" }
    let limits = try QuotaRows.read(connection)
    var standings: [String: QuotaStanding] = [:]
    for name in names {
      var account = try AccountRows(connection, provider: name).read().0
      account.settle(at: now, clockSetBy: 0)
      if isClockWrong { account.clockSetAt = now }
      standings[name] = QuotaStanding.tightest(of: limits[name] ?? [], account, at: now)
    }
    return standings
  }

  private func runs() throws -> [RunRecord] {
    try connection.prepare(
      """
      SELECT started_at, finished_at, trigger, succeeded, failed FROM sync_run
      ORDER BY id DESC LIMIT 10
      """
    ).all { row in
      var run = RunRecord(
        startedAt: row.date(0) ?? Date(unixSeconds: 0), trigger: row.text(2) ?? "")
      run.finishedAt = row.date(1)
      run.succeeded = row.integer(3)
      run.failed = row.integer(4)
      return run
    }
  }
}
