import SQLite
import Testing
import Weather

@testable import History

/// A history of years is read by its indexes: no query walks through all readings or forecasts.
struct QueryPlanTests {
  static let queries = [
    "SELECT * FROM observations WHERE city = 'lisbon' AND observed_at > 1",
    "SELECT * FROM observations WHERE city = 'lisbon' AND provider = 'x' ORDER BY observed_at",
    "SELECT * FROM current_conditions",
    "SELECT * FROM current_conditions WHERE city = 'lisbon'",
    "SELECT * FROM forecasts WHERE city = 'lisbon' AND date = '2026-06-10'",
    "SELECT * FROM daily_forecast WHERE city = 'lisbon' AND date >= '2026-06-10'",
    "SELECT * FROM hourly_observed WHERE city = 'lisbon'",
    "SELECT * FROM daily_observed WHERE city = 'lisbon' AND provider = 'x'",
    "SELECT * FROM cities",
    "SELECT max(observed_at) FROM observations WHERE city = 'lisbon' AND provider = 'x'",
    ObservationTable.confirm, ObservationTable.insert, ForecastTable.newest,
    ForecastTable.confirm, ForecastTable.insert, ForecastTable.revisions,
    ForecastTable.extremes, ForecastTable.outlook, HistoryReader.newestFirst,
    HistoryReader.soFar, HistoryReader.earlier,
    HistoryReader.oneSource, HistoryReader.severalSources,
    "SELECT total(cost) FROM fetch WHERE provider = ?1 AND started_at >= ?2",
  ]

  @Test("Large tables are searched, never scanned", arguments: queries)
  func plan(query: String) throws {
    let memory = try Connection(path: "", mode: .memory)
    _ = try memory.migrate(now: 0)
    let steps = try memory.prepare("EXPLAIN QUERY PLAN \(query)").all { $0.text(3) ?? "" }
    let scans = steps.filter { step in
      // `o`, `n` and `f` are the aliases of readings and forecasts in the views.
      ["o", "n", "f", "observation", "forecast_day", "fetch"].contains { step == "SCAN \($0)" }
    }
    #expect(scans.isEmpty, "\(steps.joined(separator: "\n"))")
  }

  @Test(
    "The readings of one source and the revisions of a day are read in their order, not sorted",
    arguments: [
      HistoryReader.oneSource, HistoryReader.newestFirst, HistoryReader.earlier,
      ForecastTable.revisions,
    ])
  func noSorting(query: String) throws {
    let memory = try Connection(path: "", mode: .memory)
    _ = try memory.migrate(now: 0)
    let steps = try memory.prepare("EXPLAIN QUERY PLAN \(query)").all { $0.text(3) ?? "" }
    #expect(steps.contains { $0.contains("USING PRIMARY KEY") })
    #expect(!steps.contains { $0.contains("TEMP B-TREE") })
  }

  @Test("The views have the columns of the contract, in its order")
  func columns() throws {
    let memory = try Connection(path: "", mode: .memory)
    _ = try memory.migrate(now: 0)
    let current = WeatherData.CurrentConditions.fields.map(\.column)
    let described = ["condition", "condition_code", "summary", "icon"]
    let readings = [
      "city", "provider", "observed_at", "local_time", "utc_offset_s", "fetched_at", "origin",
      "basis",
    ]
    let days =
      [
        "city", "provider", "date", "issued_at", "fetched_at", "confirmed_at", "utc_offset_s",
      ] + WeatherData.DayConditions.fields.map(\.column) + ["sunrise", "sunset"] + described
      + ["hours_covered"]
    let sums =
      ["readings", "coverage_pct"]
      + BucketRecord.fields.flatMap { field in
        ["min", "mean", "max"].map { kind in
          "\(field.stem)_\(kind)" + field.column.dropFirst(field.stem.count)
        }
      } + ["precipitation_mm", "condition"]
    let contract = [
      "observations": readings + current + described,
      "current_conditions": readings + current + described,
      "forecasts": days, "daily_forecast": days,
      "hourly_observed": ["city", "provider", "hour"] + sums,
      "daily_observed": ["city", "provider", "date"] + sums,
      "observed_days": ["city", "provider", "date", "fetched_at", "utc_offset_s", "basis"]
        + WeatherData.DayConditions.fields.map(\.column) + ["sunrise", "sunset"] + described,
      "sync_log": [
        "started_at", "finished_at", "trigger", "city", "provider", "outcome", "error_class",
        "error", "http_status", "duration_ms", "cost", "rows_added",
      ],
      "gaps": ["city", "provider", "from_at", "to_at", "reason", "filled_at"],
      "cities": [
        "city", "name", "country", "admin", "latitude", "longitude", "elevation_m", "timezone",
        "providers", "active", "first_at", "last_at", "observations",
      ],
    ]
    for (view, columns) in contract {
      let found = try memory.prepare("SELECT name FROM pragma_table_info('\(view)')").all {
        $0.text(0) ?? ""
      }
      #expect(found == columns, "\(view)")
    }
  }
}
