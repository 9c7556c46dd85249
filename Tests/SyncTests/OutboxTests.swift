import FoundationEssentials
import History
import Testing
import Weather

@testable import Sync

@Suite struct OutboxTests {
  static let city = City(slug: "oslo", name: "Oslo", latitude: 59.9, longitude: 10.7)

  /// An outcome with a reading, a forecast of so many days, or both.
  static func outcome(_ number: Int, reading: Bool = true, days: Int = 0) -> FetchOutcome {
    let at = Date(unixSeconds: Int64(1000 + number))
    var result = CityResult(city: city, provider: "om", parts: [], fetchedAt: at)
    if reading {
      result.parts.insert(.current)
      result.weather.currently = .init(observedAt: at, utcOffsetSeconds: 0)
    }
    if days > 0 {
      result.parts.insert(.forecast)
      result.weather.forecast = (0..<days).map {
        .init(date: LocalDate(daysSince1970: $0), utcOffsetSeconds: 0)
      }
    }
    return FetchOutcome(
      provider: "om", slugs: ["oslo"], parts: result.parts, startedAt: at, finishedAt: at,
      durationMs: 1, results: [result])
  }

  static func failure(_ number: Int) -> FetchOutcome {
    var outcome = outcome(number)
    outcome.results = []
    outcome.error = FetchError(.service, "is away")
    return outcome
  }

  private func filled(_ outcomes: [FetchOutcome], limit: Int) -> Outbox {
    var outbox = Outbox(limit: limit)
    for outcome in outcomes { _ = outbox.add(outcome, tally: Tally()) }
    return outbox
  }

  private func readings(_ outbox: Outbox) -> [Int] {
    outbox.waiting.flatMap(\.outcome.results).compactMap { result in
      result.weather.currently.map { Int($0.observedAt.unixSeconds) - 1000 }
    }
  }

  @Test func `while there is room nothing is given up`() {
    let outbox = filled((0..<10).map { Self.outcome($0, days: 8) }, limit: 120)
    #expect(outbox.waiting.count == 10)
    #expect(outbox.loss.isNothing)
  }

  @Test func `the oldest forecasts go first, and their readings stay`() {
    let outbox = filled((0..<11).map { Self.outcome($0, days: 8) }, limit: 120)
    let days = outbox.waiting.map { $0.outcome.results[0].weather.forecast.count }
    #expect(days == [0, 0] + [Int](repeating: 8, count: 9))
    #expect(outbox.waiting[0].outcome.results[0].parts == .current)
    #expect(readings(outbox) == Array(0..<11))
    #expect(outbox.loss == Outbox.Loss(forecasts: 2))
  }

  @Test func `records of failures go before readings, and of readings the oldest`() {
    let mixed = (0..<90).map { $0 % 3 == 0 ? Self.failure($0) : Self.outcome($0) }
    var outbox = filled(mixed, limit: 190)
    #expect(outbox.loss.readings == 0)
    #expect(outbox.loss.records > 0)
    for number in 90..<200 { _ = outbox.add(Self.outcome(number), tally: Tally()) }
    #expect(outbox.loss.readings + readings(outbox).count == 60 + 110)
    #expect(readings(outbox).last == 199)
    #expect(outbox.waiting.allSatisfy { !$0.outcome.results.isEmpty })
    #expect(readings(outbox) == readings(outbox).sorted())
  }

  @Test func `a body that could not be decoded counts by its size`() {
    var large = Self.failure(0)
    large.quarantine = QuarantinedBody(
      body: Data(repeating: 32, count: 400_000), reason: "no JSON", receivedAt: large.startedAt,
      request: KeptRequest(
        Response(
          request: Request(
            provider: "om", endpoint: "x", base: "https://x.example", path: [], query: [],
            cities: [Self.city], parts: .all),
          status: 200, headers: [], body: Data(), receivedAt: large.startedAt), kind: .openMeteo))
    let outbox = filled([large, Self.outcome(1)], limit: 500)
    #expect(outbox.loss == Outbox.Loss(records: 1))
    #expect(readings(outbox) == [1])
  }

  @Test func `what could not be written comes first again, in its order`() {
    var outbox = filled((0..<3).map { Self.outcome($0) }, limit: 100)
    let taken = outbox.take()
    #expect(outbox.waiting.isEmpty)
    _ = outbox.add(Self.outcome(3), tally: Tally())
    outbox.putBack(taken)
    #expect(readings(outbox) == [0, 1, 2, 3])
    #expect(outbox.take().count == 4)
    #expect(outbox.take().isEmpty)
  }

  @Test func `very much is written in several transactions`() {
    var outbox = filled((0..<3000).map { Self.outcome($0) }, limit: Outbox.limit)
    var sizes: [Int] = []
    while case let chunk = outbox.take(), !chunk.isEmpty { sizes.append(chunk.count) }
    #expect(sizes.count == 2)
    #expect(sizes.reduce(0, +) == 3000)
  }

  @Test func `two hundred results are worth a transaction`() {
    var outbox = Outbox()
    let full = (1...400).filter { outbox.add(Self.outcome($0), tally: Tally()) }
    #expect(full == [200, 400])
  }
}
