import FoundationEssentials
import Testing
import Weather

@testable import Sync

@Suite struct GapDeskTests {
  typealias Kit = SchedulerKit
  let start = Kit.start

  func desk() -> GapDesk {
    var desk = GapDesk(now: start, elapsed: .zero, pauses: [:])
    desk.take(Kit.success("a", at: "slow"), nil, at: start)
    desk.take(Kit.success("a", at: "quick"), nil, at: start)
    return desk
  }

  @Test func `a service whose gaps take their time delays no other's`() {
    var desk = desk()
    #expect(desk.takeFilling() == ["quick", "slow"])
    #expect(desk.takeFilling().isEmpty)
    desk.filled("quick")
    desk.judged(at: start + 3600)
    #expect(desk.takeFilling() == ["quick"])
    // What was found meanwhile is asked for afterwards.
    desk.filled("slow")
    #expect(desk.takeFilling() == ["slow"])
  }

  @Test func `a service that does not answer is not asked for the past`() {
    var desk = desk()
    desk.take(Kit.failure("a", Kit.fault, at: "slow"), nil, at: start + 60)
    #expect(desk.takeFilling() == ["quick"])
    desk.take(Kit.success("a", at: "slow"), nil, at: start + 120)
    #expect(desk.takeFilling() == ["slow"])
  }
}
