import FoundationEssentials
import Testing
import Weather

@testable import History

/// What services say that spares requests, and replies that say nothing new.
struct MemoryTests {
  let fixture: StoreFixture
  let start: Int64 = 1_780_000_000

  init() throws {
    fixture = try StoreFixture()
  }

  private func forecast(
    _ highs: [Double?], fetchedAt: Int64, memory: SourceMemory? = nil
  ) -> FetchOutcome {
    var outcome = StoreFixture.forecast(highs, from: "2026-05-28", fetchedAt: fetchedAt)
    outcome.results[0].memory = memory
    return outcome
  }

  private func unchanged(at: Int64) -> FetchOutcome {
    var result = StoreFixture.result(slug: "lisbon", parts: .all, fetchedAt: at)
    result.isUnchanged = true
    return StoreFixture.outcome(result)
  }

  @Test("A memory survives a restart, and a reply without one leaves it")
  func survival() throws {
    let memory = SourceMemory(
      expiresAt: Date(unixSeconds: start + 1800), lastModified: "Wed, 1 …", place: "TAE 58,65",
      placeAt: Date(unixSeconds: start))
    try fixture.filled { writer in
      _ = try writer.store([forecast([20], fetchedAt: start, memory: memory)], run: nil)
      _ = try writer.store([forecast([20], fetchedAt: start + 9)], run: nil)
    }
    let writer = try fixture.open()
    #expect(try writer.sourceStates().map(\.memory) == [memory])
    // A change of place, kind or height ends it.
    _ = try writer.register([StoreFixture.registered()])
    #expect(try writer.sourceStates().map(\.memory) == [memory])
    var city = StoreFixture.city()
    city.elevation = 12
    _ = try writer.register([StoreFixture.registered(city)])
    #expect(try writer.sourceStates().map(\.memory) == [SourceMemory()])
    try writer.close()
  }

  @Test("An answer that nothing changed confirms the days of the last one, and adds none")
  func confirmation() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered()])
    _ = try writer.store([forecast([20, 21, 22], fetchedAt: start)], run: nil)
    _ = try writer.store([forecast([20, 23], fetchedAt: start + 100)], run: nil)
    let counts = try writer.store([unchanged(at: start + 500)], run: nil)
    #expect(
      counts == [
        {
          var counts = StoredCounts(); counts.confirmed = 2; return counts
        }()
      ])
    let state = try #require(try writer.sourceStates().first)
    #expect(state.forecastAt == Date(unixSeconds: start + 500))
    #expect(state.currentAt == Date(unixSeconds: start + 500) && state.failures == 0)
    try writer.close()
    let days = try fixture.forecast(from: "2026-05-28", days: 3)
    #expect(days.map(\.day.temperatureHighC) == [20, 23, 22])
    #expect(days.map(\.confirmedAt.unixSeconds) == [start + 500, start + 500, start])
    #expect(days.map(\.fetchedAt.unixSeconds) == [start, start + 100, start])
  }
}
