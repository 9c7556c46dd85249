import FoundationEssentials
import Synchronization
import Testing
import Weather

@testable import Sync

/// B64: boards that boot without a clock.
@Suite struct ClockGuardTests {
  /// The lines of a log.
  final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    var texts: [String] { all.withLock { $0 } }
    var log: Log {
      Log(style: .journal, write: { line in self.all.withLock { $0.append(line) } })
    }
  }

  /// 2027-01-15T08:00:00Z, as the replies say.
  static let server = Date(unixSeconds: 1_800_000_000)

  static func response(receivedAt: Date, base: String = "https://weather.example") -> Response {
    Response(
      request: Request(
        provider: "stub", endpoint: "forecast", base: base, path: [], cities: [], parts: .all),
      status: 200, headers: [("date", "Fri, 15 Jan 2027 08:00:00 GMT")], body: Data(),
      receivedAt: receivedAt)
  }

  let lines = Lines()
  let clockGuard = ClockGuard()

  /// The times of receipt that are believed when the clock shows these.
  func believed(_ clocks: [Date], base: String = "https://weather.example") -> [Date] {
    clocks.map {
      clockGuard.stamped(Self.response(receivedAt: $0, base: base), log: lines.log).receivedAt
    }
  }

  @Test(arguments: [-300.0, 0, 300])
  func `a clock that is off by five minutes at most is believed`(seconds: Double) {
    let clock = Self.server + seconds
    #expect(believed([clock, clock, clock]) == [clock, clock, clock])
    #expect(lines.texts.isEmpty)
  }

  @Test(arguments: [-301.0, 301, 86_400])
  func `a clock that two replies contradict is reported once and no longer believed`(
    seconds: Double
  ) {
    let clock = Self.server + seconds
    #expect(believed([clock, clock, clock]) == [clock, Self.server, Self.server])
    let words = "\(Int(abs(seconds))) s \(seconds < 0 ? "behind" : "ahead of") the servers"
    #expect(
      lines.texts == [
        "<4>wrong clock: this machine's clock is \(words); rows carry the server's time until it is set\n"
      ])
  }

  @Test func `what a process before has seen counts as the first contradiction`() {
    let clock = Self.server + 86_400
    _ = believed([clock])
    let next = ClockGuard(clockGuard.trouble)
    #expect(!next.isWrong)
    let response = next.stamped(Self.response(receivedAt: clock), log: lines.log)
    #expect(response.receivedAt == Self.server)
    #expect(next.trouble == ClockTrouble(contradictions: 2, secondsAhead: 86_400, isWrong: true))
    _ = next.stamped(Self.response(receivedAt: Self.server), log: lines.log)
    #expect(next.trouble == nil)
  }

  @Test func `a clock before the program was written is not believed, whoever says so`() {
    let start = Date(unixSeconds: 30)
    #expect(believed([start], base: "http://127.0.0.1:80") == [Self.server])
    #expect(lines.texts.count == 1)
  }

  @Test func `plain http is no witness against a clock that could be right`() {
    let clock = Self.server + 86_400
    #expect(believed([clock, clock, clock], base: "http://127.0.0.1:80") == [clock, clock, clock])
  }

  @Test func `a clock that was set is believed again at once`() {
    let wrong = Date(unixSeconds: 30)
    #expect(believed([wrong, Self.server + 1]) == [Self.server, Self.server + 1])
  }

  @Test func `a reply without a date changes nothing`() {
    let clock = Date(unixSeconds: 30)
    let request = Self.response(receivedAt: clock).request
    let response = Response(request: request, status: 200, body: Data(), receivedAt: clock)
    #expect(clockGuard.stamped(response, log: lines.log).receivedAt == clock)
  }

  @Test func `one reply of an earlier time leaves what is past in doubt`() {
    let ahead = Self.response(receivedAt: Self.server + 3600)
    #expect(clockGuard.isDoubtful(clockGuard.stamped(ahead, log: lines.log)))
    // The second one is believed, and its receipt is right.
    #expect(!clockGuard.isDoubtful(clockGuard.stamped(ahead, log: lines.log)))
    let right = Self.response(receivedAt: Self.server + 200)
    #expect(!clockGuard.isDoubtful(clockGuard.stamped(right, log: lines.log)))
  }

  @Test(arguments: [-7200.0, 7200, 2_000_000_000])
  func `a clock that was set wrong after it was right is not believed by one reply more`(
    step: Double
  ) {
    _ = believed([Self.server])
    clockGuard.clockWasSet(by: step)
    #expect(believed([Self.server + step]) == [Self.server])
    #expect(lines.texts.count == 1)
    clockGuard.clockWasSet(by: -step)
    #expect(believed([Self.server + 1]) == [Self.server + 1])
    #expect(clockGuard.trouble == nil)
  }

  @Test func `a clock that was set right is believed`() {
    let wrong = Self.server - 7200
    _ = believed([wrong, wrong])
    clockGuard.clockWasSet(by: 7200)
    #expect(believed([Self.server]) == [Self.server])
    #expect(clockGuard.isConfirmed)
  }

  @Test func `plain http before is no witness against a clock that is set`() {
    _ = believed([Self.server], base: "http://127.0.0.1:80")
    clockGuard.clockWasSet(by: 7200)
    #expect(believed([Self.server + 7200]) == [Self.server + 7200])
  }

  @Test func `a clock that is set is in doubt until a reply agrees with it`() {
    #expect(!clockGuard.isDoubted && !clockGuard.isConfirmed)
    _ = believed([Self.server], base: "http://127.0.0.1:80")
    #expect(clockGuard.isConfirmed)
    clockGuard.clockWasSet(by: 300)
    #expect(clockGuard.isConfirmed)
    clockGuard.clockWasSet(by: 2_000_000_000)
    #expect(clockGuard.isDoubted && !clockGuard.isConfirmed)
    _ = believed([Self.server + 2_000_000_000], base: "http://127.0.0.1:80")
    #expect(clockGuard.isDoubted && !clockGuard.isConfirmed)
    clockGuard.clockWasSet(by: -2_000_000_000)
    _ = believed([Self.server], base: "http://127.0.0.1:80")
    #expect(!clockGuard.isDoubted && clockGuard.isConfirmed)
  }

  @Test(arguments: [("http://127.0.0.1:80", 200, true), ("http://127.0.0.1:80", 502, false)])
  func `an answer of a server that never says the time must do`(
    base: String, status: Int, isConfirmed: Bool
  ) {
    let request = Self.response(receivedAt: Self.server, base: base).request
    let response = Response(
      request: request, status: status, body: Data(), receivedAt: Self.server)
    _ = clockGuard.stamped(response, log: lines.log)
    #expect(clockGuard.isConfirmed == isConfirmed)
  }
}
