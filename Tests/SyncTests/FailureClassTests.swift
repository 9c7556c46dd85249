import FoundationEssentials
import Testing
import Weather

@testable import Sync

/// One table for logs, `status` and exit statuses; `PresentationTests` has the share of `status`.
@Suite struct FailureClassTests {
  @Test func `each code of a failed fetch is a class of its own name`() {
    for code in FetchError.Code.allCases {
      #expect(code.failureClass.rawValue == code.rawValue)
    }
    let own = Set(FailureClass.allCases.map(\.rawValue))
      .subtracting(FetchError.Code.allCases.map(\.rawValue))
    #expect(own == ["disk", "clock"])
  }

  @Test func `each class has words of its own`() {
    let words = FailureClass.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    for word in words { #expect(!word.isEmpty && !word.contains("_")) }
  }

  @Test(arguments: FetchError.Code.allCases.filter { $0 != .cancelled })
  func `the log says the class in its words, of a city and of a service`(code: FetchError.Code) {
    let error = FetchError(code, "what happened", status: 500)
    for stops in [false, true] {
      var result = JobResult(provider: "om")
      result.cities["a"] = .init(
        succeeded: [], failures: [FailedPart(part: .all, error: error)])
      if stops { result.stopped = error }
      var log = FailureLog()
      let lines = log.take(result, nil, at: SchedulerKit.start)
      #expect(lines.map(\.text) == ["\(code.failureClass.words): what happened"])
    }
  }

  @Test(arguments: FetchError.Code.allCases)
  func `a pass that fails by it alone ends as the table says`(code: FetchError.Code) {
    let verdict = SyncReport.verdict(ofFailures: [code, code])
    switch code.failureClass.ending {
    case .noNetwork, .heldBack: #expect(verdict == .tryLater)
    case .keyRefused: #expect(verdict == .keyRefused)
    default: #expect(verdict == .failed)
    }
  }

  @Test func `a message that begins with the words says them once`() {
    #expect(FetchError(.key, "key refused (401): no").text == "key refused (401): no")
    #expect(FetchError(.dns, "a.test: none").text == "name not resolved: a.test: none")
  }
}
