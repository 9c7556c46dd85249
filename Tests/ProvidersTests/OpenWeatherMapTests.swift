import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather

struct OpenWeatherMapTests {
  private let ask = Ask(.openWeatherMap, parts: .current)

  private func body(_ more: String) -> String {
    #"{"coord":{"lon":13.41,"lat":52.52},"main":{"temp":14.2,"temp_min":13.9,"temp_max":14.6,"#
      + #""humidity":78},"dt":1782900900,"timezone":7200,"cod":200\#(more)}"#
  }

  @Test(
    "Rain comes in many shapes; none of it is 0",
    arguments: [
      (#","rain":{"1h":0.4}"#, 0.4, 3600.0), (#","rain":{"3h":1.2}"#, 1.2, 10_800),
      (#","rain":1.2"#, 1.2, 3600), (#","rain":{}"#, 0, 3600), (#","rain":null"#, 0, 3600),
      ("", 0, 3600), (#","rain":{"1h":0.4},"snow":{"1h":0.2}"#, 0.6, 3600),
      (#","rain":{"1h":0.4},"snow":{"3h":9}"#, 0.4, 3600), (#","rain":{"1h":true}"#, nil, 3600),
      (#","rain":"much""#, nil, 3600), (#","rain":{"1h":-999}"#, nil, 3600),
      (#","rain":{"1h":"0.4"}"#, 0.4, 3600),
    ] as [(String, Double?, Double)])
  func rain(more: String, amount: Double?, period: Double) throws {
    let now = try ask.result(body(more)).weather.currently
    #expect(now?.precipitationMm == amount)
    #expect(now?.precipitationPeriodS == period)
    #expect(now?.temperatureC == 14.2)
    #expect(now?.snowfallCm == nil)
  }

  @Test("The spread over a city is not the day's range")
  func spread() throws {
    let result = try ask.result(body(""))
    #expect(result.weather.forecast.isEmpty)
    #expect(result.parts == .current)
  }

  @Test("The first condition wins; an empty list is no condition; a strange code is unknown")
  func conditions() throws {
    let two = #","weather":[{"id":520,"icon":"09d"},{"id":701,"icon":"50d"}]"#
    #expect(try ask.result(body(two)).weather.currently?.conditionCode == 520)
    let none = try ask.result(body(#","weather":[]"#)).weather.currently
    #expect(none != nil && none?.condition == nil && none?.icon == nil)
    let strange = try ask.result(body(#","weather":[{"id":999}]"#)).weather.currently
    #expect(strange?.condition == .unknown)
  }

  @Test("The clock of a place without a zone is the reply's, with a warning")
  func fixedOffset() throws {
    let result = try ask.result(body(""))
    #expect(result.weather.currently?.utcOffsetSeconds == 7200)
    #expect(
      result.warnings == [
        DecodeWarning("timezone", "no zone known: the reply's fixed offset is used")
      ])
    var known = ask
    known.cities[0].timezone = "Europe/Berlin"
    #expect(try known.result(body("")).warnings.isEmpty)
  }

  @Test("Steps are cut by the city's zone, not by the reply's one offset")
  func steps() throws {
    var ask = Ask(.openWeatherMap, parts: .forecast)
    // 23:00Z on 25 October is 00:00 of the 26th by the zone, 01:00 by the offset of summer;
    // 22:30Z is the 25th by the zone and the 26th by the offset.
    let body =
      #"{"cod":"200","list":[{"dt":1792967400,"main":{"temp":5}}],"city":{"timezone":7200}}"#
    #expect(try ask.result(body).weather.forecast.map(\.date.description) == ["2026-10-26"])
    ask.cities[0].timezone = "Europe/Berlin"
    #expect(try ask.result(body).weather.forecast.map(\.date.description) == ["2026-10-25"])
  }

  @Test("An empty list is no days and no failure")
  func emptyList() throws {
    let result = try Ask(.openWeatherMap, parts: .forecast).result(
      #"{"cod":"200","message":0,"cnt":0,"list":[]}"#)
    #expect(result.parts == .forecast && result.weather.forecast.isEmpty)
  }

  @Test("A calm has no direction")
  func calm() throws {
    let result = try Ask(.openWeatherMap, parts: .forecast).result(
      #"{"list":[{"dt":1782900000,"main":{"temp":5},"wind":{"speed":0,"deg":90}}]}"#)
    #expect(result.weather.forecast.first?.windSpeedMaxMs == 0)
    #expect(result.weather.forecast.first?.windDirectionDeg == nil)
  }

  @Test("A time that is missing fails the city by its key path, not as bad JSON")
  func timeless() throws {
    let error = try ask.error(#"{"main":{"temp":1},"cod":200}"#)
    #expect(error.message == "dt is missing or impossible")
    let fraction = try ask.result(#"{"main":{"temp":1},"dt":1767225600.5}"#)
    #expect(fraction.weather.currently?.observedAt == Date(unixSeconds: 1_767_225_600))
    #expect(fraction.warnings.contains(DecodeWarning("dt", "not a whole second")))
  }
}
