import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

struct QuarantineTests {
  private let fixture: StoreFixture
  private let received = Date(unixSeconds: 1_780_000_000)

  init() throws {
    fixture = try StoreFixture()
  }

  private let oslo = City(
    slug: "oslo", name: "Oslo’s \"harbour\"", country: "NO", latitude: 59.9, longitude: 10.75,
    elevation: 5.5, timezone: "Europe/Oslo")

  private func registered() throws -> HistoryWriter {
    let writer = try fixture.open()
    _ = try writer.register([
      StoreFixture.registered(), StoreFixture.registered(oslo, position: 1),
    ])
    return writer
  }

  /// Stores a reply that brought nothing for these cities of it.
  private func keep(
    _ body: String = "{}", at seconds: Int64 = 0, of cities: [City], in writer: HistoryWriter
  ) throws {
    let response = StoreFixture.unreadable(
      body, at: received.addingTimeInterval(Double(seconds)), cities: cities)
    var outcome = FetchOutcome(
      provider: "open-meteo", slugs: cities.map(\.slug), parts: .all, startedAt: received,
      finishedAt: received, durationMs: 1)
    outcome.error = FetchError(.undecodable, "no sense in it")
    for city in cities {
      outcome.keep(
        response, of: .openMeteo, city: city, because: FetchError(.undecodable, "no sense in it"))
    }
    _ = try writer.store([outcome], run: nil)
  }

  private func kept() throws -> [KeptReply] {
    try HistoryReader.read(path: fixture.path) { try $0.keptReplies() }
  }

  private func result(_ city: City, at instant: Date, _ temperature: Double) -> CityResult {
    var result = CityResult(
      city: city, provider: "open-meteo", parts: .all, fetchedAt: instant)
    result.weather.currently = .init(observedAt: received, utcOffsetSeconds: 0)
    result.weather.currently?.temperatureC = temperature
    return result
  }

  @Test("What was asked is kept whole but for the key, and a later zone is filled in")
  func whole() throws {
    let writer = try registered()
    try keep("nonsense\0\u{FFFD}", of: [oslo, StoreFixture.city()], in: writer)
    try writer.rememberZone(slug: "lisbon", zone: "Europe/Lisbon")
    let reply = try #require(try kept().first)
    #expect(reply.body == Data("nonsense\0\u{FFFD}".utf8))
    #expect(reply.reason == "no sense in it" && reply.receipts == [received])
    #expect(reply.request.kind == "open-meteo" && reply.storable == ["oslo", "lisbon"])
    let response = reply.request.response(body: reply.body, receivedAt: received)
    #expect(response.status == 200 && response.receivedAt == received)
    #expect(response.header("last-modified") == "Wed, 01 Jul 2026 10:16:00 GMT")
    let request = response.request
    #expect(request.provider == "open-meteo" && request.endpoint == "forecast")
    #expect(request.wireURL == "https://api.example.org/v1/forecast?wind_speed_unit=ms")
    #expect(request.parts == .all && request.credential == nil)
    #expect(request.note == "of an earlier reply")
    var lisbon = StoreFixture.city()
    lisbon.timezone = "Europe/Lisbon"
    #expect(request.cities == [oslo, lisbon])
    try writer.close()
    #expect(!fixture.bytes.contains(Array("K-SECRET".utf8)))
  }

  @Test("One body that answers several requests is kept once, each request up to fifty")
  func shared() throws {
    let writer = try registered()
    try keep(of: [oslo], in: writer)
    try keep(at: 60, of: [oslo], in: writer)
    try keep(at: 90, of: [StoreFixture.city()], in: writer)
    let replies = try kept()
    #expect(replies.map(\.receipts.count) == [2, 1])
    #expect(replies.first?.receipts.last == received.addingTimeInterval(60))
    for place in 0..<60 {
      let city = City(slug: "x\(place)", name: "X", latitude: 1, longitude: Double(place))
      _ = try writer.register([StoreFixture.registered(city)])
      try keep(at: 100 + Int64(place), of: [city], in: writer)
    }
    #expect(try kept().count == 50)
    #expect(try kept().last?.request.failed == ["x59"])
    let bodies = try HistoryReader.read(path: fixture.path) { try $0.status(now: received) }
    #expect(bodies.quarantined == 1)
    try writer.close()
  }

  @Test("A reply goes city by city, and its body with the last of them")
  func settling() throws {
    let writer = try registered()
    let lisbon = StoreFixture.city()
    try keep(of: [oslo, lisbon], in: writer)
    var reply = try #require(try kept().first)
    #expect(try writer.settle(reply, with: [result(oslo, at: received, 5)]).added == 1)
    reply = try #require(try kept().first)
    #expect(reply.request.failed == ["lisbon"])
    #expect(
      reply.request.response(body: reply.body, receivedAt: received).request.cities.count == 2)
    #expect(try writer.settle(reply, with: [result(lisbon, at: received, 9)]).added == 1)
    #expect(try kept().isEmpty)
    let status = try HistoryReader.read(path: fixture.path) { try $0.status(now: received) }
    #expect(status.quarantined == 0)
    try writer.close()
  }

  @Test("A reply that came again meanwhile stays")
  func meanwhile() throws {
    let writer = try registered()
    try keep(of: [oslo], in: writer)
    let reply = try #require(try kept().first)
    try keep(at: 60, of: [oslo], in: writer)
    _ = try writer.settle(reply, with: [result(oslo, at: received, 5)])
    #expect(try kept().count == 1)
    try writer.close()
  }

  @Test("A city that the store no longer knows with the service is not storable")
  func unknownCity() throws {
    let writer = try registered()
    try keep(of: [oslo], in: writer)
    let text = try #require(try kept().first).request.text()
    try writer.write { connection in
      let update = try connection.prepare("UPDATE quarantine_request SET request = ?1")
      update.bind(1, text.replacing("\"oslo\"", with: "\"other\""))
      try update.run()
    }
    #expect(try kept().first?.storable.isEmpty == true)
    try writer.close()
  }

  @Test("What came earlier yields to a newer reading, and is an earlier revision of a day")
  func late() throws {
    let writer = try registered()
    let newer = received.addingTimeInterval(3600)
    func day(_ high: Double, at instant: Date) -> CityResult {
      var result = result(oslo, at: instant, high)
      var day = WeatherData.DayConditions(
        date: LocalDate(daysSince1970: 20_600), utcOffsetSeconds: 0)
      day.temperatureHighC = high
      result.weather.forecast = [day]
      return result
    }
    try keep(of: [oslo], in: writer)
    var live = FetchOutcome(
      provider: "open-meteo", slugs: ["oslo"], parts: .all, startedAt: newer, finishedAt: newer,
      durationMs: 1)
    live.results = [day(7, at: newer)]
    _ = try writer.store([live], run: nil)
    let reply = try #require(try kept().first)
    _ = try writer.settle(reply, with: [day(7, at: received)])
    let rows = try writer.perform { connection in
      try connection.prepare(
        "SELECT fetched_at FROM forecasts UNION ALL SELECT fetched_at FROM observations"
      ).all { $0.int64(0) ?? 0 }
    }
    #expect(rows.sorted() == [received, newer, newer].map(\.unixSeconds))
    try writer.close()
  }
}
