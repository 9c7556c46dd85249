import FoundationEssentials
import Schedule
import Sync
import Weather

/// Decisions of the scheduling loop over many cities.
struct Deciding {
  private var scheduler: Scheduler
  private let begun = Date(unixSeconds: 1_780_000_000)

  init(cities: Int) throws {
    let schedule = try Schedule(everySeconds: 900), begun = begun
    scheduler = Scheduler(
      sources: (0..<cities).map { index in
        Scheduler.Source(
          city: City(
            slug: "place-\(index)", name: "Place \(index)", latitude: Double(index % 60),
            longitude: 8.5, timezone: "Europe/Zurich"),
          provider: "clear-sky", schedule: schedule, shiftSeconds: index % 90,
          forecastEverySeconds: nil, lastCurrent: begun, lastForecast: begun)
      }, rules: FixedZone.utc)
  }

  /// Seconds for one decision: to take in what came of a job, to find what is due and when to wake.
  mutating func secondsEach() -> Double {
    var total = 0.0
    var decisions = 0
    var now = begun
    while decisions < 180, let next = scheduler.nextWake() {
      now = max(now, next)
      let start = ContinuousClock.now
      let jobs = scheduler.takeDue(at: now)
      _ = scheduler.nextWake()
      total += (ContinuousClock.now - start) / .seconds(1)
      let results = jobs.map(answered)
      let end = ContinuousClock.now
      for result in results { scheduler.finish(result, at: now) }
      total += (ContinuousClock.now - end) / .seconds(1)
      decisions += 1
    }
    return total / Double(max(1, decisions))
  }

  private func answered(_ job: Job) -> JobResult {
    var result = JobResult(provider: job.provider)
    for want in job.wants {
      for city in want.cities {
        var outcome = JobResult.CityOutcome()
        outcome.succeeded = want.parts
        result.cities[city.slug] = outcome
      }
    }
    return result
  }
}
