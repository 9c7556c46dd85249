import FoundationEssentials
import Testing
import Weather

@testable import History

struct PastStoringTests {
  private static let noon: Int64 = 1_700_000_000 - 1_700_000_000 % 3600

  private static func past(
    _ temperatures: [Double], fetchedAt: Int64 = 1_780_000_000, origin: Origin = .backfill
  ) -> PastResult {
    let date = LocalDate(daysSince1970: Int(noon / 86_400))
    var result = PastResult(
      city: StoreFixture.city(), provider: "open-meteo", dates: date...date,
      fetchedAt: Date(unixSeconds: fetchedAt), basis: .reanalysis)
    result.origin = origin
    result.readings = temperatures.enumerated().map { place, value in
      var reading = WeatherData.CurrentConditions(
        observedAt: Date(unixSeconds: noon + Int64(place) * 3600), utcOffsetSeconds: 3600)
      reading.temperatureC = value
      return reading
    }
    var day = WeatherData.DayConditions(date: date, utcOffsetSeconds: 3600)
    day.temperatureMaxC = temperatures.max()
    result.days = [day]
    return result
  }

  @Test("Readings and days of the past are stored once, marked, with their offsets")
  func once() throws {
    let fixture = try StoreFixture()
    var counts: [PastCounts] = []
    try fixture.filled { writer in
      counts.append(try writer.storePast(Self.past([1, 2])))
      counts.append(try writer.storePast(Self.past([1, 2], fetchedAt: 1_780_000_100)))
      counts.append(try writer.storePast(Self.past([1, 3], fetchedAt: 1_780_000_200)))
    }
    #expect(counts.map(\.readings) == [2, 0, 1])
    #expect(counts.map(\.days) == [1, 0, 1])
    let rows = try fixture.readings()
    #expect(rows.map(\.conditions.temperatureC) == [1, 3])
    #expect(rows.allSatisfy { $0.origin == .backfill && $0.basis == .reanalysis })
    #expect(rows.allSatisfy { $0.conditions.utcOffsetSeconds == 3600 })
    #expect(rows.map(\.fetchedAt.unixSeconds) == [1_780_000_000, 1_780_000_200])
  }

  @Test(
    "A row of another origin stays as it is, whichever came first",
    arguments: [
      Origin.live, .import,
    ])
  func otherOrigin(origin: Origin) throws {
    let fixture = try StoreFixture()
    try fixture.filled { writer in
      _ = try writer.store(
        [StoreFixture.reading(9, at: Self.noon, origin: origin)], run: nil)
      let counts = try writer.storePast(Self.past([1, 2]))
      #expect(counts.readings == 1)
    }
    let rows = try fixture.readings()
    #expect(rows.map(\.conditions.temperatureC) == [9, 2])
    #expect(rows.map(\.origin) == [origin, .backfill])
    #expect(rows.first?.fetchedAt.unixSeconds == Self.noon + 60)
  }

  @Test("A live reading takes the place of a backfilled one")
  func liveWins() throws {
    let fixture = try StoreFixture()
    try fixture.filled { writer in
      _ = try writer.storePast(Self.past([1], fetchedAt: Self.noon))
      _ = try writer.store([StoreFixture.reading(9, at: Self.noon)], run: nil)
    }
    #expect(try fixture.readings().map(\.origin) == [.live])
  }

  @Test("A forecast of the past is dated by when it was known, and moves no live revision")
  func forecasts() throws {
    let fixture = try StoreFixture()
    let date = try #require(LocalDate(iso: "2026-06-10"))
    try fixture.filled { writer in
      _ = try writer.store(
        [StoreFixture.forecast([20], from: "2026-06-10", fetchedAt: 1_780_900_000)], run: nil)
      var result = Self.past([])
      result.forecasts = [(5, 18.0), (4, 18), (3, 20.5), (0, 20)].map { days, high in
        var day = WeatherData.DayConditions(date: date, utcOffsetSeconds: 3600)
        day.temperatureHighC = high
        day.hoursCovered = 24
        return PastForecast(
          knownAt: Date(unixSeconds: 1_780_900_000 - Int64(days) * 86_400), day: day)
      }
      #expect(try writer.storePast(result).forecasts == 2)
      #expect(try writer.storePast(result).forecasts == 0)
    }
    let current = try #require(try fixture.forecast(from: "2026-06-10").first)
    #expect(current.day.temperatureHighC == 20 && current.fetchedAt.unixSeconds == 1_780_900_000)
    #expect(current.confirmedAt == current.fetchedAt)
  }
}
