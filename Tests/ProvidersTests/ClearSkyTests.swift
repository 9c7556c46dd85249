import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather

struct ClearSkyTests {
  private let ask = Ask(.darkSky)
  private let head = #""latitude":52.52,"longitude":13.41,"timezone":"Europe/Berlin","offset":2"#

  @Test("Missing blocks cost themselves; a day of nothing but a time is left out")
  func missingBlocks() throws {
    let days = try ask.result(fixture: "dark-sky/forecast_missing_blocks.json")
    #expect(days.parts == .forecast)
    #expect(days.failedParts.map(\.error.message) == ["current block missing"])
    #expect(days.weather.forecast.map(\.date.description) == ["2026-07-02"])
    let current = try ask.result(
      #"{\#(head),"currently":{"time":1782900900,"temperature":18.2}}"#)
    #expect(current.weather.currently?.temperatureC == 18.2)
    #expect(current.failedParts.map(\.error.message) == ["daily block missing"])
    let none = try ask.result(
      #"{\#(head),"currently":{"time":1782900900,"temperature":18.2},"daily":{"data":[]}}"#)
    #expect(none.parts == .all && none.failedParts.isEmpty && none.weather.forecast.isEmpty)
  }

  @Test(
    "Wind and sight come in the units of the reply's own word",
    arguments: [
      ("ca", 36.0, 10.0, 10_000.0), ("uk2", 10, 4.4704, 16_093.44), ("uk", 10, 4.4704, 16_093.44),
      ("si", 10, 10, 10_000), ("us", 10, 4.4704, 16_093.44), ("furlongs", 10, 10, 10_000),
    ])
  func units(word: String, wind: Double, speed: Double, sight: Double) throws {
    let result = try ask.result(
      #"{\#(head),"currently":{"time":1782900900,"windSpeed":\#(wind),"visibility":10},"#
        + #""flags":{"units":"\#(word)"}}"#)
    #expect(result.weather.currently?.windSpeedMs == speed)
    #expect(result.weather.currently?.visibilityM == sight)
    #expect(result.warnings.isEmpty == (word != "furlongs"))
  }

  @Test(
    "A day's date is right on both sides of a clock change, with the zone and without",
    arguments: [
      // Berlin, 24 to 26 October 2026, by the offset of summer and by true local midnight.
      (1_792_792_800, "2026-10-24"), (1_792_879_200, "2026-10-25"), (1_792_965_600, "2026-10-26"),
      (1_792_969_200, "2026-10-26"),
    ])
  func dates(midnight: Int, date: String) throws {
    for zone in [#""Europe/Berlin""#, "null"] {
      let result = try ask.result(
        #"{"latitude":1,"longitude":2,"timezone":\#(zone),"offset":2,"daily":{"data":["#
          + #"{"time":\#(midnight),"temperatureMax":9.5}]}}"#)
      #expect(result.weather.forecast.map(\.date.description) == [date])
    }
  }

  @Test("An offset may be whole, a fraction, or a half hour")
  func offsets() throws {
    for (sent, seconds) in [("-7", -25_200), ("3.5", 12_600), ("5.75", 20_700)] {
      let result = try ask.result(
        #"{"latitude":1,"longitude":2,"offset":\#(sent),"currently":{"time":1782900900,"#
          + #""temperature":1}}"#)
      #expect(result.weather.currently?.utcOffsetSeconds == seconds)
    }
  }

  @Test("An icon that no document has is kept, and its condition unknown")
  func unknownIcon() throws {
    let result = try ask.result(
      #"{\#(head),"currently":{"time":1782900900,"icon":"possibly-snow-day"}}"#)
    #expect(result.weather.currently?.condition == .unknown)
    #expect(result.weather.currently?.icon == "possibly-snow-day")
  }

  @Test("Sentinels are null, counted with their key path")
  func sentinels() throws {
    let result = try Ask(.pirateWeather).result(fixture: "pirate-weather/forecast_sentinels.json")
    let paths = result.warnings.map { "\($0.keyPath): \($0.problem)" }
    #expect(paths.contains("currently.humidity: out of range (-999)"))
    #expect(paths.contains("daily.data[0].windGust: out of range (-999)"))
    #expect(paths.count == 4)
  }

  @Test("A fraction of a second is dropped with a word, a time of no sense is no time")
  func times() throws {
    let half = try ask.result(
      #"{\#(head),"currently":{"time":1782900900.5,"temperature":1}}"#)
    #expect(half.weather.currently?.observedAt == Date(unixSeconds: 1_782_900_900))
    #expect(half.warnings == [DecodeWarning("currently.time", "not a whole second")])
    for time in ["0", "1782900900000", "-1e300", "true", "null", #""now""#] {
      let error = try ask.error(#"{\#(head),"currently":{"time":\#(time),"temperature":1}}"#)
      #expect(error.message.contains("currently.time"), "\(time)")
    }
  }
}
