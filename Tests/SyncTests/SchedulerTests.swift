import FoundationEssentials
import Schedule
import Testing
import Weather

@testable import Sync

@Suite struct SchedulerTests {
  /// 2026-06-04T10:00:00Z.
  let start = Date(unixSeconds: 1_780_567_200)

  func city(_ slug: String) -> City {
    City(slug: slug, name: slug, latitude: 1, longitude: 2)
  }

  func source(
    _ slug: String, every: Int = 900, shift: Int = 0, forecastEvery: Int? = 3600,
    lastCurrent: Date? = nil, lastForecast: Date? = nil, failures: Int = 0, retryAt: Date? = nil
  ) throws -> Scheduler.Source {
    Scheduler.Source(
      city: city(slug), provider: "om", schedule: try Schedule(everySeconds: every),
      shiftSeconds: shift, forecastEverySeconds: forecastEvery, lastCurrent: lastCurrent,
      lastForecast: lastForecast, failures: failures, retryAt: retryAt)
  }

  func scheduler(
    _ sources: [Scheduler.Source], services: [String: Scheduler.Service] = [:]
  ) -> Scheduler {
    Scheduler(sources: sources, services: services, rules: FixedZone.utc, random: { 0.5 })
  }

  func success(_ slugs: String..., parts: Parts = .all) -> JobResult {
    var result = JobResult(provider: "om")
    for slug in slugs { result.cities[slug] = .init(succeeded: parts, failures: []) }
    return result
  }

  func failure(_ slug: String, _ error: FetchError, stops: Bool = false) -> JobResult {
    var result = JobResult(provider: "om")
    result.cities[slug] = .init(
      succeeded: [], failures: [FailedPart(part: .all, error: error)])
    if stops { result.stopped = error }
    return result
  }

  @Test func `a source that was never asked is due at once, with both parts`() throws {
    var scheduler = scheduler([try source("a"), try source("b")])
    let jobs = scheduler.takeDue(at: start)
    #expect(jobs.count == 1)
    #expect(jobs.first?.wants.map(\.parts) == [.all])
    #expect(jobs.first?.wants.first?.cities.map(\.slug) == ["a", "b"])
  }

  @Test func `nothing is due twice while its job is under way`() throws {
    var scheduler = scheduler([try source("a")])
    #expect(scheduler.takeDue(at: start).count == 1)
    #expect(scheduler.takeDue(at: start + 10_000).isEmpty)
    #expect(scheduler.nextWake() == nil)
  }

  @Test func `a reload forgets nothing that the store could not take`() throws {
    var running = scheduler([try source("a"), try source("b")])
    _ = running.takeDue(at: start)
    running.finish(success("a"), at: start + 2)
    running.pause("om", because: FetchError(.quota, "429", status: 429), at: start + 3)
    var fresh = scheduler([try source("a"), try source("b")])
    fresh.adopt(running, same: ["om"])
    #expect(fresh.services["om"] == running.services["om"])
    #expect(fresh.nextWake() == running.nextWake())
    // With another key the service may be asked, and still not for what has come.
    var changed = scheduler([try source("a"), try source("b")])
    changed.adopt(running, same: [])
    #expect(changed.takeDue(at: start + 4).first?.wants.first?.cities.map(\.slug) == ["b"])
  }

  @Test func `after a success the schedule decides, moved by the shift`() throws {
    var scheduler = scheduler([try source("a", shift: 40)])
    _ = scheduler.takeDue(at: start + 100)
    scheduler.finish(success("a"), at: start + 102)
    #expect(scheduler.nextWake() == start + 940)
  }

