import AlmanacTestKit
import FoundationEssentials
import Providers
import Testing
import Weather

struct OpenMeteoTests {
  private let ask = Ask(.openMeteo)
  private let head = #""latitude":52.52,"longitude":13.42,"timezone":"Europe/Berlin""#

  @Test("Parallel arrays of different lengths refuse the days and keep the present")
  func shortArrays() throws {
    let result = try ask.result(fixture: "open-meteo/forecast_short_arrays.json")
    #expect(result.weather.currently?.temperatureC == 20.1)
    #expect(result.weather.forecast.isEmpty)
    #expect(result.parts == .current)
    #expect(
      result.failedParts.map(\.error.message) == [
        "daily.temperature_2m_max has 2 values for 3 days"
      ])
  }

  @Test("A batch is told apart by order, each place with its own zone")
  func batch() throws {
    var ask = ask
    let tokyo = City(slug: "tokyo", name: "Tokyo", latitude: 35.69, longitude: 139.69)
    ask.cities = [.berlin, tokyo]
    let replies = try ask.replies(Data(Fixture.bytes("open-meteo/forecast_batch.json")))
    #expect(replies.map(\.city.slug) == ["berlin", "tokyo"])
    let result = try #require(replies.last).result.get()
    #expect(result.weather.currently?.temperatureC == 26.4)
    #expect(result.weather.currently?.observedAt == Date(unixSeconds: 1_782_908_100))
    #expect(result.weather.currently?.utcOffsetSeconds == 32_400)
    #expect(result.weather.forecast.first?.date == LocalDate(iso: "2026-07-01"))
    #expect(result.gridPoint == GridPoint(latitude: 35.7, longitude: 139.69, elevation: 40))
    #expect(result.zone == "Asia/Tokyo")
  }

  @Test("A batch with one broken number fails as a whole and is asked again city by city")
  func brokenBatch() throws {
    var ask = ask
    ask.cities.append(City(slug: "b", name: "B", latitude: 1, longitude: 2))
    let replies = try ask.replies(#"[{\#(head),"current":{}},{"latitude":-nan}]"#)
    let provider = try ask.provider()
    let request = try #require(try ask.requests().first)
    #expect(provider.shouldSplit(request, after: replies))
    #expect(provider.split(request).map { $0.cities.map(\.slug) } == [["berlin"], ["b"]])
    guard case .failure(let error) = replies[1].result else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .undecodable)
    #expect(error.message.hasPrefix("reply is invalid JSON: [{"))
    for (body, status, splits) in [
      ("Sorry, too busy", 200, false), ("", 200, false), ("{}", 503, false), ("{}", 404, false),
      (#"{"error":true,"reason":"Latitude must be in range"}"#, 400, true),
      (#"{"error":true,"reason":"Invalid timezone"}"#, 400, true),
    ] {
      let replies = try ask.replies(body, status: status)
      #expect(provider.shouldSplit(request, after: replies) == splits, "\(body)")
    }
    let few = try ask.replies("[{\(head)}]")
    #expect(few.count == 2 && provider.shouldSplit(request, after: few))
  }

  @Test("Codes may be 3.0, not 3.5; any number is a measurement")
  func numberKinds() throws {
    func body(_ code: String) -> String {
      #"{\#(head),"utc_offset_seconds":0,"current":{"time":"2026-06-04T12:00","interval":900,"#
        + #""weather_code":\#(code),"relative_humidity_2m":57.5,"wind_direction_10m":270.0,"#
        + #""temperature_2m":"20.5"}}"#
    }
    let whole = try ask.result(body("3.0"))
    #expect(whole.weather.currently?.conditionCode == 3)
    #expect(whole.weather.currently?.humidityPct == 57.5)
    #expect(whole.weather.currently?.temperatureC == 20.5)
    let broken = try ask.result(body("3.5"))
    #expect(broken.weather.currently?.conditionCode == nil)
    #expect(broken.weather.currently?.windDirectionDeg == 270)
    #expect(
      broken.warnings.filter { $0.problem != "missing" }
        == [DecodeWarning("current.weather_code", "not a code (3.5)")])
  }

  @Test("A renamed variable is null with one warning; an old block is no current block")
  func renamed() throws {
    var ask = ask
    ask.parts = .current
    let result = try ask.result(
      #"{\#(head),"current":{"time":"2026-06-04T12:00","temperature_2m":20.1,"windspeed_10m":9}}"#)
    #expect(result.weather.currently?.temperatureC == 20.1)
    #expect(result.weather.currently?.windSpeedMs == nil)
    let warning = DecodeWarning("current.wind_speed_10m", "missing")
    #expect(result.warnings.filter { $0 == warning }.count == 1)
    let error = try ask.error(#"{\#(head),"current_weather":{"temperature":20.1}}"#)
    #expect(error.message == "current block missing")
  }

  @Test("Additional keys are ignored, a wrapper is named by its key")
  func drift() throws {
    let extra =
      #"{\#(head),"x_new":{"deep":[1,{"y":null}]},"current":{"time":"2026-06-04T12:00","#
      + #""temperature_2m":20.1,"x":{"y":[]}}}"#
    #expect(try ask.result(extra).weather.currently?.temperatureC == 20.1)
    let error = try ask.error("{\"data\":\(extra)}")
    #expect(error.message == "JSON of an unexpected shape (top-level keys: data)")
    #expect(error.code == .undecodable)
  }

  @Test("A zone that nobody knows leaves the reply's offset and one warning")
  func unknownZone() throws {
    let result = try ask.result(
      #"{"latitude":1,"longitude":2,"timezone":"Mars/Base","utc_offset_seconds":3600,"#
        + #""current":{"time":"2026-07-01T00:15","temperature_2m":20}}"#)
    #expect(result.zone == "Mars/Base")
    #expect(result.weather.currently?.utcOffsetSeconds == 3600)
    #expect(result.weather.currently?.observedAt == Date(unixSeconds: 1_782_861_300))
    #expect(result.warnings.filter { $0.keyPath == "timezone" }.count == 1)
  }

  @Test("Local times are read by the reply's own offset")
  func localTimes() throws {
    let result = try ask.result(
      #"{"latitude":1,"longitude":2,"timezone":"America/Phoenix","utc_offset_seconds":-25200,"#
        + #""current":{"time":"2026-07-01T00:15","temperature_2m":20}}"#)
    #expect(result.weather.currently?.observedAt == Date(unixSeconds: 1_782_890_100))
  }

  @Test("A city's own zone wins over the reply's")
  func cityZone() throws {
    var ask = ask
    ask.cities[0].timezone = "Asia/Tokyo"
    let result = try ask.result(
      #"{\#(head),"utc_offset_seconds":7200,"current":{"time":"2026-07-01T00:15","#
        + #""temperature_2m":20}}"#)
    #expect(result.weather.currently?.utcOffsetSeconds == 32_400)
    #expect(result.weather.currently?.observedAt == Date(unixSeconds: 1_782_857_700))
  }

  @Test(
    "The sun of polar day and night is null",
    arguments: [
      (#""1970-01-01T00:00""#, #""2026-06-21T22:00""#),
      (#""2026-06-21T00:00""#, #""2026-06-22T00:00""#),
      (#""2026-06-21T00:00""#, #""2026-06-21T00:00""#), ("0", "0"), ("null", "null"), ("7", "true"),
    ])
  func polarSun(rise: String, set: String) throws {
    let result = try ask.result(
      #"{\#(head),"utc_offset_seconds":7200,"daily":{"time":["2026-06-21"],"#
        + #""temperature_2m_max":[9.5],"sunrise":[\#(rise)],"sunset":[\#(set)]}}"#)
    let day = try #require(result.weather.forecast.first)
    #expect(day.temperatureHighC == 9.5)
    #expect(day.sunrise == nil && day.sunset == nil)
  }

  @Test("A row without a time is no row, and the reason names its place")
  func timeless() throws {
    for time in ["", #""time":null,"#, #""time":"soon","#, #""time":"2026-07-01T25:00","#] {
      let error = try ask.error(#"{\#(head),"current":{\#(time)"temperature_2m":20}}"#)
      #expect(error.message.contains("current.time is missing or impossible"))
    }
  }

  @Test("Humidity a little over 100 is 100, far over is null")
  func humidity() throws {
    for (sent, kept) in [(100.5, 100.0), (105, 100), (105.1, nil), (-0.1, nil)]
      as [(Double, Double?)]
    {
      let result = try ask.result(
        #"{\#(head),"current":{"time":"2026-07-01T00:15","temperature_2m":20,"#
          + #""relative_humidity_2m":\#(sent)}}"#)
      #expect(result.weather.currently?.humidityPct == kept)
    }
  }
}
