import AlmanacTestKit
import FoundationEssentials
import History
import Synchronization
import Testing
import Weather

@testable import Sync

/// A service's day does not move with this machine's clock.
@Suite struct QuotaClockTests {
  /// 2026-06-04T00:00:00Z.
  static let midnight = Date(unixSeconds: 1_780_531_200)
  static let limit = 90

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A machine by the true time, in seconds since a midnight, and by how much its clock is ahead.
  final class Machine: Sendable {
    private let state = Mutex((elapsed: 0.0, ahead: 0.0))

    var elapsed: Double { state.withLock(\.elapsed) }

    func move(to elapsed: Double) { state.withLock { $0.elapsed = elapsed } }

    func set(aheadBy seconds: Double) { state.withLock { $0.ahead = seconds } }

    var clock: WallClock {
      WallClock(
        now: { self.state.withLock { midnight + $0.elapsed + $0.ahead } },
        uptimeSeconds: { self.elapsed }, boot: "a"
      ) { _ throws(CancellationError) in }
    }
  }

  private func budget(_ machine: Machine, isKept: Bool) async throws -> RequestBudget {
    let store = Store()
    if isKept {
      _ = try await store.open(path: folder.file("almanac.db"), now: machine.clock.now())
    }
    let limits = [
      QuotaLimit(window: .day, amount: Double(Self.limit), isCalendar: true, scheduled: 0)
    ]
    return RequestBudget(
      provider: "om", QuotaPolicy(limits: limits), store: store, clock: machine.clock)
  }

  /// Asks a dozen times every hour of so many days, and returns what went on each day of the
  /// service.
  private func spent(
    days: Int, _ machine: Machine, isKept: Bool, setting: [Int: Double]
  ) async throws -> [Int] {
    var spent = Array(repeating: 0, count: days)
    var budget = try await budget(machine, isKept: isKept)
    for hour in 0..<days * 24 {
      machine.move(to: Double(hour) * 3600 + 600)
      if let ahead = setting[hour] { machine.set(aheadBy: ahead) }
      // A restart forgets nothing that is kept.
      if isKept, hour % 5 == 4 { budget = try await self.budget(machine, isKept: true) }
      for _ in 0..<12 where await budget.admit(cost: 1, at: machine.clock.now()) == .granted {
        spent[hour / 24] += 1
      }
    }
    return spent
  }

  @Test(arguments: [-3.0, 3, -20, 14, -50, 72], [true, false])
  func `no day of the service has more than its limit when the clock is set`(
    hours: Double, isKept: Bool
  ) async throws {
    let spent = try await spent(
      days: 4, Machine(), isKept: isKept, setting: [14: hours * 3600, 26: 0, 55: 700])
    #expect(spent.allSatisfy { $0 <= Self.limit }, "\(spent)")
    // Nor is it held back for longer than a day.
    #expect(spent.reduce(0, +) >= 2 * Self.limit)
  }

  @Test func `a clock that goes on evenly leaves a day to the calendar`() async throws {
    let spent = try await spent(days: 3, Machine(), isKept: true, setting: [5: 100, 30: -100])
    // Five minutes around midnight belong to both days.
    #expect(spent == [90, 90, 90])
  }

  @Test func `a wrong clock that nobody sets counts no days`() async throws {
    let machine = Machine()
    machine.set(aheadBy: 3 * 3600)
    let store = Store()
    _ = try await store.open(path: folder.file("almanac.db"), now: machine.clock.now())
    try await store.withWriter { writer throws(HistoryError) in
      try writer.setClockTrouble(
        ClockTrouble(contradictions: 2, secondsAhead: 10_800, isWrong: true))
    }
    let spent = try await spent(days: 3, machine, isKept: true, setting: [:])
    #expect(spent.allSatisfy { $0 <= Self.limit }, "\(spent)")
  }
}
