import FoundationEssentials
import Import
import Testing
import Weather

struct NDJSONTests {
  @Test(arguments: [1, 5, 10_000])
  func `objects a line are read whatever the chunk`(chunk: Int) throws {
    let text =
      #"{"city":"lisbon","provider":"p","observed_at":"2026-07-01T12:00:00+01:00","#
      + #""temperature_c":20.25,"humidity_pct":null,"summary":"a\"\u00e9\ud83d\ude00\n\ud800","#
      + #""new":{"a":[1,{"b":"}"}]},"condition":"rain"}"# + "\r\n\n"
      + #" { "time" : 1782903660 , "temperature_c" : "7" , "new" : 1 } "#
    let reading = try Reading(ndjson: text, chunk: chunk)
    let conditions = try reading.conditions()
    #expect(conditions.map(\.temperatureC) == [20.25, 7])
    #expect(conditions[0].summary == "a\"é😀\n\u{FFFD}")
    #expect(conditions[0].condition == .rain)
    #expect(reading.rows[0].city == "lisbon")
    #expect(reading.rows[0].provider == "p")
    #expect(reading.notes.texts == ["line 1: the key ‘new’ means nothing here"])
  }

  @Test(arguments: [
    "{", "[1]", "{\"time\":1782903600,}", "{\"time\":+1}", "{\"time\":01e}", "{'time':1}",
    "{\"time\":1782903600,\"temperature_c\":tru}", "{\"a\":\"\\x\"}", "{} x", "{\"a\":\"b",
    "nonsense",
    "{\"a\":NaN}",
    String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500),
  ])
  func `a line that is no object costs itself`(line: String) throws {
    let reading = try Reading(
      ndjson: line + "\n" + #"{"time":1782903600,"temperature_c":1}"# + "\n")
    #expect(reading.rows.map(\.place) == [.line(2)])
    #expect(reading.notes.badRows == 1)
    #expect(reading.notes.texts.first?.hasPrefix("line 1: not a JSON object") == true)
  }

  @Test(arguments: [
    #"{"time":1782903600,"temperature_c":true,"humidity_pct":50}"#,
    #"{"time":1782903600,"temperature_c":[1],"humidity_pct":50}"#,
    #"{"time":1782903600,"temperature_c":"warm","humidity_pct":50}"#,
    #"{"time":1782903600,"temperature_c":1e400,"humidity_pct":50}"#,
    #"{"time":1782903600,"temperature_c":-273,"humidity_pct":50}"#,
  ])
  func `a value of another type costs itself, at most its line`(line: String) throws {
    let reading = try Reading(ndjson: line)
    #expect(try reading.conditions().allSatisfy { $0.temperatureC == nil })
    #expect(reading.notes.warnings == 1)
  }

  @Test(arguments: [
    #"{"temperature_c":1}"#, #"{"time":null,"temperature_c":1}"#,
    #"{"time":17829036.5,"temperature_c":1}"#, #"{"time":0,"temperature_c":1}"#,
  ])
  func `a row without a time is left out`(line: String) throws {
    let reading = try Reading(ndjson: line)
    #expect(reading.rows.isEmpty)
    #expect(reading.notes.badRows == 1)
  }
}