  @Test func `forecasts are asked for less often than current conditions`() throws {
    var scheduler = scheduler([try source("a")])
    var asked: [Parts] = []
    for round in 0..<9 {
      let now = start + Double(round * 900)
      let job = try #require(scheduler.takeDue(at: now).first)
      asked.append(try #require(job.wants.first).parts)
      scheduler.finish(success("a", parts: asked[round]), at: now + 2)
    }
    let hourly: [Parts] = [.all, .current, .current, .current]
    #expect(asked == hourly + hourly + [.all])
  }

  @Test func `a service whose every reply has both parts is always asked for both`() throws {
    var scheduler = scheduler([try source("a", forecastEvery: nil)])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(success("a"), at: start + 1)
    #expect(scheduler.takeDue(at: start + 900).first?.wants.map(\.parts) == [.all])
  }

  @Test func `what was missed is due once, not once per time missed`() throws {
    var scheduler = scheduler([
      try source("a", lastCurrent: start - 86_400, lastForecast: start - 86_400)
    ])
    #expect(scheduler.takeDue(at: start + 60).count == 1)
    scheduler.finish(success("a"), at: start + 61)
    #expect(scheduler.nextWake() == start + 900)
  }

  @Test func `a restart within the interval asks nothing again`() throws {
    var scheduler = scheduler([
      try source("a", lastCurrent: start + 2, lastForecast: start + 2)
    ])
    #expect(scheduler.takeDue(at: start + 300).isEmpty)
    #expect(scheduler.nextWake() == start + 900)
  }

  @Test func `a failure that may pass is tried again after the back-off, doubling`() throws {
    var scheduler = scheduler([try source("a")])
    var now = start
    var waits: [Double] = []
    for _ in 0..<4 {
      #expect(scheduler.takeDue(at: now).count == 1)
      scheduler.finish(failure("a", FetchError(.service, "500")), at: now)
      let next = try #require(scheduler.nextWake())
      waits.append(next.timeIntervalSince(now))
      now = next
    }
    #expect(waits == [2.5, 5, 10, 20])
  }

  @Test func `a place that the service does not know waits for the schedule`() throws {
    var scheduler = scheduler([try source("a")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(failure("a", FetchError(.place, "404", status: 404)), at: start + 1)
    #expect(scheduler.nextWake() == start + 900)
  }

  @Test(
    arguments: [
      (FetchError(.key, "401"), 3600.0),
      (FetchError(.refused, "403"), 3600.0),
      (FetchError(.quota, "429", retryAfterSeconds: 40), 40.0),
      (FetchError(.quota, "429"), 62.5),
      (FetchError(.timeout, "timed out"), 2.5),
    ] as [(FetchError, Double)])
  func `a failure of the whole service pauses it`(error: FetchError, seconds: Double) throws {
    var scheduler = scheduler([try source("a"), try source("b")])
    _ = scheduler.takeDue(at: start)
    var result = failure("a", error, stops: true)
    result.cities["a"] = nil
    scheduler.finish(result, at: start)
    #expect(scheduler.services["om"]?.pausedUntil == start + seconds)
    #expect(scheduler.takeDue(at: start + seconds - 1).isEmpty)
    let job = try #require(scheduler.takeDue(at: start + seconds).first)
    #expect(job.cityCount == 1 && job.isTrial)
    scheduler.finish(success("a"), at: start + seconds)
    #expect(scheduler.takeDue(at: start + seconds).first?.cityCount == 1)
  }

  @Test func `a pause survives a restart, and a failing city's back-off too`() throws {
    var scheduler = scheduler(
      [try source("a", failures: 3, retryAt: start + 120)],
      services: ["om": .init(pausedUntil: start + 40, reason: .quota, failures: 1)])
    #expect(scheduler.takeDue(at: start + 39).isEmpty)
    #expect(scheduler.nextWake() == start + 120)
    #expect(scheduler.takeDue(at: start + 120).count == 1)
  }

  @Test func `the network's return lifts pauses that were due to it, and no others`() throws {
    var scheduler = scheduler(
      [try source("a")],
      services: [
        "om": .init(pausedUntil: start + 800, reason: .offline, failures: 8),
        "key": .init(pausedUntil: start + 3600, reason: .key, failures: 1),
      ])
    scheduler.networkReturned(at: start)
    #expect(scheduler.takeDue(at: start).count == 1)
    #expect(scheduler.services["key"]?.pausedUntil == start + 3600)
  }

  @Test func `a forecast that failed is tried again without the current conditions`() throws {
    var scheduler = scheduler([try source("a")])
    _ = scheduler.takeDue(at: start)
    var result = success("a", parts: .current)
    result.cities["a"]?.failures = [
      FailedPart(part: .forecast, error: FetchError(.service, "503"))
    ]
    scheduler.finish(result, at: start)
    #expect(scheduler.takeDue(at: start + 3).first?.wants.map(\.parts) == [.forecast])
  }

  @Test func `what a service does not want to be asked yet is not due before it`() throws {
    var held = try source("a", forecastEvery: nil)
    held.notBefore = start + 2000
    var scheduler = scheduler([held])
    #expect(scheduler.takeDue(at: start).isEmpty)
    #expect(scheduler.takeAll(at: start).isEmpty)
    #expect(scheduler.nextWake() == start + 2000)
    scheduler.makeAllDue(at: start)
    #expect(scheduler.nextWake() == start + 2000)
    #expect(scheduler.takeDue(at: start + 2000).count == 1)
    var result = success("a")
    result.cities["a"]?.notBefore = start + 5000
    scheduler.finish(result, at: start + 2001)
    #expect(scheduler.nextWake() == start + 5000)
    _ = scheduler.takeDue(at: start + 5000)
    scheduler.finish(failure("a", FetchError(.service, "500")), at: start + 5000)
    #expect(scheduler.nextWake() == start + 5002.5)
    _ = scheduler.takeDue(at: start + 5003)
    scheduler.finish(success("a"), at: start + 5003)
    #expect(scheduler.nextWake() == start + 5400)
  }

  @Test func `ten thousand cities are decided on quickly`() throws {
    let sources = try (0..<10_000).map { try source("c\($0)", shift: $0 % 90) }
    var scheduler = scheduler(sources)
    let clock = ContinuousClock()
    let took = clock.measure { _ = scheduler.takeDue(at: start) }
    // Debug builds are some twenty times slower than release builds.
    #expect(took < .seconds(1))
  }
}
