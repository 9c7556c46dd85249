import FoundationEssentials
import Testing
import Weather

@testable import Sync

@Suite struct SyncReportTests {
  static func city(_ succeeded: Parts, _ codes: FetchError.Code...) -> JobResult.CityOutcome {
    JobResult.CityOutcome(
      succeeded: succeeded,
      failures: codes.map { FailedPart(part: .all, error: FetchError($0, "x")) })
  }

  static func report(_ cities: JobResult.CityOutcome..., held: Int = 0) -> SyncReport {
    var result = JobResult(provider: "om")
    for (number, city) in cities.enumerated() { result.cities["c\(number)"] = city }
    var report = SyncReport(
      held: (0..<held).map { _ in
        .init(provider: "owm", until: Date(unixSeconds: 0), cities: 1)
      })
    report.results = cities.isEmpty ? [] : [result]
    return report
  }

  @Test(arguments: [
    (report(), SyncReport.Verdict.done),
    (report(city(.all), city(.all)), .done),
    (report(city(.all), city([], .service)), .partial),
    (report(city(.current, .undecodable)), .partial),
    (report(city([], .service), city([], .timeout)), .failed),
    (report(city([], .offline), city([], .service)), .failed),
    (report(city([], .offline), city([], .dns), city([], .captive)), .tryLater),
    (report(city([], .connection)), .failed),
    (report(city([], .key), city([], .key)), .keyRefused),
    (report(city([], .quota)), .tryLater),
    (report(held: 1), .tryLater),
    (report(city(.all), held: 1), .partial),
  ])
  func `the verdict follows from what each city got`(
    report: SyncReport, verdict: SyncReport.Verdict
  ) {
    #expect(report.verdict == verdict)
  }

  @Test func `only what may pass is asked for again, and what came then counts`() throws {
    let cities = ["a", "b", "c"].map { City(slug: $0, name: $0, latitude: 0, longitude: 0) }
    var result = JobResult(provider: "om")
    result.cities["a"] = Self.city(.all)
    result.cities["b"] = Self.city([], .service)
    result.cities["c"] = Self.city([], .place)
    let job = try #require(result.retryJob(cities: cities))
    #expect(job.wants.flatMap(\.cities).map(\.slug) == ["b"])
    var later = JobResult(provider: "om")
    later.cities["b"] = Self.city(.all)
    result.merge(later)
    #expect(result.cities["b"]?.failures.isEmpty == true)
    #expect(result.retryJob(cities: cities) == nil)
  }

  @Test func `cities that a stopped job did not reach fail for the same reason`() {
    let cities = ["a", "b"].map { City(slug: $0, name: $0, latitude: 0, longitude: 0) }
    let job = Job(provider: "om", wants: [.init(parts: .all, cities: cities)])
    var result = JobResult(provider: "om")
    result.cities["a"] = Self.city([], .key)
    result.stopped = FetchError(.key, "refused")
    result.noteUntried(of: job)
    #expect(result.cities["b"]?.failures.map(\.error.code) == [.key])
  }

  @Test func `cities that failed for one reason share a line`() {
    var report = Self.report(
      Self.city([], .dns), Self.city([], .dns), Self.city(.all), Self.city([], .dns),
      Self.city([], .dns), Self.city([], .dns), Self.city([], .dns), Self.city([], .dns))
    #expect(
      report.failureGroups.map(\.text) == ["name not resolved: x (c0, c1, c3, c4, c5 and 2 more)"])
    report = Self.report(Self.city([], .service))
    #expect(report.failureGroups.map(\.text) == ["service fault: x"])
    #expect(report.failureGroups.map(\.city) == ["c0"])
  }
}
