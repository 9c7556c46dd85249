import FoundationEssentials
import Import
import Testing
import Weather
import Zones

struct CSVTests {
  private static let row = "2026-07-01T12:00:00+01:00"

  @Test(
    arguments: [
      ("temperature_c", "21.5", \WeatherData.CurrentConditions.temperatureC, 21.5),
      ("temperature_f", "68", \.temperatureC, 20),
      ("temperature_k", "300", \.temperatureC, 26.85),
      ("Temperature C", "-0.0", \.temperatureC, 0),
      ("wind_speed_ms", "3.5", \.windSpeedMs, 3.5), ("wind_speed_kmh", "36", \.windSpeedMs, 10),
      ("wind_speed_mph", "10", \.windSpeedMs, 4.4704), ("wind_gust_kn", "10", \.windGustMs, 5.1444),
      ("pressure_hpa", "1013.25", \.pressureHpa, 1013.25),
      ("pressure_inhg", "29.92", \.pressureHpa, 1013.2075),
      ("pressure_mmhg", "760", \.pressureHpa, 1013.25),
      ("pressure_pa", "101325", \.pressureHpa, 1013.25),
      ("precipitation_mm", "0.2", \.precipitationMm, 0.2),
      ("precipitation_in", "1", \.precipitationMm, 25.4),
      ("precipitation_rate_in_h", "0.1", \.precipitationRateMmH, 2.54),
      ("precipitation_period_min", "5", \.precipitationPeriodS, 300),
      ("snowfall_in", "2", \.snowfallCm, 5.08), ("visibility_mi", "1", \.visibilityM, 1609.344),
      ("visibility_km", "16.1", \.visibilityM, 16_100), ("humidity_pct", "104", \.humidityPct, 100),
      ("uv_index", "7", \.uvIndex, 7), ("cloud_cover_pct", "1e2", \.cloudCoverPct, 100),
      ("wind-direction.deg", "360", \.windDirectionDeg, 360),
    ] as [(String, String, any KeyPath<WeatherData.CurrentConditions, Double?> & Sendable, Double)])
  func `the unit in a column's name is the unit of its numbers`(
    name: String, text: String,
    path: any KeyPath<WeatherData.CurrentConditions, Double?> & Sendable, value: Double
  ) throws {
    let reading = try Reading(csv: "time,\(name)\n\(Self.row),\(text)\n")
    let conditions = try reading.first()
    #expect(conditions[keyPath: path] == value)
    #expect(conditions.observedAt == Date(unixSeconds: 1_782_903_600))
    #expect(reading.notes.warnings == 0)
  }

  @Test(arguments: [
    ("12,5", "not a number (‘12,5’)"), ("abc", "not a number (‘abc’)"),
    ("0x10", "not a number"), ("1.2.3", "not a number"), ("12 °C", "not a number"),
    ("inf", "not a number"), ("1e999", "not a number"), ("-999", "out of range (-999.0)"),
    ("66", "out of range"), ("-9999.9", "out of range"), ("true", "not a number"),
    ("٣", "not a number"), ("+", "not a number"), (".", "not a number"), ("1_000", "not a number"),
  ])
  func `a bad value costs itself and a warning with its line and column`(
    text: String, problem: String
  ) throws {
    let reading = try Reading(
      csv: "time;temperature_c;humidity_pct\n2026-07-01T12:00:00Z;\(text);50\n")
    let conditions = try reading.first()
    #expect(conditions.temperatureC == nil)
    #expect(conditions.humidityPct == 50)
    #expect(reading.notes.texts.first?.hasPrefix("line 2, temperature_c: \(problem)") == true)
    #expect(reading.notes.warnings == 1)
  }

  @Test(arguments: ["", " ", "NA", "n/a", "NaN", "null", "-", "--", "---", "None", "\"\""])
  func `a missing value is null and no warning`(text: String) throws {
    let reading = try Reading(csv: "time,temperature_c,humidity_pct\n\(Self.row),\(text),50\n")
    #expect(try reading.first().temperatureC == nil)
    #expect(reading.notes.warnings == 0)
  }

