import AlmanacTestKit
import FoundationEssentials
import Glibc
import Import
import SQLite
import Testing
import Weather
import WeeWX

struct WeeWXTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("weewx.sdb") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// An archive with the columns that WeeWX makes, as far as they matter here.
  private func archive(_ rows: [String], pragma: String = "") throws -> Connection {
    try folder.write("weewx.sdb", [])
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      \(pragma);
      CREATE TABLE archive (`dateTime` INTEGER NOT NULL UNIQUE PRIMARY KEY,
        `usUnits` INTEGER NOT NULL, `interval` INTEGER NOT NULL, `altimeter` REAL, `appTemp` REAL,
        `barometer` REAL, `pressure` REAL, `dewpoint` REAL, `inTemp` REAL, `outHumidity` REAL,
        `outTemp` REAL, `rain` REAL, `rainRate` REAL, `snow` REAL, `UV` REAL, `windDir` REAL,
        `windGust` REAL, `windSpeed` REAL);
      """
        + rows.map {
          "INSERT INTO archive (dateTime, usUnits, interval, outTemp, appTemp,"
            + " dewpoint, outHumidity, barometer, windSpeed, windGust, windDir, UV, rain, rainRate,"
            + " pressure, inTemp, snow) VALUES (\($0), 900, 99, 12);"
        }.joined(separator: "\n"))
    return connection
  }

  @Test
  func `each unit system becomes canonical`() throws {
    let open = try archive([
      "1782903600, 1, 5, 68, 59, 50, 55, 29.92, 10, 20, 270, 6.5, 0.01, 0.1",
      "1782903900, 16, 5, 20, 15, 10, 55, 1013.25, 36, 72, 270, 6.5, 0.02, 0.25",
      "1782904200, 17, 10, 20, 15, 10, 55, 1013.25, 10, 20, 270, 6.5, 0.2, 2.5",
    ])
    let reading = try Reading(WeeWXArchive(path: path))
    let all = try reading.conditions()
    #expect(all.map(\.observedAt.unixSeconds) == [1_782_903_600, 1_782_903_900, 1_782_904_200])
    #expect(all.map(\.temperatureC) == [20, 20, 20])
    #expect(all.map(\.feelsLikeC) == [15, 15, 15])
    #expect(all.map(\.dewPointC) == [10, 10, 10])
    #expect(all.map(\.humidityPct) == [55, 55, 55])
    #expect(all.map(\.pressureHpa) == [1013.2075, 1013.25, 1013.25])
    #expect(all.map(\.windSpeedMs) == [4.4704, 10, 10])
    #expect(all.map(\.windGustMs) == [8.9408, 20, 20])
    #expect(all.map(\.precipitationMm) == [0.254, 0.2, 0.2])
    #expect(all.map(\.precipitationPeriodS) == [300, 300, 600])
    #expect(all.map(\.precipitationRateMmH) == [2.54, 2.5, 2.5])
    #expect(all.map(\.uvIndex) == [6.5, 6.5, 6.5])
    #expect(all.map(\.snowfallCm) == [nil, nil, nil])
    #expect(reading.rows.allSatisfy { $0.basis == .station })
    withExtendedLifetime(open) {}
  }

  @Test
  func `what can't be right is left out`() throws {
    let null = "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"
    let rain = "20, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.2, NULL"
    _ = try archive([
      "1782903600, 2, 5, \(rain)", "1782903900, 17, 0, \(rain)", "1782904200, 17, 5, \(null)",
      "1782904500, 17, 5, 'warm', NULL, NULL, 150, 20, NULL, NULL, NULL, NULL, NULL, NULL",
      "1782904800, 1, 5, 3276.7, NULL, NULL, 50, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
    ])
    let reading = try Reading(WeeWXArchive(path: path))
    let all = try reading.conditions()
    #expect(all.map(\.observedAt.unixSeconds) == [1_782_903_900, 1_782_904_800])
    #expect(all.map(\.precipitationMm) == [nil, nil])
    #expect(all.map(\.temperatureC) == [20, nil])
    #expect(reading.notes.badRows == 1)
    #expect(reading.notes.emptyRows == 2)
    #expect(reading.notes.texts.first == "dateTime 1782903600: usUnits is 2, not 1, 16 or 17")
  }

  @Test
  func `more than a page comes in order, once each`() throws {
    let open = try archive([])
    try open.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
      INSERT INTO archive (dateTime, usUnits, interval, outTemp)
      SELECT 1700000000 + 300 * i, 17, 5, i % 30 FROM n
      """)
    let reading = try Reading(WeeWXArchive(path: path))
    #expect(reading.rows.count == 5000)
    #expect(Set(try reading.conditions().map(\.observedAt)).count == 5000)
  }

  @Test
  func `a writer is never kept waiting between pages`() throws {
    let open = try archive([])
    try open.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
      INSERT INTO archive (dateTime, usUnits, interval, outTemp)
      SELECT 1700000000 + 300 * i, 17, 5, i % 30 FROM n
      """)
    let archive = try WeeWXArchive(path: path)
    var count = 0
    while try archive.next() != nil {
      count += 1
      if count == 100 {
        try open.execute(
          "INSERT INTO archive VALUES (1900000000, 17, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6)"
        )
      }
    }
    #expect(count == 5001)
  }

  @Test(arguments: [true, false])
  func `a database in WAL mode is read without making a file`(keepsOpen: Bool) throws {
    let row = "1782903600, 17, 5, 20, 15, 10, 55, 1013.25, 10, 20, 270, 6.5, 0.2, 2.5"
    var open: Connection? = try archive([row], pragma: "PRAGMA journal_mode = WAL")
    if !keepsOpen { open = nil }
    let before = try Fixture.names(in: folder.path)
    #expect(try Reading(WeeWXArchive(path: path)).rows.count == 1)
    #expect(try Fixture.names(in: folder.path) == before)
    withExtendedLifetime(open) {}
  }

  @Test
  func `another database is refused`() throws {
    try folder.write("other.db", [])
    try Connection(path: folder.file("other.db"), mode: .readWrite).execute("CREATE TABLE t (a)")
    let said = message { _ = try WeeWXArchive(path: folder.file("other.db")) }
    #expect(said.contains("not WeeWX's"))
  }
}
