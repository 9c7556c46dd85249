import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

struct StoringTests {
  let fixture: StoreFixture
  let start: Int64 = 1_780_000_000

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("The same reading fetched again changes only its time of receipt")
  func sameReadingAgain() throws {
    try fixture.filled { writer in
      let first = try writer.store([StoreFixture.reading(20, at: start)], run: nil)
      #expect(first == [counts(added: 1)])
      let again = StoreFixture.reading(20, at: start, fetchedAt: start + 900)
      #expect(try writer.store([again, again], run: nil)[1] == counts(confirmed: 1))
      let mixed = [
        StoreFixture.reading(21, at: start + 600, fetchedAt: start + 1800),
        StoreFixture.reading(20, at: start, fetchedAt: start + 1800),
      ]
      #expect(try writer.store(mixed, run: nil) == [counts(added: 1), counts(confirmed: 1)])
    }
    let rows = try fixture.readings()
    #expect(rows.map(\.conditions.temperatureC) == [20, 21])
    #expect(rows.map(\.fetchedAt.unixSeconds) == [start + 1800, start + 1800])
  }

  @Test("Other values for the same instant replace it only if they are newer")
  func corrections() throws {
    try fixture.filled { writer in
      _ = try writer.store([StoreFixture.reading(20, at: start, fetchedAt: start + 100)], run: nil)
      let older = StoreFixture.reading(18, at: start, fetchedAt: start + 50)
      #expect(try writer.store([older], run: nil) == [counts()])
      let newer = StoreFixture.reading(19, at: start, fetchedAt: start + 200)
      #expect(try writer.store([newer], run: nil) == [counts(added: 1)])
    }
    #expect(try fixture.readings().map(\.conditions.temperatureC) == [19])
  }

  @Test("A backfilled reading never overwrites a live one, a live one does overwrite")
  func origins() throws {
    try fixture.filled { writer in
      let late = start + 90_000
      let backfill = StoreFixture.reading(10, at: start, fetchedAt: late, origin: .backfill)
      _ = try writer.store([StoreFixture.reading(20, at: start), backfill], run: nil)
      let other = StoreFixture.reading(
        11, at: start + 900, fetchedAt: start + 950, origin: .backfill)
      let live = StoreFixture.reading(12, at: start + 900, fetchedAt: start + 960)
      _ = try writer.store([other, live], run: nil)
    }
    let rows = try fixture.readings()
    #expect(rows.map(\.conditions.temperatureC) == [20, 12])
    #expect(rows.map(\.origin) == [.live, .live])
  }

  @Test("Every value of a reading comes back, also a NUL inside a text")
  func roundTrip() throws {
    let outcome = StoreFixture.reading(0, at: start, offset: -12_600) { conditions in
      for (place, field) in WeatherData.CurrentConditions.fields.enumerated() {
        conditions[keyPath: field.path] = Double(place) + 0.25
      }
      conditions.condition = .heavySnow
      conditions.conditionCode = -7
      conditions.summary = "a\0b ☂"
      conditions.icon = ""
    }
    try fixture.filled { _ = try $0.store([outcome], run: nil) }
    #expect(try fixture.readings().map(\.conditions) == [outcome.results[0].weather.currently])
  }

  @Test("Every value of a forecast day comes back")
  func dayRoundTrip() throws {
    var outcome = StoreFixture.forecast([nil], from: "2026-06-10", fetchedAt: start)
    var day = outcome.results[0].weather.forecast[0]
    for (place, field) in WeatherData.DayConditions.fields.enumerated() {
      day[keyPath: field.path] = Double(place) - 0.5
    }
    day.sunrise = Date(unixSeconds: start + 5)
    day.sunset = Date(unixSeconds: start + 50_000)
    day.condition = .thunderstorm
    day.conditionCode = 95
    day.summary = "Gewitter"
    day.icon = "11d"
    outcome.results[0].weather.forecast = [day]
    try fixture.filled { _ = try $0.store([outcome], run: nil) }
    #expect(try fixture.forecast(from: "2026-06-10").map(\.day) == [day])
  }

  @Test("A missing value is null, never zero")
  func nothingInvented() throws {
    let outcome = StoreFixture.reading(nil, at: start) { $0.condition = .fog }
    try fixture.filled { _ = try $0.store([outcome], run: nil) }
    let conditions = try #require(try fixture.readings().first?.conditions)
    #expect(WeatherData.CurrentConditions.fields.allSatisfy { conditions[keyPath: $0.path] == nil })
  }

  @Test("A batch with an unknown city is stored not at all")
  func allOrNothing() throws {
    try fixture.filled { writer in
      let batch = [
        StoreFixture.reading(20, at: start), StoreFixture.reading(20, at: start, slug: "atlantis"),
      ]
      #expect(throws: HistoryError.self) { try writer.store(batch, run: nil) }
    }
    #expect(try fixture.readings().isEmpty)
  }

  private func counts(added: Int = 0, confirmed: Int = 0) -> StoredCounts {
    var counts = StoredCounts()
    counts.added = added
    counts.confirmed = confirmed
    return counts
  }
}
