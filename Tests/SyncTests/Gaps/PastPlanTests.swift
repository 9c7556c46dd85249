import FoundationEssentials
import Testing
import Weather

@testable import Providers
@testable import Sync

@Suite struct PastPlanTests {
  let today = LocalDate(daysSince1970: 20_787)

  func day(_ ago: Int) -> LocalDate { today.adding(days: -ago) }

  func plan(chunk: Int = 184) -> PastPlan {
    func product(_ kind: PastProduct.Kind, _ from: Int, _ to: Int) -> PastProduct {
      PastProduct(
        kind: kind, dates: day(from)...day(to), chunkDays: chunk, settledAfterDays: 2)
    }
    return PastPlan([
      product(.archive, 30_000, 6), product(.recent, 90, 0), product(.previousRuns, 900, 1),
    ])
  }

  @Test func `the product of live readings goes before the archive, which goes further`() {
    #expect(
      plan().stretches(of: [day(0), day(8), day(200)]) == [
        .init(kind: .archive, dates: day(200)...day(200)),
        .init(kind: .recent, dates: day(8)...day(8)),
        .init(kind: .recent, dates: day(0)...day(0)),
      ])
  }

  @Test func `days close together are asked for at once, where a request may have many`() {
    #expect(
      plan().stretches(of: [day(0), day(5), day(5), day(12)]) == [
        .init(kind: .recent, dates: day(12)...day(0))
      ])
    #expect(plan(chunk: 1).stretches(of: [day(0), day(1)]).count == 2)
    #expect(
      plan(chunk: 5).stretches(of: (0...9).map(day)).map(\.dates) == [
        day(9)...day(5), day(4)...day(0),
      ])
  }

  @Test func `days that no product has are left out`() {
    #expect(plan().stretches(of: [day(40_000), today.adding(days: 1)]).isEmpty)
  }
}
