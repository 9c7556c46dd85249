import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

struct FetchStateTests {
  let fixture: StoreFixture
  let start: Int64 = 1_780_000_000

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("The success of one part does not end the failure of the other")
  func parts() throws {
    let writer = try registered()
    _ = try writer.store([failure(.forecast, at: 1, retryAt: start + 500)], run: nil)
    _ = try writer.store([StoreFixture.reading(20, at: start)], run: nil)
    var state = try #require(try writer.sourceStates().first)
    #expect(state.failures == 1)
    #expect(state.errorCode == .service)
    #expect(state.retryAt == Date(unixSeconds: start + 500))
    #expect(state.currentAt == Date(unixSeconds: start + 60))
    #expect(state.forecastAt == nil)
    _ = try writer.store([failure(.forecast, at: 90)], run: nil)
    #expect(try writer.sourceStates().first?.failures == 2)
    let forecast = StoreFixture.forecast([20], from: "2026-06-10", fetchedAt: start + 100)
    _ = try writer.store([forecast], run: nil)
    state = try #require(try writer.sourceStates().first)
    #expect(state.failures == 0 && state.errorCode == nil && state.errorText == nil)
    #expect(state.retryAt == nil)
    #expect(state.lastAttemptAt == Date(unixSeconds: start + 100))
    try writer.close()
  }

  @Test("A part that is missing in an answer counts as a failure of that part")
  func partial() throws {
    let writer = try registered()
    var outcome = StoreFixture.reading(20, at: start)
    outcome.parts = .all
    outcome.results[0].parts = .current
    outcome.results[0].failedParts = [
      FailedPart(part: .forecast, error: FetchError(.undecodable, "daily: missing"))
    ]
    _ = try writer.store([outcome], run: nil)
    let state = try #require(try writer.sourceStates().first)
    #expect(state.failures == 1)
    #expect(state.errorText == "daily: missing")
    #expect(state.currentAt != nil && state.forecastAt == nil)
    #expect(try log(writer) == ["lisbon|partial|undecodable|1.0|1"])
    try writer.close()
  }

  @Test("A request for several cities is one row, and one for each city that failed alone")
  func batch() throws {
    let writer = try fixture.open()
    let slugs = ["lisbon", "oslo", "paris"]
    _ = try writer.register(
      slugs.enumerated().map { StoreFixture.registered(StoreFixture.city($1), position: $0) })
    var outcome = StoreFixture.reading(20, at: start)
    outcome.slugs = slugs
    outcome.cost = 3
    outcome.failures = [CityFailure(slug: "oslo", error: FetchError(.place, "not found"))]
    _ = try writer.store([outcome], run: nil)
    #expect(try log(writer) == ["null|partial|null|3.0|1", "oslo|failed|place|0.0|0"])
    #expect(try writer.sourceStates().map(\.failures) == [0, 1, 0])
    var refused = failure(.current, at: 10)
    refused.slugs = slugs
    refused.cost = 3
    _ = try writer.store([refused], run: nil)
    #expect(try writer.sourceStates().map(\.failures) == [1, 2, 1])
    #expect(try log(writer).last == "null|failed|service|3.0|0")
    func spent(_ provider: String, since: Int64) throws -> Double {
      try writer.accounts(of: [provider])[provider]?.ledger.cost(since: since) ?? 0
    }
    #expect(try spent("open-meteo", since: start) == 6)
    #expect(try spent("open-meteo", since: start + 900) == 0)
    #expect(try spent("other", since: 0) == 0)
    try writer.close()
  }

  @Test("Pauses and back-off survive a restart until they are forgotten")
  func pauses() throws {
    let writer = try registered()
    var state = ServiceState(provider: "open-meteo")
    state.pausedUntil = Date(unixSeconds: start + 3600)
    state.reason = .key
    state.failures = 3
    state.fingerprint = "abc"
    try writer.setServiceState(state)
    _ = try writer.store([failure(.current, at: 1, retryAt: start + 900)], run: nil)
    try writer.close()
    let next = try fixture.open()
    #expect(try next.serviceStates() == [state])
    #expect(try next.sourceStates().first?.retryAt == Date(unixSeconds: start + 900))
    try next.clearRetries(provider: "other")
    #expect(try next.sourceStates().first?.retryAt != nil)
    try next.clearRetries(provider: nil)
    #expect(try next.sourceStates().first?.retryAt == nil)
    try next.close()
  }

  @Test("The status has runs, states, sizes, the writer and what is of the future")
  func status() throws {
    let writer = try registered()
    let lock = try RunLock.acquire(database: fixture.path, command: "sync")
    let run = try writer.beginRun(trigger: "manual", at: Date(unixSeconds: start))
    let readings = [
      StoreFixture.reading(20, at: start), StoreFixture.reading(1, at: start + 86_400),
    ]
    _ = try writer.store(readings, run: run)
    try writer.endRun(run, at: Date(unixSeconds: start + 2), succeeded: 1, failed: 0)
    try writer.close()
    let now = Date(unixSeconds: start + 120)
    let (report, current) = try HistoryReader.read(path: fixture.path) { reader in
      (
        try reader.status(now: now),
        try reader.current(of: reader.cities(includeInactive: false), now: now)
      )
    }
    #expect(report.writer?.command == "sync")
    withExtendedLifetime(lock) {}
    #expect(report.runs.map(\.trigger) == ["manual"])
    #expect(report.runs.first?.finishedAt == Date(unixSeconds: start + 2))
    #expect(report.sources.map(\.observedAt) == [Date(unixSeconds: start)])
    #expect(report.futureRows == 1 && current.futureRows == 1)
    #expect(current.records.map(\.conditions.temperatureC) == [20])
    #expect(report.databaseBytes > 50_000)
  }

  @Test("A body is kept once, and the oldest go when there are too many")
  func quarantine() throws {
    let writer = try registered()
    var outcome = failure(.current, at: 0)
    for place in 0..<205 {
      let response = StoreFixture.unreadable(
        "body \(place)\0", at: Date(unixSeconds: start + Int64(place)))
      outcome.quarantine = nil
      outcome.keep(
        response, of: .openMeteo, city: StoreFixture.city(),
        because: FetchError(.undecodable, "not JSON"))
      _ = try writer.store([outcome, outcome], run: nil)
    }
    let kept = try writer.perform { connection in
      try connection.prepare(
        "SELECT CAST(body AS TEXT), seen, size FROM quarantine ORDER BY last_at"
      ).all { "\($0.text(0) ?? "") \($0.integer(1)) \($0.integer(2))" }
    }
    #expect(kept.count == 200)
    #expect(kept.first == "body 5\0 2 7")
    try writer.close()
  }

  private func registered() throws -> HistoryWriter {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered()])
    return writer
  }

  private func failure(_ parts: Parts, at: Int64, retryAt: Int64? = nil) -> FetchOutcome {
    var outcome = FetchOutcome(
      provider: "open-meteo", slugs: ["lisbon"], parts: parts,
      startedAt: Date(unixSeconds: start + at), finishedAt: Date(unixSeconds: start + at),
      durationMs: 3, httpStatus: 503, error: FetchError(.service, "server error 503"))
    outcome.retryAt = retryAt.map { Date(unixSeconds: $0) }
    return outcome
  }

  private func log(_ writer: HistoryWriter) throws -> [String] {
    try writer.perform { connection in
      try connection.prepare(
        """
        SELECT ifnull(city, 'null') || '|' || outcome || '|' || ifnull(error_class, 'null') || '|'
          || cost || '|' || rows_added FROM sync_log
        """
      ).all { $0.text(0) ?? "" }
    }
  }
}
