import AlmanacTestKit
import FoundationEssentials
import History
import Schedule
import Testing
import Weather

@testable import Sync

/// A store with one city, and the book of its gaps.
struct GapScene {
  /// 2026-06-04T10:00:00Z.
  static let start = Date(unixSeconds: 1_780_567_200)
  let folder: TemporaryFolder
  let writer: HistoryWriter
  let book: GapBook
  let city = City(slug: "a", name: "A", latitude: 1, longitude: 2, timezone: "UTC")

  init() throws {
    folder = try TemporaryFolder()
    writer = try HistoryWriter.open(path: folder.file("a.db"), now: Self.start).writer
    try Self.register(city, active: true, writer)
    let source = Scheduler.Source(
      city: city, provider: "om", schedule: .quarterHourly, shiftSeconds: 0,
      forecastEverySeconds: nil)
    book = GapBook(sources: [source], rules: FixedZone.utc)
  }

  static func register(_ city: City, active: Bool, _ writer: HistoryWriter) throws {
    let freshness = Freshness(
      intervalSeconds: 900, spreadSeconds: 0, forecastIntervalSeconds: 3600)
    _ = try writer.register([
      RegisteredCity(
        city: city, position: 0, active: active,
        sources: [RegisteredSource(provider: "om", kind: "om", rank: 0, freshness: freshness)])
    ])
  }

  func hour(_ number: Double) -> Date { Self.start + number * 3600 }

  @discardableResult
  func judge(at number: Double, livedSince: Double = 0) throws -> [GapRecord] {
    try book.judge(writer, spans: [], livedSince: hour(livedSince), now: hour(number))
  }

  func store(_ hours: Double..., origin: Origin = .live, fetchedAt: Double? = nil) throws {
    for number in hours {
      let reading = WeatherData.CurrentConditions(observedAt: hour(number), utcOffsetSeconds: 0)
      let at = hour(fetchedAt ?? number)
      let result = CityResult(
        city: city, provider: "om", parts: .current, weather: WeatherData(currently: reading),
        fetchedAt: at, origin: origin)
      let outcome = FetchOutcome(
        provider: "om", slugs: ["a"], parts: .current, startedAt: at, finishedAt: at,
        durationMs: 1, results: [result])
      _ = try writer.store([outcome], run: nil)
    }
  }

  func fails(_ code: FetchError.Code, at number: Double) throws {
    let outcome = FetchOutcome(
      provider: "om", slugs: ["a"], parts: .all, startedAt: hour(number),
      finishedAt: hour(number), durationMs: 1, error: FetchError(code, "it failed"))
    _ = try writer.store([outcome], run: nil)
  }

  func fills(at number: Double) throws -> [GapFill] {
    try book.fills(writer, providers: ["om"], now: hour(number))
  }

  /// The gaps of the store, each as `from-to reason`, a filled one with a mark.
  func gaps() throws -> [String] {
    try writer.close()
    return try HistoryReader.read(path: folder.file("a.db")) { reader in
      let cities = try reader.cities(includeInactive: true, readings: .none)
      return try cities.flatMap { try reader.gaps(of: $0, filled: true) }.map {
        let from = ($0.from.unixSeconds - Self.start.unixSeconds) / 3600
        let to = ($0.to.unixSeconds - Self.start.unixSeconds) / 3600
        return "\(from)-\(to) \($0.reason)\($0.filledAt == nil ? "" : " filled")"
      }
    }
  }
}

@Suite struct GapBookTests {
  @Test func `before the first pass nothing is missing`() throws {
    let scene = try GapScene()
    try scene.store(-50)
    #expect(try scene.judge(at: 0.5).isEmpty)
    #expect(try scene.judge(at: 0.9).isEmpty)
    #expect(try scene.gaps() == [])
  }

