import Testing
import Weather

@testable import Providers

/// The codes of each service's own document, and those that no document has.
struct ServiceCodeTests {
  /// Open-Meteo, "WMO Weather interpretation codes" below its forecast's documentation.
  static let wmo: Set = [
    0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85,
    86, 95, 96, 99,
  ]
  /// OpenWeatherMap, "Weather condition codes".
  static let openWeatherMap = Set(
    [200, 201, 202, 210, 211, 212, 221, 230, 231, 232, 300, 301, 302, 310, 311, 312, 313, 314]
      + [321, 500, 501, 502, 503, 504, 511, 520, 521, 522, 531, 600, 601, 602, 611, 612, 613]
      + [615, 616, 620, 621, 622, 701, 711, 721, 731, 741, 751, 761, 762, 771, 781]
      + [800, 801, 802, 803, 804])
  /// Dark Sky's ten and the three that it reserved.
  static let darkSky: Set = [
    "clear-day", "clear-night", "rain", "snow", "sleet", "wind", "fog", "cloudy",
    "partly-cloudy-day", "partly-cloudy-night", "hail", "thunderstorm", "tornado",
  ]
  /// What `icon=pirate` adds in Pirate Weather.
  static let pirate: Set = [
    "mostly-clear-day", "mostly-clear-night", "mostly-cloudy-day", "mostly-cloudy-night", "mist",
    "haze", "smoke", "breezy", "dangerous-wind", "drizzle", "light-rain", "heavy-rain",
    "possible-rain-day", "possible-rain-night", "flurries", "light-snow", "heavy-snow",
    "possible-snow-day", "possible-snow-night", "very-light-sleet", "light-sleet", "heavy-sleet",
    "possible-sleet-day", "possible-sleet-night", "mixed", "possible-precipitation-day",
    "possible-precipitation-night", "possible-thunderstorm-day", "possible-thunderstorm-night",
  ]

  @Test("The tables are the documents, no code more and none less")
  func tables() {
    #expect(Set(Conditions.wmoTable.keys) == Self.wmo)
    #expect(Set(Conditions.openWeatherMapTable.keys) == Self.openWeatherMap)
    #expect(Set(Conditions.clearSkyTable.keys) == Self.darkSky.union(Self.pirate))
  }

  @Test("No code of a document is unknown")
  func documented() {
    let all =
      Array(Conditions.wmoTable.values) + Array(Conditions.openWeatherMapTable.values)
      + Array(Conditions.clearSkyTable.values)
    #expect(!all.contains(.unknown))
  }

  @Test(
    "A number that no document has is kept as it came, for now and for a day",
    arguments: [4, 42, 100, 805, 999, 12_345, -1])
  func numbers(code: Int) throws {
    let time = #""time":"2026-07-01T12:00""#
    let meteo = try Ask(.openMeteo).result(
      #"{"utc_offset_seconds":0,"current":{\#(time),"weather_code":\#(code)},"#
        + #""daily":{"time":["2026-07-01"],"weather_code":[\#(code)]}}"#)
    let weather = #""weather":[{"id":\#(code),"description":"odd","icon":"77x"}]"#
    let once = try Ask(.openWeatherMap, "onecall").result(
      #"{"current":{"dt":1782907200,\#(weather)},"daily":[{"dt":1782907200,\#(weather)}]}"#)
    for result in [meteo, once] {
      #expect(result.weather.currently?.condition == .unknown)
      #expect(result.weather.currently?.conditionCode == code)
      #expect(result.weather.forecast.map(\.condition) == [.unknown])
      #expect(result.weather.forecast.map(\.conditionCode) == [code])
    }
    #expect(once.weather.currently?.summary == "odd")
    #expect(once.weather.currently?.icon == "77x")
    #expect(once.weather.forecast.map(\.icon) == ["77x"])
  }

  @Test(
    "A word that no document has is kept as it came, for now and for a day",
    arguments: ["volcano", "Clear-Day", "clear_day", "wintry mix", "雪"])
  func words(icon: String) throws {
    for kind in [ServiceKind.darkSky, .pirateWeather] {
      let result = try Ask(kind).result(
        #"{"latitude":1,"longitude":2,"offset":0,"currently":{"time":1782907200,"#
          + #""icon":"\#(icon)"},"daily":{"data":[{"time":1782864000,"icon":"\#(icon)"}]}}"#)
      #expect(result.weather.currently?.condition == .unknown)
      #expect(result.weather.currently?.icon == icon)
      #expect(result.weather.forecast.map(\.condition) == [.unknown])
      #expect(result.weather.forecast.map(\.icon) == [icon])
    }
  }
}
