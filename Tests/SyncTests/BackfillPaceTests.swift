import FoundationEssentials
import Testing
import Weather

@testable import Sync

struct BackfillPaceTests {
  private let begun = Date(unixSeconds: 1_782_900_000)

  /// A day's limit of which the schedule needs a part.
  private func service(_ amount: Double, scheduled: Double, cost: Double) -> BackfillPace.Service {
    BackfillPace.Service(
      limits: [
        QuotaLimit(window: .minute, amount: 2000, isCalendar: false, scheduled: 0),
        QuotaLimit(window: .day, amount: amount, isCalendar: true, scheduled: scheduled),
      ], cost: cost)
  }

  @Test(
    "Each day's limit that is filled beside the schedule's need is a day of waiting",
    arguments: [
      // Ten years of One Call, alone, and beside a schedule of a quarter of an hour for four towns.
      (1000.0, 0.0, 91_325.0, 182.0), (1000, 384, 91_325, 296), (1000, 0, 500, 0),
      (1000, 0, 501, 1), (1000, 384, 308, 0), (1000, 384, 309, 1),
    ])
  func waits(amount: Double, scheduled: Double, cost: Double, days: Double) {
    let service = service(amount, scheduled: scheduled, cost: cost)
    let pace = BackfillPace(days: 100, services: ["one": service], now: begun)
    #expect(pace.secondsLeft(now: begun) == (days == 0 ? nil : days * 86_400))
  }

  @Test("What is done is no longer waited for, and slow work counts where it is slower")
  func work() {
    var pace = BackfillPace(
      days: 20, services: ["one": service(100, scheduled: 50, cost: 250)], now: begun)
    #expect(pace.secondsLeft(now: begun) == 9 * 86_400.0)
    pace.finished(days: 10, cost: 125, of: "one")
    #expect(pace.secondsLeft(now: begun + 60) == 4 * 86_400.0)
    pace.finished(days: 8, cost: 101, of: "one")
    #expect(pace.secondsLeft(now: begun + 90) == 10)
    let progress = pace.progress(of: "lisbon", now: begun + 90)
    #expect(progress.daysDone == 18 && progress.days == 20 && progress.secondsLeft == 10)
  }

  @Test("The slowest service decides, and one that the schedule uses up never ends")
  func services() {
    let slow = service(100, scheduled: 0, cost: 200), fast = service(1000, scheduled: 0, cost: 600)
    let both = BackfillPace(days: 5, services: ["slow": slow, "fast": fast], now: begun)
    #expect(both.secondsLeft(now: begun) == 3 * 86_400.0)
    let full = service(100, scheduled: 100, cost: 1)
    #expect(
      BackfillPace(days: 5, services: ["full": full], now: begun).secondsLeft(now: begun) == nil)
  }
}
