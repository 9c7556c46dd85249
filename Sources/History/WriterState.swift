public import FoundationEssentials
import SQLite
public import Weather

extension HistoryWriter {
  /// Notes the beginning of a pass; returns its number.
  public func beginRun(trigger: String, at: Date) throws(HistoryError) -> Int64 {
    try write { connection in
      let insert = try connection.prepare(
        "INSERT INTO sync_run (trigger, started_at) VALUES (?1, ?2)")
      insert.bind(1, trigger)
      insert.bind(2, at.unixSeconds)
      try insert.run()
      return connection.lastInsertedRow
    }
  }

  /// Notes a pass that is over.
  public func record(_ run: RunRecord) throws(HistoryError) {
    try together { () throws(HistoryError) in
      let id = try beginRun(trigger: run.trigger, at: run.startedAt)
      try endRun(
        id, at: run.finishedAt ?? run.startedAt, succeeded: run.succeeded, failed: run.failed)
    }
  }

  /// Notes the end of a pass.
  public func endRun(
    _ run: Int64, at: Date, succeeded: Int, failed: Int
  ) throws(HistoryError) {
    try write { connection in
      let update = try connection.prepare(
        "UPDATE sync_run SET finished_at = ?2, succeeded = ?3, failed = ?4 WHERE id = ?1")
      update.bind(1, run)
      update.bind(2, at.unixSeconds)
      update.bind(3, Int64(succeeded))
      update.bind(4, Int64(failed))
      try update.run()
    }
  }

  /// What tells this installation from others: made at random with the database.
  public func installation() throws(HistoryError) -> String {
    try perform { connection in
      let select = try connection.prepare("SELECT id FROM installation")
      return try select.first { $0.text(0) ?? "" } ?? ""
    }
  }

  /// The states of the active sources of the active cities.
  public func sourceStates() throws(HistoryError) -> [SourceState] {
    try perform { connection in
      try StateQueries.sources(connection).map(\.state)
    }
  }

  /// Keeps when sources may be tried again, over restarts; writes only what changed.
  public func setRetries(_ retries: [SourceRetry]) throws(HistoryError) {
    guard !retries.isEmpty else { return }
    try write { connection in
      let update = try connection.prepare(
        """
        UPDATE city_provider SET retry_at = ?3
        WHERE provider = ?2 AND city = (SELECT id FROM city WHERE slug = ?1) AND retry_at IS NOT ?3
        """)
      for retry in retries {
        update.bind(1, retry.slug)
        update.bind(2, retry.provider)
        update.bind(3, retry.retryAt?.unixSeconds)
        try update.run()
      }
    }
  }

  /// Forgets the back-off of all cities of a service, or of all services.
  public func clearRetries(provider: String?) throws(HistoryError) {
    try write { connection in
      let update = try connection.prepare(
        """
        UPDATE city_provider SET retry_at = NULL
        WHERE retry_at IS NOT NULL AND (?1 IS NULL OR provider = ?1)
        """)
      update.bind(1, provider)
      try update.run()
    }
  }

  /// The states of the services that are or were paused.
  public func serviceStates() throws(HistoryError) -> [ServiceState] {
    try perform { connection in try StateQueries.services(connection) }
  }

  /// Keeps the state of a service over restarts.
  public func setServiceState(_ state: ServiceState) throws(HistoryError) {
    try write { connection in
      let upsert = try connection.prepare(
        """
        INSERT OR REPLACE INTO service (provider, paused_until, reason, failures, fingerprint)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """)
      upsert.bind(1, state.provider)
      upsert.bind(2, state.pausedUntil?.unixSeconds)
      upsert.bind(3, state.reason?.rawValue)
      upsert.bind(4, Int64(state.failures))
      upsert.bind(5, state.fingerprint)
      try upsert.run()
    }
  }

  /// The absence of the network that goes on; nil while it is there.
  public func networkAbsence() throws(HistoryError) -> NetworkAbsence? {
    try perform { connection in try NetworkRow.read(connection) }
  }

  /// What was said against this machine's clock; nil when nothing is.
  public func clockTrouble() throws(HistoryError) -> ClockTrouble? {
    try perform { connection in try ClockRow.read(connection) }
  }

  /// Keeps what was said against this machine's clock over restarts; nil ends it.
  public func setClockTrouble(_ trouble: ClockTrouble?) throws(HistoryError) {
    try write { connection in try ClockRow.write(trouble, connection) }
  }

  /// Keeps the absence of the network over restarts; nil ends it.
  public func setNetworkAbsence(_ absence: NetworkAbsence?) throws(HistoryError) {
    try write { connection in try NetworkRow.write(absence, connection) }
  }

  /// Keeps why the daemon still has an earlier configuration; nil when it has the last one.
  public func setReloadFailure(_ failure: ReloadFailure?) throws(HistoryError) {
    guard try perform({ connection in try ReloadRow.read(connection) }) != failure else { return }
    try write { connection in try ReloadRow.write(failure, connection) }
  }
}
