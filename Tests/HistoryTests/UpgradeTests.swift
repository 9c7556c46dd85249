import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

/// From each schema that was ever released to this one, with data in it.
struct UpgradeTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// A database as a version with so many migrations left it: rows in each table of the first.
  private func make(_ count: Int) throws {
    try fixture.write([])
    let connection = try Connection(path: fixture.path, mode: .readWrite)
    try connection.execute(
      """
      PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA application_id = \(Migration.applicationID); PRAGMA journal_mode = WAL;
      """)
    try connection.keepSideFiles()
    _ = try connection.migrate(Array(Migration.all.prefix(count)), now: 1)
    try connection.execute(
      """
      INSERT INTO city (id, slug, name, latitude, longitude, position, active)
      VALUES (1, 'lisbon', 'Lisbon', 38.7223, -9.1393, 0, 1);
      INSERT INTO city_offset VALUES (1, 0, 3600);
      INSERT INTO city_provider (id, city, provider, kind, rank, active, interval_s, spread_s,
        forecast_interval_s, current_at) VALUES (1, 1, 'open-meteo', 'open-meteo', 0, 1, 900, 60,
        3600, 1780000000);
      INSERT INTO observation (source, observed_at, utc_offset_s, fetched_at, origin, basis,
        temperature_c) VALUES (1, 1779999000, 3600, 1780000000, 'live', 'model', 21.5);
      INSERT INTO forecast_day (source, date, fetched_at, issued_at, confirmed_at, utc_offset_s,
        temperature_high_c) VALUES (1, '2026-05-29', 1780000000, 1780000000, 1780000000, 3600, 25);
      INSERT INTO sync_run (id, trigger, started_at, succeeded) VALUES (1, 'manual', 1780000000, 1);
      INSERT INTO fetch (run, city, provider, parts, started_at, finished_at, duration_ms, outcome,
        cost, rows_added) VALUES (1, 1, 'open-meteo', 3, 1780000000, 1780000000, 5, 'ok', 1, 2);
      INSERT INTO gap (source, from_at, to_at, reason) VALUES (1, 1779990000, 1779993600, 'offline');
      INSERT INTO service VALUES ('open-meteo', NULL, NULL, 0, NULL);
      """)
  }

  private func schema() throws -> [String] {
    let connection = try Connection(
      path: fixture.path, mode: .readOnly(parameters: ["immutable=1"]))
    return try connection.prepare(
      "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY type, name"
    ).all { $0.text(0) ?? "" }
  }

  private func expectData() throws {
    #expect(try fixture.readings().map(\.conditions.temperatureC) == [21.5])
    #expect(try fixture.forecast(from: "2026-05-29").map(\.day.temperatureHighC) == [25])
    let status = try HistoryReader.read(path: fixture.path) { try $0.status(now: StoreFixture.now) }
    #expect(status.sources.map(\.state.slug) == ["lisbon"])
    #expect(status.runs.count == 1)
    let cities = try HistoryReader.read(path: fixture.path) { reader in
      let city = try reader.resolve(["lisbon"], includeInactive: false)[0]
      return try reader.buckets(
        of: city, provider: "open-meteo", every: .day, from: nil, to: nil)
    }
    #expect(cities.map(\.readings) == [1])
  }

  @Test(
    "Each released schema is read as it is, and brought up with all of its rows",
    arguments: 1...Migration.all.count)
  func upgrade(from count: Int) throws {
    try make(count)
    try expectData()
    let missing = Migration.all.dropFirst(count).map(\.name)
    #expect(try HistoryReader.missingMigrations(path: fixture.path) == missing)
    let (writer, report) = try HistoryWriter.open(path: fixture.path, now: StoreFixture.now)
    #expect(report.migrated == missing)
    _ = try writer.register([StoreFixture.registered()])
    _ = try writer.store([StoreFixture.reading(22, at: 1_780_000_900)], run: nil)
    try writer.close()
    #expect(try fixture.readings().map(\.conditions.temperatureC) == [21.5, 22])
    let upgraded = try schema()
    let fresh = try UpgradeTests()
    try fresh.fixture.open().close()
    #expect(try fresh.schema() == upgraded)
    #expect(try HistoryReader.missingMigrations(path: fixture.path).isEmpty)
  }

  @Test("A migration that fails leaves schema and version as they were")
  func failure() throws {
    try make(2)
    let before = try schema()
    let connection = try Connection(path: fixture.path, mode: .readWrite)
    let broken = Migration(
      name: "0003_broken.sql", sql: Array("CREATE TABLE x (a); CREATE TABLE x (a);".utf8))
    #expect(throws: (any Error).self) {
      try connection.migrate(Array(Migration.all.prefix(2)) + [broken], now: 2)
    }
    _ = try connection.emptyLog(waitMs: 100)
    #expect(try schema() == before)
    #expect(try connection.prepare("PRAGMA user_version").first { $0.integer(0) } == 2)
  }
}
