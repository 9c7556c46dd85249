import FoundationEssentials
import Testing
import Weather

@testable import History

/// The register of the last eight polls that `status` shows.
struct ReachTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func request(
    _ slugs: [String], _ parts: Parts, second: Int64, failed: Bool = false
  ) -> FetchOutcome {
    let at = StoreFixture.now + Double(second)
    return FetchOutcome(
      provider: "open-meteo", slugs: slugs, parts: parts, startedAt: at, finishedAt: at,
      durationMs: 1, error: failed ? FetchError(.service, "broken") : nil)
  }

  @Test("Each pass for several cities is a poll, and a request for the past is none")
  func passes() throws {
    let writer = try fixture.open()
    _ = try writer.register(
      ["lisbon", "oslo"].enumerated().map {
        StoreFixture.registered(StoreFixture.city($1, name: $1), position: $0)
      })
    for (pass, failed) in [false, true, false].enumerated() {
      let second = Int64(pass)
      let run = try writer.beginRun(
        trigger: "manual", at: StoreFixture.now + Double(second))
      _ = try writer.store(
        [request(["lisbon", "oslo"], .all, second: second, failed: failed)], run: run)
    }
    _ = try writer.store([request(["lisbon"], [], second: 9, failed: true)], run: nil)
    try writer.close()
    let status = try HistoryReader.read(path: fixture.path) {
      try $0.status(now: StoreFixture.now + 60)
    }
    #expect(status.sources.map(\.reach) == ["101", "101"])
  }
}
