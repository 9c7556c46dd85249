import AlmanacTestKit
import FoundationEssentials
import History
import Testing
import Weather

@testable import Sync

/// Two programs with one database can't overrun a limit together.
@Suite struct SharedBudgetTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func budget(
    _ limits: [QuotaLimit] = [
      QuotaLimit(window: .hour, amount: 100, isCalendar: false, scheduled: 40)
    ]
  ) async throws -> RequestBudget {
    let store = Store()
    _ = try await store.open(path: folder.file("almanac.db"), now: Date())
    return RequestBudget(provider: "stub", QuotaPolicy(limits: limits), store: store)
  }

  func granted(_ budget: RequestBudget, _ purpose: RequestPurpose, tries: Int) async -> Int {
    var granted = 0
    for _ in 0..<tries {
      let admission = await budget.admit(cost: 1, for: purpose, upcoming: 7, at: Date())
      if admission == .granted { granted += 1 }
    }
    await budget.settle()
    return granted
  }

  @Test func `what two grant at once is never more than the limit`() async throws {
    let (one, two) = (try await budget(), try await budget())
    async let first = granted(one, .scheduled, tries: 90)
    async let second = granted(two, .scheduled, tries: 90)
    let sum = await first + second
    #expect(sum == 100)
    // Nor does a third that comes later.
    #expect(await granted(try await budget(), .lookup, tries: 3) == 0)
  }

  @Test(arguments: [
    FetchError(.quota, "too many", status: 429, retryAfterSeconds: 600),
    FetchError(.service, "server error 503", status: 503, retryAfterSeconds: 600),
  ])
  func `what a service asks of one holds for the others`(error: FetchError) async throws {
    let (one, two) = (try await budget(), try await budget())
    one.note(error)
    await one.settle()
    #expect(await two.admit(cost: 1, at: Date()) == .granted)
    await two.pleas.learn()
    let refusal = try #require(two.refusal)
    #expect(refusal.code == error.code && refusal.message == error.message)
    #expect((1...600).contains(refusal.retryAfterSeconds ?? 0))
    // What one was told later holds if it lasts longer.
    one.note(FetchError(.quota, "too many", status: 429, retryAfterSeconds: 1200))
    await one.settle()
    await two.pleas.learn()
    #expect((601...1200).contains(two.refusal?.retryAfterSeconds ?? 0))
  }

  @Test func `a refused key is nobody else's matter`() async throws {
    let (one, two) = (try await budget(), try await budget())
    one.note(FetchError(.key, "refused", status: 401))
    await one.settle()
    await two.pleas.learn()
    #expect(two.refusal == nil)
  }

  @Test(arguments: [
    (1000.0, "b", 500.0, 100.0), (-1000, "b", 500, 100), (0, "", 500, 600),
    (-9_000_000, "c", 500, 2_678_400),
  ])
  func `a plea lasts as long whatever the clock is set to, as far as that can be told`(
    step: Double, boot: String, passed: Double, left: Double
  ) {
    let start = Date(unixSeconds: 1_800_000_000)
    let plea = KeptPlea(
      code: .quota, message: "",
      until: ClockReading(at: start + 600, uptimeSeconds: 700, boot: "b"))
    let now = ClockReading(
      at: start + (boot == "b" ? passed + step : step), uptimeSeconds: 100 + passed, boot: boot)
    #expect(plea.secondsLeft(at: now) == left)
  }

  @Test(arguments: ["b", "start 2", ""])
  func `a plea that is over is forgotten, and a clock that is set back revives none`(
    boot: String
  ) throws {
    let start = Date(unixSeconds: 1_800_000_000)
    let (writer, _) = try HistoryWriter.open(path: folder.file("almanac.db"), now: start)
    let plea = KeptPlea(
      code: .quota, message: "too many\nrequests",
      until: ClockReading(at: start + 600, uptimeSeconds: 700, boot: "start 1"))
    try writer.setPlea(plea, of: "stub")
    let asleep = ClockReading(at: start + 500, uptimeSeconds: 20, boot: boot)
    #expect(try writer.plea(of: "stub", at: asleep) == plea)
    let later = ClockReading(at: start + 700, uptimeSeconds: 220, boot: boot)
    #expect(try writer.plea(of: "stub", at: later) == nil)
    let setBack = ClockReading(at: start - 86_400, uptimeSeconds: 230, boot: boot)
    #expect(try writer.plea(of: "stub", at: setBack) == nil)
    try writer.close()
  }

  @Test func `what was booked in advance and not used is given back`() async throws {
    let one = try await budget()
    #expect(await one.admit(cost: 1, upcoming: 31, at: Date()) == .granted)
    await one.settle()
    #expect(await granted(try await budget(), .scheduled, tries: 150) == 99)
  }

  @Test func `an empty window takes one request too large for it, not several together`()
    async throws
  {
    let minute = QuotaLimit(window: .minute, amount: 3, isCalendar: false, scheduled: 0)
    let one = try await budget([minute])
    for _ in 0..<3 { #expect(await one.admit(cost: 1, upcoming: 7, at: Date()) == .granted) }
    #expect(await one.admit(cost: 1, upcoming: 4, at: Date()) != .granted)
    await one.settle()
    let two = try await budget([minute])
    #expect(await two.admit(cost: 5, upcoming: 5, at: Date()) != .granted)
  }

  @Test func `each has its share, whoever asks`() async throws {
    let (schedule, past) = (try await budget(), try await budget())
    #expect(await granted(past, .backfill, tries: 50) == 30)
    #expect(await granted(past, .gap, tries: 50) == 30)
    #expect(await granted(schedule, .scheduled, tries: 60) == 40)
  }

  @Test func `what the service says binds the others too`() async throws {
    let one = try await budget([])
    #expect(!one.booksAhead)
    one.note(
      QuotaNotice(remaining: 2, since: Date() - 5, resetsAt: Date() + 1000, limit: 100))
    #expect(await granted(one, .scheduled, tries: 5) == 2)
    let two = try await budget([
      QuotaLimit(window: .hour, amount: 100, isCalendar: false, scheduled: 0)
    ])
    #expect(await granted(two, .scheduled, tries: 5) == 0)
  }

  @Test func `a store that can't be written is no reason to forget`() async throws {
    let store = Store()
    let budget = RequestBudget(
      provider: "stub",
      QuotaPolicy(
        limits: [QuotaLimit(window: .hour, amount: 3, isCalendar: false, scheduled: 0)]),
      store: store)
    #expect(await granted(budget, .scheduled, tries: 5) == 3)
    _ = try await store.open(path: folder.file("almanac.db"), now: Date())
    await budget.settle()
    #expect(await granted(try await self.budget(), .scheduled, tries: 150) == 97)
  }
}
