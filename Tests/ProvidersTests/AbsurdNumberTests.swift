import Testing
import Weather

struct AbsurdNumberTests {
  @Test(
    "A number beyond all bounds is no crash, wherever it stands",
    arguments: [
      "-9223372036854775808", "9223372036854775807", "1e308", "-1e308", "1e999", "-64801",
    ])
  func everywhere(number: String) throws {
    for time in [#""2026-07-01T00:15""#, #""9999-12-31""#, number] {
      _ = try Ask(.openMeteo).replies(
        #"{"latitude":\#(number),"longitude":2,"utc_offset_seconds":\#(number),"#
          + #""current":{"time":\#(time),"weather_code":\#(number),"temperature_2m":20},"#
          + #""daily":{"time":[\#(time)],"sunrise":[\#(number)],"weather_code":[\#(number)]}}"#)
    }
    _ = try Ask(.openWeatherMap, parts: .current).replies(
      #"{"dt":1782900900,"timezone":\#(number),"main":{"temp":1},"weather":[{"id":\#(number)}]}"#)
    _ = try Ask(.openWeatherMap, parts: .forecast).replies(
      #"{"list":[{"dt":\#(number),"main":{"temp":1}}],"city":{"sunrise":\#(number)}}"#)
    _ = try Ask(.darkSky).replies(
      #"{"offset":\#(number),"currently":{"time":\#(number),"temperature":1},"#
        + #""daily":{"data":[{"time":1782856800,"icon":"rain","sunriseTime":\#(number)}]}}"#)
    _ = try Ask(.darkSky).replies(#"{"cod":\#(number),"message":"x"}"#)
  }
}
