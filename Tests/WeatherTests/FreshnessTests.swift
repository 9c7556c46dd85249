import FoundationEssentials
import Testing
import Weather

struct FreshnessTests {
  @Test(
    "A reading is stale beyond twice its interval and the spread, and at least an hour",
    arguments: [
      (interval: 900, spread: 60, limit: 3600), (interval: 1800, spread: 60, limit: 3660),
      (interval: 86_400, spread: 300, limit: 173_100), (interval: 1, spread: 0, limit: 3600),
    ])
  func current(interval: Int, spread: Int, limit: Int) {
    let rule = Freshness(
      intervalSeconds: interval, spreadSeconds: spread, forecastIntervalSeconds: 1)
    let now = Date(unixSeconds: 1_780_000_000)
    #expect(rule.currentLimitSeconds == limit)
    #expect(!rule.isStale(observedAt: now.addingTimeInterval(Double(-limit)), now: now))
    #expect(rule.isStale(observedAt: now.addingTimeInterval(Double(-limit - 1)), now: now))
  }

  @Test("A forecast has the longer of the two intervals")
  func forecast() {
    let rule = Freshness(intervalSeconds: 900, spreadSeconds: 60, forecastIntervalSeconds: 7200)
    #expect(rule.forecastLimitSeconds == 14_460)
    let slow = Freshness(intervalSeconds: 9000, spreadSeconds: 0, forecastIntervalSeconds: 3600)
    #expect(slow.forecastLimitSeconds == 18_000)
  }
}

struct DistanceTests {
  @Test("Distances are those of the sphere, also across the date line and the poles")
  func distances() {
    #expect(abs(Distance.kilometres(38.7223, -9.1393, 59.9139, 10.7522) - 2739) < 5)
    #expect(abs(Distance.kilometres(0, 179.99, 0, -179.99) - 2.2239) < 0.001)
    #expect(abs(Distance.kilometres(89.99, 0, 89.99, 180) - 2.2239) < 0.001)
    #expect(Distance.kilometres(12, 34, 12, 34) == 0)
  }

  @Test("The mean of directions around north is north")
  func directions() {
    let parts = [350.0, 10].map { Distance.direction(degrees: $0) }
    let mean = Distance.degrees(
      east: parts.reduce(0) { $0 + $1.east }, north: parts.reduce(0) { $0 + $1.north })
    #expect(mean == 0)
    #expect(Distance.degrees(east: -1, north: 0) == 270)
  }
}
