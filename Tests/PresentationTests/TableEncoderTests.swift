import FoundationEssentials
import Presentation
import Testing
import Weather

struct TableEncoderTests {
  private static let columns = [
    Column("name"), Column("temperature", .celsius), Column("wind_speed", .metrePerSecond),
    Column("readings"), Column("stale"), Column("observed_at"), Column("date"),
  ]

  private func encoded(
    _ rows: [[Value]], _ format: MachineFormat, _ system: UnitSystem = .si,
    columns: [Column] = columns
  ) -> String {
    var encoder = TableEncoder(columns, as: format, in: system)
    for row in rows { encoder.append(row) }
    return String(decoding: encoder.finished(), as: UTF8.self)
  }

  private static let time = LocalTime(Date(unixSeconds: 1_792_972_800), utcOffsetSeconds: 3600)
  private static let row: [Value] = [
    .text("Lisbon"), .number(17.2), .number(10), .integer(4), .bool(false), .instant(time),
    .date(LocalDate(daysSince1970: 20_000)),
  ]
  private static let empty = [Value](repeating: .null, count: 7)

  @Test func `csv has a header, LF, and nothing where nothing is known`() {
    #expect(
      encoded([Self.row, Self.empty], .csv) == """
        name,temperature_c,wind_speed_ms,readings,stale,observed_at,date
        Lisbon,17.2,10.0,4,false,2026-10-26T01:00:00+01:00,2024-10-04
        ,,,,,,

        """)
  }

  @Test func `tsv is the same with tabs`() {
    #expect(
      encoded([Self.empty], .tsv, columns: [Column("a"), Column("b")]).hasPrefix("a\tb\n\t\n"))
  }

  @Test func `json is one array with every key in every object`() {
    let text = """
      [
      {"name":"Lisbon","temperature_c":17.2,"wind_speed_ms":10.0,"readings":4,"stale":false,\
      "observed_at":"2026-10-26T01:00:00+01:00","date":"2024-10-04"},
      {"name":null,"temperature_c":null,"wind_speed_ms":null,"readings":null,"stale":null,\
      "observed_at":null,"date":null}
      ]

      """
    #expect(encoded([Self.row, Self.empty], .json) == text)
  }

  @Test func `json without rows is an empty array, ndjson is empty, csv keeps its header`() {
    #expect(encoded([], .json) == "[]\n")
    #expect(encoded([], .ndjson) == "")
    #expect(encoded([], .csv, columns: [Column("a")]) == "a\n")
  }

  @Test func `ndjson is an object a line`() {
    let text = encoded([[.integer(1)], [.null]], .ndjson, columns: [Column("n")])
    #expect(text == "{\"n\":1}\n{\"n\":null}\n")
  }

  // B30: a label that is renamed while its value stays.
  @Test(arguments: [
    (UnitSystem.si, "temperature_c,wind_speed_ms,precipitation_mm", "20.0,10.0,2.54"),
    (.metric, "temperature_c,wind_speed_kmh,precipitation_mm", "20.0,36.0,2.54"),
    (.imperial, "temperature_f,wind_speed_mph,precipitation_in", "68.0,22.3694,0.1"),
    (.uk, "temperature_c,wind_speed_mph,precipitation_mm", "20.0,22.3694,2.54"),
  ])
  func `units change name and value together`(
    system: UnitSystem, header: String, values: String
  ) {
    let columns = [
      Column("temperature", .celsius), Column("wind_speed", .metrePerSecond),
      Column("precipitation", .millimetre),
    ]
    let rows: [[Value]] = [[.number(20), .number(10), .number(2.54)]]
    #expect(encoded(rows, .csv, system, columns: columns) == "\(header)\n\(values)\n")
  }

  // B90: commas and quotes inside a name.
  @Test(arguments: [
    ("New York, \"NY\"", "\"New York, \"\"NY\"\"\""), ("plain", "plain"), ("a\tb", "a b"),
    ("two\nlines", "two lines"), ("\u{1B}[31mred\u{202E}", "[31mred"), ("", ""),
    ("São Tomé 東京", "São Tomé 東京"),
  ])
  func `csv quotes what RFC 4180 wants and stays one line a record`(
    text: String, field: String
  ) {
    #expect(encoded([[.text(text)]], .csv, columns: [Column("a")]) == "a\n\(field)\n")
  }

  @Test func `a number that is none is unknown`() {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(encoded([[.number(number)]], .json, columns: [Column("a")]) == "[\n{\"a\":null}\n]\n")
      #expect(encoded([[.number(number)]], .csv, columns: [Column("a")]) == "a\n\n")
    }
  }
}

struct JSONTextTests {
  @Test(arguments: [
    ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("\n\r\t", "\"\\n\\r\\t\""),
    ("\u{1B}[0m\u{7F}", "\"\\u001b[0m\\u007f\""), ("\u{202E}x\u{2028}", "\"\\u202ex\\u2028\""),
    ("東京 é", "\"東京 é\""), ("\u{E0001}", "\"\\udb40\\udc01\""), ("", "\"\""),
  ])
  func `what can't be seen is escaped, everything else stays`(text: String, json: String) throws {
    let bytes = JSONText.quoted(text)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(String.self, from: Data(bytes)) == text)
  }
}
