import SQLite
import Weather

/// Logs requests: one row each, and one for each city that failed alone among several.
struct FetchLogWriting: ~Copyable {
  private let insert: Statement

  init(_ connection: Connection, run: Int64?) throws {
    insert = try connection.prepare(
      """
      INSERT INTO fetch (run, city, provider, parts, started_at, finished_at, duration_ms, outcome,
        http_status, error_class, error, cost, rows_added, purpose)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """)
    insert.bind(1, run)
  }

  func write(
    _ outcome: FetchOutcome, failures: [CityFailure], added: Int,
    city: (String) throws -> Int64
  ) throws {
    insert.bind(3, outcome.provider)
    insert.bind(4, Int64(outcome.parts.rawValue))
    insert.bind(5, outcome.startedAt.unixSeconds)
    insert.bind(6, outcome.finishedAt.unixSeconds)
    insert.bind(7, Int64(outcome.durationMs))
    insert.bind(9, outcome.httpStatus.map { Int64($0) })
    insert.bind(14, outcome.purpose == .scheduled ? nil : outcome.purpose.rawValue)
    let single = outcome.slugs.count == 1 ? outcome.slugs.first : nil
    let failed = outcome.error != nil || outcome.results.isEmpty && !failures.isEmpty
    let verdict = failed ? "failed" : failures.isEmpty ? "ok" : "partial"
    try row(
      city: single.map(city), verdict,
      error: outcome.error ?? (single == nil ? nil : failures.first?.error), cost: outcome.cost,
      added: added)
    guard single == nil else { return }
    let answered = Set(outcome.results.map(\.city.slug))
    for failure in failures {
      try row(
        city: city(failure.slug), answered.contains(failure.slug) ? "partial" : "failed",
        error: failure.error, cost: 0, added: 0)
    }
  }

  private func row(
    city: Int64?, _ verdict: String, error: FetchError?, cost: Double, added: Int
  ) throws {
    insert.bind(2, city)
    insert.bind(8, verdict)
    insert.bind(10, error?.code.rawValue)
    insert.bind(11, error?.message)
    insert.bind(12, cost)
    insert.bind(13, Int64(added))
    try insert.run()
  }
}
