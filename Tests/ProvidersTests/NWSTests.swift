import AlmanacTestKit
import FoundationEssentials
import Providers
import Testing
import Weather

/// The chain of the US National Weather Service, step by step.
struct NWSTests {
  private var ask: Ask {
    var ask = Ask(.nws)
    ask.key = nil
    ask.baseURL = nil
    ask.cities[0].latitude = 30
    ask.cities[0].longitude = -84.9
    ask.receivedAt = Date(unixSeconds: 1_782_918_000)
    return ask
  }

  private func reply(
    _ request: Request, _ body: String, status: Int = 200
  ) -> Response {
    Response(
      request: request, status: status, body: Data(body.utf8), receivedAt: ask.receivedAt)
  }

  private func reply(_ request: Request, fixture: String) throws -> Response {
    reply(request, try Fixture.text(fixture))
  }

  @Test("points leads to the cell's stations and forecast, and those to the nearest station")
  func chain() throws {
    let provider = try ask.provider()
    let points = try #require(try ask.requests().first)
    #expect(points.shownURL == "https://api.weather.gov/points/30,-84.9")
    #expect(points.headers.contains { $0.name == "Accept" && $0.value == "application/geo+json" })
    let place = try reply(points, fixture: "nws/points.json")
    let known = try #require(provider.decode(place).first).result.get()
    #expect(known.parts.isEmpty && known.zone == "America/New_York")
    #expect(known.memory?.placeAt == ask.receivedAt)
    let steps = provider.next(after: place)
    #expect(
      steps.map(\.shownURL) == [
        "https://api.weather.gov/gridpoints/TAE/58,65/stations",
        "https://api.weather.gov/gridpoints/TAE/58,65/forecast?units=us",
      ])
    #expect(steps.map(\.parts) == [.current, .forecast])
    let stations = try reply(try #require(steps.first), fixture: "nws/stations.json")
    let memory = try #require(provider.decode(stations).first).result.get().memory
    let latest = provider.next(after: stations)
    #expect(
      latest.map(\.shownURL) == ["https://api.weather.gov/stations/KAAF/observations/latest"])
    let observation = try reply(
      try #require(latest.first), fixture: "nws/observation_latest.json")
    #expect(provider.next(after: observation).isEmpty)
    let result = try #require(provider.decode(observation).first).result.get()
    #expect(result.basis == .station && result.parts == .current)
    #expect(result.gridPoint == GridPoint(latitude: 26.07, longitude: -80.15))
    #expect(result.weather.currently?.utcOffsetSeconds == -14_400)
    // What was learnt spares the first steps for weeks.
    var again = ask
    again.memory = memory
    #expect(
      try again.requests().map(\.shownURL) == [
        "https://api.weather.gov/stations/KAAF/observations/latest",
        "https://api.weather.gov/gridpoints/TAE/58,65/forecast?units=us",
      ])
    // A plan counts that, not the first steps.
    let usual = try ask.provider().usualRequests(
      for: ask.cities, state: ProviderState(parts: .all, now: ask.receivedAt))
    #expect(usual.map(\.endpoint) == ["latest", "forecast"])
    again.receivedAt += 22 * 86_400
    #expect(try again.requests().map(\.endpoint) == ["points"])
  }

  @Test("A station without a temperature gives way to its last ones, then to the next station")
  func fallback() throws {
    let provider = try ask.provider()
    var known = ask
    known.parts = .current
    known.memory = SourceMemory(
      place: "TAE 58,65 America/New_York KAAF,KPAM new", placeAt: ask.receivedAt)
    let first = try #require(try known.requests().first)
    let null = try reply(first, fixture: "nws/observation_null_temperature.json")
    #expect(try #require(provider.decode(null).first).result.get().parts.isEmpty)
    let list = try #require(provider.next(after: null).first)
    #expect(list.shownURL == "https://api.weather.gov/stations/KAAF/observations?limit=24")
    let found = try reply(list, fixture: "nws/observations_list.json")
    #expect(provider.next(after: found).isEmpty)
    let result = try #require(provider.decode(found).first).result.get()
    #expect(result.weather.currently?.temperatureC == 22.8)
    let empty = reply(list, #"{"type":"FeatureCollection","features":[]}"#)
    let next = try #require(provider.next(after: empty).first)
    #expect(next.shownURL == "https://api.weather.gov/stations/KPAM/observations/latest")
    // The last one is taken as it is.
    let last = try #require(
      provider.next(after: reply(next, "{}", status: 404)).first)
    let rest = try reply(last, fixture: "nws/observation_null_temperature.json")
    #expect(provider.next(after: rest).isEmpty)
    let kept = try #require(provider.decode(rest).first).result.get().weather.currently
    #expect(kept?.temperatureC == nil && kept?.humidityPct == 75.7709)
  }

  @Test("A remembered cell that is no more is asked for again, once")
  func renumbered() throws {
    let provider = try ask.provider()
    var known = ask
    known.parts = .forecast
    known.memory = SourceMemory(place: "TAE 58,65  KAAF new", placeAt: ask.receivedAt)
    let forecast = try #require(try known.requests().first)
    let gone = reply(forecast, try Fixture.text("nws/error_404.json"), status: 404)
    #expect(try #require(provider.decode(gone).first).result.get().parts.isEmpty)
    let points = try #require(provider.next(after: gone).first)
    #expect(points.endpoint == "points" && points.parts == .forecast)
    let fresh = try #require(
      provider.next(after: try reply(points, fixture: "nws/points.json")).first)
    let again = reply(fresh, try Fixture.text("nws/error_404.json"), status: 404)
    #expect(provider.next(after: again).isEmpty)
    guard case .failure(let error) = provider.decode(again).first?.result else {
      Issue.record("a fresh cell that is no more is a failure")
      return
    }
    #expect(error.code == .place)
  }

  @Test("A place outside the United States is a place that the service does not know")
  func abroad() throws {
    let error = try ask.error(try Fixture.text("nws/error_404.json"), status: 404)
    #expect(error.code == .place && error.message.contains("Unable to provide data"))
    let body = try Fixture.text("nws/points.json").replacing("\"TAE\"", with: "\"../x\"")
    #expect(try ask.error(body).code == .undecodable)
  }

  @Test("An expired grid is the service's trouble, and tried again")
  func expired() throws {
    let error = try Ask.nws(.forecast).error(
      try Fixture.text("nws/error_503.json"), status: 503)
    #expect(error.code == .service && error.isTransient)
  }

  @Test("The forecast has the issue time of the office")
  func issueTime() throws {
    let result = try Ask.nws(.forecast).result(fixture: "nws/forecast_plain.json")
    #expect(result.issuedAt == Date(unixSeconds: 1_782_918_980))
    #expect(result.zone == "America/New_York" && result.basis == .model)
  }
}
