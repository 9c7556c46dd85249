import AlmanacTestKit
import FoundationEssentials
import Providers
import Testing
import Weather

struct METNorwayTests {
  private let headers = [
    (name: "Date", value: "Wed, 01 Jul 2026 10:16:03 GMT"),
    (name: "Expires", value: "Wed, 01 Jul 2026 10:47:33 GMT"),
    (name: "Last-Modified", value: "Wed, 01 Jul 2026 10:16:02 GMT"),
  ]

  @Test("It is asked for whole metres and at most four decimals")
  func request() throws {
    var ask = Ask.metNorway
    ask.key = nil
    ask.baseURL = nil
    ask.cities[0].latitude = 52.123456
    ask.cities[0].elevation = 34.5
    let request = try #require(try ask.requests().first)
    #expect(
      request.shownURL
        == "https://api.met.no/weatherapi/locationforecast/2.0/complete?lat=52.1235&lon=13.41"
        + "&altitude=35")
    #expect(request.headers.isEmpty)
  }

  @Test("The exact Last-Modified comes back as If-Modified-Since")
  func conditional() throws {
    var ask = Ask.metNorway
    ask.memory = SourceMemory(lastModified: "Wed,  1 jul 2026 odd text")
    let request = try #require(try ask.requests().first)
    #expect(request.headers.map(\.name) == ["If-Modified-Since"])
    #expect(request.headers.first?.value == "Wed,  1 jul 2026 odd text")
  }

  @Test("A reply is remembered until it expires, counted from its own date")
  func validators() throws {
    let reply = try #require(
      try Ask.metNorway.provider().decode(
        try Ask.metNorway.response(fixture: "met-norway/complete_days.json", headers: headers)
      ).first)
    let result = try reply.result.get()
    #expect(result.memory?.expiresAt == Ask.metNorway.receivedAt + 1890)
    #expect(result.memory?.lastModified == "Wed, 01 Jul 2026 10:16:02 GMT")
    #expect(result.issuedAt == Date(unixSeconds: 1_782_934_212))
    #expect(result.gridPoint == GridPoint(latitude: 52.52, longitude: 13.41, elevation: 38))
    #expect(result.basis == .model && result.warnings.isEmpty)
  }

  @Test("304 is a success that confirms both parts and keeps the validators")
  func unchanged() throws {
    var ask = Ask.metNorway
    ask.memory = SourceMemory(lastModified: "x")
    let replies = try ask.replies(Data(), status: 304, headers: Array(headers.prefix(2)))
    let result = try #require(replies.first).result.get()
    #expect(result.isUnchanged && result.parts == .all && result.weather == WeatherData())
    #expect(result.memory?.lastModified == "x")
    #expect(result.memory?.expiresAt == ask.receivedAt + 1890)
    // Without a question it is no answer.
    #expect(try Ask.metNorway.error("", status: 304).code == .service)
  }

  @Test("Validators of a reply that was read in part are not kept")
  func partial() throws {
    let body = #"{"properties":{"timeseries":[]}}"#
    #expect(try Ask.metNorway.error(body).code == .undecodable)
  }

  @Test(
    "Each status is what the service's terms say",
    arguments: [
      (403, FetchError.Code.refused), (422, .place), (429, .quota), (400, .request),
      (404, .place), (503, .service),
    ])
  func statuses(status: Int, code: FetchError.Code) throws {
    var ask = Ask.metNorway
    ask.key = nil
    let error = try ask.error(try Fixture.text("met-norway/error_403.html"), status: status)
    #expect(error.code == code)
    if status == 403 { #expect(error.message.hasPrefix("refused: contact")) }
  }

  @Test("203 is a good reply with a warning")
  func deprecated() throws {
    let bytes = try Fixture.bytes("met-norway/complete_plain.json")
    let replies = try Ask.metNorway.replies(Data(bytes), status: 203)
    let result = try #require(replies.first).result.get()
    #expect(result.weather.currently?.temperatureC == 18.8)
    #expect(result.warnings.map(\.keyPath) == ["status"])
  }

  @Test("A clock change makes a day of 25 hourly steps, and no step counts twice")
  func clockChange() throws {
    // 2026-10-24T22:00Z is midnight in Berlin; the clocks go back at 01:00Z.
    let steps = (0..<26).map { hour in
      let stamp = LocalTime(
        Date(unixSeconds: 1_792_879_200 + Int64(hour) * 3600), utcOffsetSeconds: 0)
      return
        #"{"time":"\#(stamp.rfc3339)","data":{"instant":{"details":{"air_temperature":\#(hour)}},"#
        + #""next_1_hours":{"summary":{},"details":{"precipitation_amount":0.1}},"#
        + #""next_6_hours":{"summary":{},"details":{"precipitation_amount":9}}}}"#
    }
    let body = #"{"properties":{"timeseries":[\#(steps.joined(separator: ","))]}}"#
    let days = try Ask.metNorway.result(body).weather.forecast
    #expect(days.map(\.date.description) == ["2026-10-25", "2026-10-26"])
    #expect(days.map(\.temperatureHighC) == [24, 25])
    #expect(days.map(\.precipitationMm) == [2.5, 0.1])
    #expect(days.map(\.hoursCovered) == [24, 1])
  }
}