  @Test(arguments: [
    ("1782903600", 1_782_903_600), ("2026-07-01T11:00:00Z", 1_782_903_600),
    ("2026-07-01 12:00", 1_782_903_600), ("2026-07-01T12:00:00", 1_782_903_600),
    ("2026-07-01 12:00:00+01:00", 1_782_903_600), ("2026-07-01T11:00:00.250z", 1_782_903_600),
    ("2026-01-01 00:00", 1_767_225_600), ("-86400", -86_400),
    ("1901-01-01T00:00:00Z", -2_177_452_800),
    ("2026-10-25 00:59", 1_792_886_340), ("2026-10-25 02:00", 1_792_893_600),
    ("2026-03-29 00:59:59", 1_774_745_999), ("2026-03-29 02:00", 1_774_746_000),
  ])
  func `a time is an instant, or what clocks of the place show`(text: String, at: Int64) throws {
    let reading = try Reading(csv: "time,temperature_c\n\(text),1\n")
    #expect(try reading.first().observedAt.unixSeconds == at)
  }

  @Test(arguments: [
    "", "0", "yesterday", "2026-07-01", "12:00", "01.07.2026 12:00", "2026-02-30 12:00",
    "2026-07-01 24:00", "2026-07-01 12:60", "2026-07-01T12:00:00+25:00",
    "2026-07-01T12:00:00 +01:00",
    "1782903600000", "1782903600.5", "2026-07-01T12:00:00.", "2026-07-01T12:00:00Zx",
  ])
  func `a bad time costs the row`(text: String) throws {
    let reading = try Reading(csv: "time,temperature_c\n\(text),1\n\(Self.row),2\n")
    #expect(reading.rows.count == 1)
    #expect(reading.notes.badRows == 1)
    let unread =
      "line 2: no time that can be read: ‘\(text)’; write 2026-11-20T06:00 or Unix seconds"
    #expect(reading.notes.texts == [text.isEmpty ? "line 2: no time" : unread])
  }

