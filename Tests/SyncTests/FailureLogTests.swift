import FoundationEssentials
import Testing
import Weather

@testable import Sync

@Suite struct FailureLogTests {
  let start = Date(unixSeconds: 1_780_567_200)

  func result(_ error: FetchError?, stops: Bool = false) -> JobResult {
    var result = JobResult(provider: "om")
    var outcome = JobResult.CityOutcome()
    if let error { outcome.failures = [FailedPart(part: .all, error: error)] }
    result.cities["oslo"] = outcome
    if stops { result.stopped = error }
    return result
  }

  @Test func `a failure is said when it begins, changes, lasts an hour, and ends`() {
    var failures = FailureLog()
    func take(_ error: FetchError?, after seconds: Double) -> [String] {
      failures.take(result(error), nil, at: start + seconds).map(\.text)
    }
    #expect(
      take(FetchError(.service, "server error 500"), after: 0) == [
        "service fault: server error 500"
      ])
    #expect(take(FetchError(.service, "server error 500"), after: 60) == [])
    #expect(take(FetchError(.timeout, "timed out"), after: 120) == ["timed out"])
    #expect(take(FetchError(.timeout, "timed out"), after: 3700) == [])
    #expect(take(FetchError(.timeout, "timed out"), after: 3720) == ["timed out"])
    #expect(take(nil, after: 3780) == ["works again after 3780 s"])
    #expect(take(nil, after: 3840) == [])
  }

  @Test func `a failure of the service is said once and not of each city`() {
    var failures = FailureLog()
    let error = FetchError(.offline, "no network")
    let service = Scheduler.Service(pausedUntil: start + 40, reason: .offline, failures: 1)
    let lines = failures.take(result(error, stops: true), service, at: start)
    #expect(
      lines == [
        .init(
          level: .warning, service: "om", city: nil, text: "no network; next try in 40 s")
      ])
    #expect(failures.take(result(error, stops: true), service, at: start + 40) == [])
    #expect(
      failures.take(result(nil), nil, at: start + 50)
        == [.init(level: .notice, service: "om", city: nil, text: "works again after 50 s")])
  }

  @Test(arguments: [-1e9, 1e9])
  func `a clock that is set changes neither how long it lasted nor when it is said again`(
    step: Double
  ) {
    var failures = FailureLog()
    let error = FetchError(.timeout, "timed out")
    _ = failures.take(result(error), nil, at: start)
    failures.clockWasSet(by: step)
    #expect(failures.take(result(error), nil, at: start + step + 3599) == [])
    #expect(failures.take(result(error), nil, at: start + step + 3600).map(\.text) == ["timed out"])
    #expect(
      failures.take(result(nil), nil, at: start + step + 3660).map(\.text)
        == ["works again after 3660 s"])
  }
}
