import Configuration
import FoundationEssentials
import History
import Testing
import Weather

@testable import Sync

/// What a new process believes of the times that an earlier one has left.
@Suite struct RememberedTimesTests {
  let now = SchedulerKit.start

  private func source(
    _ state: (inout SourceState) -> Void, isClockWrong: Bool
  ) throws -> Scheduler.Source {
    let configuration = try Configuration.parse(
      text: """
        database = "a.db"
        timezone = "UTC"
        [[city]]
        name = "Oslo"
        latitude = 59.9
        longitude = 10.7
        timezone = "UTC"
        """, path: "almanac.toml", environment: [:])
    let city = try #require(configuration.cities.first).city
    var remembered = SourceState(slug: city.slug, provider: "open-meteo")
    state(&remembered)
    let sources = try Assembly(configuration, now: now).sources(
      cities: [RegisteredCity(city: city, position: 0, sources: [])], states: [remembered],
      installation: "i", now: now, isClockWrong: isClockWrong)
    return try #require(sources.first)
  }

  // The rows of a clock that is known to be wrong carry the server's time.
  @Test(arguments: [66_099.0, -66_099])
  func `a start under a wrong clock repeats nothing that just came`(ahead: Double) throws {
    let asked = now - 840
    let source = try source(
      { ($0.lastAttemptAt, $0.currentAt, $0.forecastAt) = (asked, asked + ahead, asked + ahead) },
      isClockWrong: true)
    #expect(source.lastCurrent == asked)
    #expect(source.lastForecast == asked)
  }

  @Test func `what failed under a wrong clock counts as not come`() throws {
    let source = try source(
      { ($0.lastAttemptAt, $0.currentAt, $0.failures) = (now - 840, now + 66_099, 1) },
      isClockWrong: true)
    #expect(source.lastCurrent == nil)
  }

  @Test func `a time to come is not believed, and one that is over is`() throws {
    let source = try source(
      { ($0.lastAttemptAt, $0.currentAt, $0.forecastAt) = (now, now + 66_099, now - 60) },
      isClockWrong: false)
    #expect(source.lastCurrent == nil)
    #expect(source.lastForecast == now - 60)
  }
}