  @Test func `a gap grows while it lasts and is told once`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.store(0.6)
    try scene.fails(.dns, at: 1.2)
    #expect(try scene.judge(at: 2.1).count == 1)
    try scene.fails(.dns, at: 2.3)
    #expect(try scene.judge(at: 3.1).isEmpty)
    #expect(try scene.judge(at: 3.9).isEmpty)
    #expect(try scene.gaps() == ["1-3 offline"])
  }

  @Test func `whoever judges next goes on where the last one ended`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.store(0.6, 5.5)
    try scene.fails(.key, at: 3.5)
    try scene.judge(at: 6.1, livedSince: 5.4)
    try scene.judge(at: 6.1, livedSince: 5.4)
    #expect(try scene.gaps() == ["1-3 stopped", "3-4 key", "4-5 stopped"])
  }

  @Test func `only the hours that are missing are asked for, and a full gap is closed`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.store(0.6, 5.5)
    try scene.judge(at: 6.1, livedSince: 5.4)
    try scene.store(2, 3, origin: .backfill, fetchedAt: 6)
    let fill = try #require(try scene.fills(at: 6.1).first)
    #expect(fill.hours == [scene.hour(1), scene.hour(4)])
    try scene.store(1, origin: .backfill, fetchedAt: 6)
    let came = try scene.book.settle(
      fill, answered: [], scene.writer, now: scene.hour(6.1))
    #expect(came == 1)
    try scene.store(4, origin: .import, fetchedAt: 6)
    #expect(try scene.fills(at: 6.2).isEmpty)
    #expect(try scene.gaps() == ["1-5 stopped filled"])
  }

  @Test func `hours that the service does not have are asked for less and less, then never`()
    throws
  {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.judge(at: 2.1)
    var asked: [Double] = []
    for number in 3..<2000 {
      for fill in try scene.fills(at: Double(number)) {
        asked.append(Double(number))
        _ = try scene.book.settle(
          fill, answered: Set(fill.hours), scene.writer, now: scene.hour(Double(number)))
      }
    }
    #expect(asked == [3, 4, 6, 10, 18, 34, 66, 130])
  }

  @Test func `a gap that was answered waits, though another of the city was not`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.store(0.6, 2.5)
    try scene.judge(at: 4.1)
    let fill = try #require(try scene.fills(at: 4.1).first)
    #expect(fill.hours == [scene.hour(1), scene.hour(3)])
    _ = try scene.book.settle(
      fill, answered: [scene.hour(3)], scene.writer, now: scene.hour(4.1))
    #expect(try scene.fills(at: 4.2).first?.hours == [scene.hour(1)])
  }

  @Test func `a gap that grew while the service was asked stays open`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.judge(at: 2.1)
    let fill = try #require(try scene.fills(at: 2.1).first)
    try scene.judge(at: 4.1)
    try scene.store(0, 1, origin: .backfill, fetchedAt: 4.1)
    let came = try scene.book.settle(
      fill, answered: Set(fill.hours), scene.writer, now: scene.hour(4.1))
    #expect(came == 2)
    #expect(try scene.fills(at: 4.2).first?.hours == [scene.hour(2), scene.hour(3)])
  }

  @Test func `readings for hours that have one are left out`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.store(0.6, 2.5)
    try scene.judge(at: 4.1)
    let fill = try #require(try scene.fills(at: 4.1).first)
    let past = [0, 1, 1.5, 2, 3, 4].map {
      WeatherData.CurrentConditions(observedAt: scene.hour($0), utcOffsetSeconds: 0)
    }
    #expect(fill.readings(of: past).map(\.observedAt) == [scene.hour(1), scene.hour(3)])
  }

  @Test func `what a clock judged that was ahead is judged again`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try scene.judge(at: 48.1)
    try scene.judge(at: 1.5)
    try scene.store(1.5, 2.5)
    try scene.judge(at: 3.1)
    #expect(try scene.gaps() == ["0-1 service"])
  }

  @Test func `a city that was taken out of the list has no gaps of that time`() throws {
    let scene = try GapScene()
    try scene.judge(at: 0.5)
    try GapScene.register(scene.city, active: false, scene.writer)
    try scene.judge(at: 5.5)
    try GapScene.register(scene.city, active: true, scene.writer)
    try scene.judge(at: 9.5)
    try scene.judge(at: 11.5)
    #expect(try scene.gaps() == ["9-11 service"])
  }
}