  @Test
  func `the forms of a time are named once`() throws {
    let reading = try Reading(csv: "time,temperature_c\n20/11/2026 06:00,1\n20/11/2026 07:00,1\n")
    #expect(
      reading.notes.texts == [
        "line 2: no time that can be read: ‘20/11/2026 06:00’; "
          + "write 2026-11-20T06:00 or Unix seconds",
        "line 3: no time that can be read: ‘20/11/2026 07:00’",
      ])
  }

  @Test(arguments: [
    ("2026-03-29 01:30", "never showed this time"), ("2026-10-25 01:30", "twice"),
    ("1650-01-01T00:00:00Z", "no time of a measurement"),
    ("1800000301", "a time of the future"),
  ])
  func `a time that is none, or two, or not yet, is refused`(text: String, why: String) throws {
    let reading = try Reading(csv: "time,temperature_c\n\(text),1\n")
    let row = try #require(reading.rows.first)
    let zone = try #require(Zone("Europe/Lisbon"))
    #expect(message { _ = try row.placed(in: zone, now: Reading.now) }.contains(why))
  }

  @Test
  func `without a zone a row must state its offset`() throws {
    let reading = try Reading(
      csv:
        "time,temperature_c\n2026-07-01T12:00:00+05:45,1\n2026-07-01T12:00:00Z,1\n2026-07-01 12:00,1\n"
    )
    #expect(try reading.rows[0].placed(in: nil, now: Reading.now).utcOffsetSeconds == 20_700)
    for row in reading.rows.dropFirst() {
      #expect(throws: ImportedRow.TimeProblem.needsZone) {
        try row.placed(in: nil, now: Reading.now)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 1000], [",", ";", "\t"])
  func `quotes, line breaks and marks are read whatever the chunk`(
    chunk: Int, separator: String
  ) throws {
    let csv = Self.table(separatedBy: separator)
    let reading = try Reading(csv: csv, chunk: chunk)
    let conditions = try reading.conditions()
    #expect(conditions.map(\.summary) == ["a \"b\",;\tc\r\nd", "e \"f\"", "g"])
    #expect(conditions.map(\.icon) == ["x", nil, "h"])
    #expect(conditions.map(\.temperatureC) == [1, 2, 3])
    #expect(reading.rows.map(\.place) == [.line(2), .line(5), .line(6)])
    #expect(reading.notes.warnings == 0)
  }

  /// Three rows with quotes, marks and all three ends of lines.
  private static func table(separatedBy mark: String) -> String {
    "\u{FEFF}time\(mark)temperature_c\(mark)\"summary\"\(mark)icon\r\n"
      + "1782903600\(mark)1\(mark)\"a \"\"b\"\",;\tc\r\nd\"\(mark)x\r\n"
      + "\r\n1782903660 \(mark) 2 \(mark)e \"f\"\(mark)\r1782903720\(mark)3\(mark) \"g\" \(mark)h"
  }

  @Test(arguments: [
    ("1782903600,1", "2 fields, where the header has 3"),
    ("1782903600,1,2,3", "4 fields"), ("1782903600,\"1\"2,3", "text after a closing"),
  ])
  func `a row of another form than the header is left out`(row: String, why: String) throws {
    let reading = try Reading(
      csv: "time,temperature_c,humidity_pct\n\(row)\n\(row),,\n1782903600,5,6,,\n")
    #expect(reading.rows.last.map(\.place) == .line(4))
    #expect(reading.notes.texts.first?.contains(why) == true, "\(reading.notes.texts)")
  }

  @Test(arguments: [
    ("temperature_c,humidity_pct\n1,2\n", "no column says when"),
    ("time,temperature\n1782903600,2\n", "no column is a measurement"),
    ("time,temperature_c,temperature_f\n1782903600,2,3\n", "say the same"),
    ("time,temperature_c;time;x\n1,2\n", "can't be told"),
    ("time,temperature_c\n1782903600,\"2\n", "not closed"),
    ("period,temperature_mean_c\n2026-07-01,2\n", "no column says when"),
    ("just words\nand more\n", "no column says when"),
  ])
  func `a file that says too little is refused`(text: String, why: String) {
    let said = message { _ = try Reading(csv: text) }
    #expect(said.contains(why), "\(said)")
  }

  @Test
  func `columns are mapped, left out, and warned of once`() throws {
    let reading = try Reading(
      csv: "When,Out°,a=b,temperature_c,junk\n1782903600,50,3,9,1\n1782903660,59,3,9,1\n",
      map: ["When=time", "Out°=temperature_f", "a=b=wind_speed_ms", "temperature_c=-"])
    #expect(try reading.conditions().map(\.temperatureC) == [10, 15])
    #expect(try reading.conditions().map(\.windSpeedMs) == [3, 3])
    #expect(reading.notes.texts == ["line 1: columns that mean nothing here: ‘junk’"])
  }

  @Test(arguments: [
    ("x", "COLUMN=field"), ("=time", "COLUMN=field"), ("time=temperatur_c", "no field"),
    ("nope=time", "there is no column ‘nope’; there are ‘time’, ‘temperature_c’"),
  ])
  func `a wrong mapping is said`(map: String, why: String) {
    let said = message { _ = try Reading(csv: "time,temperature_c\n", map: [map]) }
    #expect(said.contains(why), "\(said)")
  }

  @Test
  func `texts that are none of their words, or not UTF-8, are left out`() throws {
    var bytes = Array("time,condition,basis,condition_code,summary\n1782903600,wet,guess,3.5,".utf8)
    bytes += [0xFC, 0x0A]
    bytes += Array("1782903660,rain,model,61.0,ok\n".utf8)
    let reading = try Reading(csv: bytes)
    #expect(reading.rows.count == 1)
    #expect(reading.notes.warnings == 4)
    #expect(reading.notes.emptyRows == 1)
    #expect(reading.rows[0].basis == .model)
    #expect(try reading.first().condition == .rain)
    #expect(try reading.first().conditionCode == 61)
  }

  @Test
  func `warnings are counted beyond those that are kept`() throws {
    let rows = (0..<100).map { "178290\(1000 + $0),x,1\n" }.joined()
    let reading = try Reading(csv: "time,temperature_c,humidity_pct\n" + rows)
    #expect(reading.notes.texts.count == ImportNotes.limit)
    #expect(reading.notes.warnings == 100)
  }
}
