import FoundationEssentials
import Schedule
import Weather

@testable import Sync

/// Sources and results for tests of what results lead to.
enum SchedulerKit {
  /// 2026-06-04T10:00:00Z.
  static let start = Date(unixSeconds: 1_780_567_200)

  static let offline = FetchError(.offline, "weather.test: the network is unreachable")
  static let dns = FetchError(.dns, "weather.test: no such name")
  static let timeout = FetchError(.timeout, "weather.test: timed out")
  static let fault = FetchError(.service, "server error 500", status: 500)

  static func source(
    _ slug: String, at provider: String = "om", every: Int = 900, shift: Int = 0,
    lastCurrent: Date? = nil
  ) throws -> Scheduler.Source {
    Scheduler.Source(
      city: City(slug: slug, name: slug, latitude: 1, longitude: 2), provider: provider,
      schedule: try Schedule(everySeconds: every), shiftSeconds: shift,
      forecastEverySeconds: nil, lastCurrent: lastCurrent, lastForecast: lastCurrent)
  }

  static func scheduler(
    _ sources: [Scheduler.Source], services: [String: Scheduler.Service] = [:],
    network: NetworkState = NetworkState(), local: Set<String> = []
  ) -> Scheduler {
    Scheduler(
      sources: sources, services: services, network: network, local: local,
      rules: FixedZone.utc, random: { 0.5 })
  }

  static func success(_ slugs: String..., at provider: String = "om") -> JobResult {
    var result = JobResult(provider: provider)
    for slug in slugs { result.cities[slug] = .init(succeeded: .all, failures: []) }
    return result
  }

  /// A job that ended with the first failure.
  static func failure(
    _ slug: String, _ error: FetchError, at provider: String = "om"
  ) -> JobResult {
    var result = JobResult(provider: provider)
    result.cities[slug] = .init(
      succeeded: [], failures: [FailedPart(part: .all, error: error)])
    result.stopped = error
    return result
  }
}

extension Scheduler {
  /// The slugs that are asked about now, by service.
  mutating func takeSlugs(at now: Date) -> [String: [String]] {
    var slugs: [String: [String]] = [:]
    for job in takeDue(at: now) {
      slugs[job.provider] = job.wants.flatMap(\.cities).map(\.slug)
    }
    return slugs
  }
}
