import FoundationEssentials
import Testing
import Weather

@testable import Sync

/// Offline is a state: who enters it, what is asked meanwhile, and what its end leads to.
@Suite struct NetworkStateTests {
  typealias Kit = SchedulerKit
  let start = Kit.start

  /// A scheduler of one service that has just found no network.
  func offline(_ slugs: [String] = ["a", "b", "c"]) throws -> Scheduler {
    var scheduler = Kit.scheduler(try slugs.map { try Kit.source($0) })
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure(slugs[0], Kit.offline), at: start)
    return scheduler
  }

  @Test(arguments: [Kit.offline, Kit.dns, FetchError(.captive, "login", status: 511)])
  func `no route, no name and a login page mean that the network is away`(
    error: FetchError
  ) throws {
    var scheduler = Kit.scheduler([try Kit.source("a")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("a", error), at: start)
    #expect(scheduler.network.isAway)
    #expect(scheduler.network.absence?.reason == error.code)
    #expect(scheduler.services["om"] == Scheduler.Service())
  }

  @Test(arguments: [Kit.timeout, Kit.fault, FetchError(.key, "401", status: 401)])
  func `what a service may have done itself does not`(error: FetchError) throws {
    var scheduler = Kit.scheduler([try Kit.source("a")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("a", error), at: start)
    #expect(scheduler.network == NetworkState())
    #expect(scheduler.services["om"]?.failures == 1)
  }

  @Test func `the network is looked for with one city, after growing pauses`() throws {
    var scheduler = try offline()
    var now = start
    var pauses: [Double] = []
    var asked: [String] = []
    for _ in 0..<11 {
      let next = try #require(scheduler.nextWake())
      pauses.append(next.timeIntervalSince(now))
      now = next
      #expect(scheduler.takeSlugs(at: now - 0.1).isEmpty)
      let slugs = try #require(scheduler.takeSlugs(at: now)["om"])
      asked += slugs
      scheduler.finish(Kit.failure(slugs[0], Kit.dns), at: now)
    }
    #expect(pauses == [2.5, 5, 10, 20, 40, 80, 160, 320, 450, 450, 450])
    #expect(asked == ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b"])
    #expect(scheduler.network.absence?.attempts == 12)
    #expect(scheduler.services["om"] == Scheduler.Service())
    #expect(scheduler.retries.isEmpty)
  }

  @Test func `each service is probed with one city, and one answer ends it`() throws {
    var scheduler = Kit.scheduler([
      try Kit.source("a"), try Kit.source("b"), try Kit.source("c", at: "owm"),
    ])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("a", Kit.dns), at: start)
    #expect(!scheduler.network.isAway)
    scheduler.finish(Kit.failure("c", Kit.dns, at: "owm"), at: start + 1)
    #expect(scheduler.network.isAway)
    #expect(scheduler.takeSlugs(at: start + 60) == ["om": ["a"], "owm": ["c"]])
    scheduler.finish(Kit.failure("a", Kit.dns), at: start + 61)
    #expect(scheduler.takeSlugs(at: start + 61).isEmpty)
    #expect(scheduler.nextWake() == nil, "the round goes on")
    scheduler.finish(Kit.success("c", at: "owm"), at: start + 62)
    #expect(scheduler.network.phase == .there && scheduler.network.absence == nil)
    #expect(scheduler.takeSlugs(at: start + 62) == ["om": ["a", "b"]])
  }

  @Test func `a service whose name alone does not resolve is to blame itself`() throws {
    let later = start + 3600
    var scheduler = Kit.scheduler([
      try Kit.source("a"), try Kit.source("c", at: "owm", every: 86_400, lastCurrent: later - 5),
    ])
    _ = scheduler.takeDue(at: later)
    scheduler.finish(Kit.failure("a", Kit.dns), at: later)
    #expect(scheduler.network.isDoubted)
    #expect(scheduler.takeSlugs(at: later) == ["owm": ["c"]], "asked before its time, to find out")
    scheduler.finish(Kit.success("c", at: "owm"), at: later + 1)
    #expect(scheduler.network.phase == .there)
    #expect(scheduler.services["om"]?.reason == .dns)
    #expect(scheduler.services["om"]?.failures == 1)
    #expect(scheduler.nextWake() == later + 3.5)
  }

  @Test func `a service that is paused, or reads files, is not asked about the network`() throws {
    var scheduler = Kit.scheduler(
      [try Kit.source("a"), try Kit.source("b", at: "held"), try Kit.source("c", at: "files")],
      services: ["held": .init(pausedUntil: start + 3000, reason: .key, failures: 1)],
      local: ["files"])
    #expect(scheduler.takeSlugs(at: start) == ["om": ["a"], "files": ["c"]])
    scheduler.finish(Kit.failure("a", Kit.dns), at: start)
    #expect(scheduler.network.isAway)
    scheduler.finish(Kit.success("c", at: "files"), at: start + 1)
    #expect(scheduler.network.isAway)
    #expect(scheduler.nextWake() == start + 2.5)
    #expect(scheduler.takeSlugs(at: start + 900) == ["om": ["a"], "files": ["c"]])
  }

  @Test func `a service that takes long delays no other that found no name`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a"), try Kit.source("c", at: "owm")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("a", Kit.dns), at: start)
    #expect(scheduler.nextWake() == start + 2.5)
    #expect(scheduler.takeSlugs(at: start + 2.5) == ["om": ["a"]])
    scheduler.finish(Kit.failure("a", Kit.dns), at: start + 2.5)
    #expect(scheduler.nextWake() == start + 7.5)
    #expect(scheduler.takeSlugs(at: start + 7.5) == ["om": ["a"]])
    scheduler.finish(Kit.success("a"), at: start + 8)
    #expect(scheduler.network.phase == .there)
    #expect(scheduler.services["om"] == Scheduler.Service())
  }

  @Test func `services that time out while others find no name are not excused`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a"), try Kit.source("c", at: "owm")])
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("a", Kit.dns), at: start)
    scheduler.finish(Kit.failure("c", Kit.timeout, at: "owm"), at: start + 15)
    #expect(scheduler.network.phase == .there)
    #expect(scheduler.services["om"]?.reason == .dns)
    #expect(scheduler.services["owm"]?.reason == .timeout)
  }

  @Test func `time-outs prolong the absence twice, then the service is to blame`() throws {
    var scheduler = try offline(["a"])
    for round in 1...3 {
      let now = start + Double(round * 1000)
      #expect(scheduler.network.isAway)
      #expect(scheduler.takeSlugs(at: now) == ["om": ["a"]])
      scheduler.finish(Kit.failure("a", Kit.timeout), at: now)
    }
    #expect(scheduler.network.phase == .there)
    #expect(scheduler.services["om"]?.reason == .timeout)
    #expect(scheduler.services["om"]?.failures == 1)
  }

  @Test func `after its return each city is asked once, spread over a minute`() throws {
    let sources = try (0..<100).map { try Kit.source("c\($0)", every: 3600, shift: $0 * 3) }
    var scheduler = Kit.scheduler(sources)
    _ = scheduler.takeDue(at: start)
    scheduler.finish(Kit.failure("c0", Kit.offline), at: start)
    // Nine hours of the schedule are missed.
    let back = start + 9 * 3600 + 600
    #expect(scheduler.takeSlugs(at: back) == ["om": ["c0"]])
    scheduler.finish(Kit.success("c0"), at: back)
    #expect(scheduler.isReturning(at: back))
    var asked: [Int] = []
    while let now = scheduler.nextWake(), now <= back + 60 {
      for job in scheduler.takeDue(at: now) {
        #expect(!job.isTrial)
        let slugs = job.wants.flatMap(\.cities).map(\.slug)
        asked.append(slugs.count)
        var result = JobResult(provider: "om")
        for slug in slugs { result.cities[slug] = .init(succeeded: .all, failures: []) }
        scheduler.finish(result, at: now)
      }
    }
    #expect(asked.reduce(0, +) == 99)
    #expect(asked.count == 20 && asked.allSatisfy { $0 <= 5 }, "\(asked)")
    #expect(!scheduler.isReturning(at: back + 60))
    #expect(try #require(scheduler.nextWake()) > back + 1800)
  }

  @Test func `a link that comes ends the pause at once, but no oftener than every 5 s`() throws {
    var scheduler = try offline(["a"])
    var now = start
    for _ in 0..<8 {
      now = try #require(scheduler.nextWake())
      _ = scheduler.takeDue(at: now)
      scheduler.finish(Kit.failure("a", Kit.offline), at: now)
    }
    #expect(try #require(scheduler.nextWake()) > now + 300)
    var other = scheduler
    scheduler.networkReturned(at: now + 60)
    #expect(scheduler.nextWake() == now + 60)
    other.networkReturned(at: now + 1)
    #expect(other.nextWake() == now + 5)
    _ = scheduler.takeDue(at: now + 60)
    scheduler.finish(Kit.failure("a", Kit.dns), at: now + 60)
    #expect(scheduler.nextWake() == now + 62.5)
  }

  @Test func `an absence goes on after a restart, with its back-off`() throws {
    let before = try offline(["a"])
    var absence = try #require(before.network.absence)
    absence.probeAt = start + 700
    var after = Kit.scheduler(
      [try Kit.source("a")], network: NetworkState(absence: absence))
    #expect(after.network.isAway)
    #expect(after.nextWake() == start + 700)
    #expect(after.takeDue(at: start + 699).isEmpty)
    _ = after.takeDue(at: start + 700)
    after.finish(Kit.success("a"), at: start + 701)
    #expect(after.network.absence == nil)
  }

  @Test func `it is said once when it goes and once when it is back`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a"), try Kit.source("c", at: "owm")])
    var log = NetworkLog()
    _ = scheduler.takeDue(at: start)
    func take(_ result: JobResult, _ seconds: Double) -> [String] {
      let before = scheduler.network
      scheduler.finish(result, at: start + seconds)
      return log.take(result, scheduler, before: before, at: start + seconds).map {
        "\($0.level.name) \($0.service ?? "–"): \($0.text)"
      }
    }
    #expect(take(Kit.failure("a", Kit.dns), 0) == [])
    #expect(
      take(Kit.failure("c", Kit.dns, at: "owm"), 1) == [
        "warning –: no network: name not resolved: weather.test: no such name; looking again in "
          + "3 s, then less and less often"
      ])
    _ = scheduler.takeDue(at: start + 4)
    #expect(take(Kit.failure("a", Kit.dns), 4) == [])
    #expect(take(Kit.failure("c", Kit.timeout, at: "owm"), 5) == [])
    _ = scheduler.takeDue(at: start + 7300)
    #expect(
      take(Kit.success("a"), 7300) == ["notice –: the network is back after 2 h; 3 attempts failed"]
    )
  }

  @Test func `what one service alone finds is said of it once that is known`() throws {
    var scheduler = Kit.scheduler([try Kit.source("a"), try Kit.source("c", at: "owm")])
    var log = NetworkLog()
    _ = scheduler.takeDue(at: start)
    var before = scheduler.network
    let first = Kit.failure("a", Kit.dns)
    scheduler.finish(first, at: start)
    #expect(log.take(first, scheduler, before: before, at: start).isEmpty)
    before = scheduler.network
    let second = Kit.success("c", at: "owm")
    scheduler.finish(second, at: start + 1)
    let lines = log.take(second, scheduler, before: before, at: start + 1)
    #expect(lines.map(\.service) == ["om"])
    #expect(
      lines.map(\.text) == [
        "name not resolved: weather.test: no such name; next try in 3 s"
      ])
  }
}
