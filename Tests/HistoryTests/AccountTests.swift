import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

/// What requests cost outlives programs, and is right whatever happens to the clock.
@Suite struct AccountTests {
  let fixture: StoreFixture
  /// 2026-06-04T12:00:00Z.
  let noon = Date(unixSeconds: 1_780_574_400)

  init() throws {
    fixture = try StoreFixture()
  }

  func reading(_ seconds: Double, up: Double, boot: String = "a") -> ClockReading {
    ClockReading(at: noon + seconds, uptimeSeconds: up, boot: boot)
  }

  func spent(_ writer: HistoryWriter, since: Date, _ reading: ClockReading) throws -> Double {
    try writer.account(of: "om", at: reading) { $0.ledger.cost(since: since.unixSeconds) }
  }

  @Test("Bookings of two writers add up and survive both")
  func twoWriters() throws {
    let one = try fixture.open()
    let two = try fixture.open()
    for step in 0..<10 {
      for writer in [one, two] {
        try writer.account(of: "om", at: reading(Double(step), up: 100 + Double(step))) {
          $0.ledger.book(1.5, for: .backfill, at: noon + Double(step))
        }
      }
    }
    #expect(try spent(one, since: noon, reading(9, up: 109)) == 30)
    try one.close()
    one.abandon()
    two.abandon()
    let next = try fixture.open()
    #expect(try spent(next, since: noon, reading(9, up: 109)) == 30)
    #expect(try spent(next, since: noon + 5, reading(9, up: 109)) == 15)
  }

  @Test("A clock that is set takes the ledger with it, forwards and back", arguments: [-1, 1])
  func clockStep(direction: Double) throws {
    let writer = try fixture.open()
    try writer.account(of: "om", at: reading(0, up: 100)) {
      $0.ledger.book(3, for: .scheduled, at: noon)
      $0.notice = QuotaNotice(remaining: 7, since: noon, resetsAt: noon + 100)
    }
    // Ten seconds later by any other clock.
    let set = 86_400 * direction
    let later = reading(set + 10, up: 110)
    #expect(try spent(writer, since: noon + set - 1, later) == 3)
    #expect(try spent(writer, since: noon + set + 1, later) == 0)
    let account = try writer.accounts(of: ["om"])["om"]
    #expect(account?.notice?.resetsAt == noon + set + 100)
  }

  @Test("After a start with a clock in the past, what was spent counts as spent now")
  func restartInThePast() throws {
    let writer = try fixture.open()
    try writer.account(of: "om", at: reading(0, up: 100)) {
      $0.ledger.book(3, for: .scheduled, at: noon)
    }
    let past = reading(-1e8, up: 5, boot: "b")
    #expect(try spent(writer, since: noon - 1e8, past) == 3)
    // Then the clock is set right.
    #expect(try spent(writer, since: noon + 90, reading(100, up: 10, boot: "b")) == 3)
    #expect(try spent(writer, since: noon + 97, reading(100, up: 10, boot: "b")) == 0)
  }

  @Test("Nothing seems older than it is, however often and by what fraction the clock is set")
  func fractions() throws {
    let writer = try fixture.open()
    try writer.account(of: "om", at: reading(0.9, up: 100.9)) {
      $0.ledger.book(3, for: .scheduled, at: noon)
    }
    var ahead = 0.0
    for (hour, step) in [743, -743, 1, -1, 0.7, -0.7, 12.25, -12.25].enumerated() {
      ahead += step
      let passed = Double(hour) * 3600 + 3600.375
      let now = reading(passed + ahead, up: 100 + passed)
      // So many seconds ago, and no more than one less for each step.
      #expect(try spent(writer, since: now.at - passed, now) == 3)
      #expect(try spent(writer, since: now.at - passed + 8, now) == 0)
    }
  }

  @Test("When the clock was set is known after a restart, until no limit reaches so far")
  func clockSet() throws {
    func setAt(_ writer: HistoryWriter, _ reading: ClockReading) throws -> Date? {
      try writer.account(of: "om", at: reading) { $0.clockSetAt }
    }
    let writer = try fixture.open()
    #expect(try setAt(writer, reading(0, up: 100)) == nil)
    // Calendar windows overlap by more than this.
    #expect(try setAt(writer, reading(260, up: 110)) == nil)
    #expect(try setAt(writer, reading(3620, up: 120)) == noon + 3620)
    #expect(try writer.serviceStates().isEmpty)
    try writer.close()
    let next = try fixture.open()
    // It moves with what is set a little.
    #expect(try setAt(next, reading(3760, up: 200)) == noon + 3680)
    // It is another time by another clock.
    #expect(try setAt(next, reading(-3700, up: 300)) == noon - 3700)
    #expect(try setAt(next, reading(31 * 86_400, up: 31 * 86_400 + 4000)) == noon - 3700)
    #expect(try setAt(next, reading(32 * 86_400, up: 32 * 86_400 + 4000)) == nil)
    #expect(try next.accounts(of: ["om"])["om"]?.clockSetAt == nil)
  }

  @Test("A clock that replies contradict is as good as just set", arguments: [false, true])
  func wrongClock(isWrong: Bool) throws {
    let writer = try fixture.open()
    try writer.setClockTrouble(
      ClockTrouble(contradictions: isWrong ? 2 : 1, secondsAhead: 4000, isWrong: isWrong))
    let setAt = try writer.account(of: "om", at: reading(0, up: 100)) { $0.clockSetAt }
    #expect(setAt == (isWrong ? noon : nil))
  }

  @Test("The cost of services without limits is booked with the answers, by its purpose")
  func bookedWithAnswers() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered(StoreFixture.city("lisbon"))])
    var outcome = StoreFixture.reading(20, at: noon.unixSeconds)
    outcome.cost = 2
    var gap = outcome
    gap.purpose = .gap
    var booked = outcome
    booked.isBooked = true
    _ = try writer.store([outcome, gap, booked], run: nil)
    let ledger = try writer.accounts(of: ["open-meteo"])["open-meteo"]?.ledger
    let second = outcome.startedAt.unixSeconds
    #expect(ledger?.cost(since: second) == 4)
    #expect(ledger?.cost(since: second) { $0 == .gap } == 2)
    #expect(ledger?.cost(since: second + 300) == 0)
  }

  @Test("The log says what a request was made for, where it was not the schedule")
  func purposes() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered(StoreFixture.city("lisbon"))])
    var outcome = StoreFixture.reading(20, at: noon.unixSeconds)
    _ = try writer.store([outcome], run: nil)
    outcome.purpose = .backfill
    _ = try writer.store([outcome], run: nil)
    let triggers = try writer.perform { connection in
      try connection.prepare("SELECT trigger FROM sync_log").all { $0.text(0) }
    }
    #expect(triggers == ["schedule", "backfill"])
  }

  @Test("What was asked and never answered is known after a restart")
  func unanswered() throws {
    let writer = try fixture.open()
    let slugs = ["lisbon", "oslo", "rome"]
    _ = try writer.register(
      slugs.enumerated().map { StoreFixture.registered(StoreFixture.city($1), position: $0) })
    try writer.markAsked(["oslo"], provider: "open-meteo", at: noon - 900, isFirst: true)
    try writer.markAsked(["lisbon"], provider: "open-meteo", at: noon, isFirst: true)
    try writer.markAsked(["rome", "oslo"], provider: "open-meteo", at: noon, isFirst: false)
    try writer.unmarkAsked(["oslo"], provider: "open-meteo", since: noon + 0.5)
    var answered = StoreFixture.reading(20, at: noon.unixSeconds + 60)
    answered.slugs = ["lisbon"]
    _ = try writer.store([answered], run: nil)
    #expect(
      try writer.unanswered().sorted { $0.slug < $1.slug } == [
        SourceAsked(slug: "oslo", provider: "open-meteo", askedAt: noon - 900),
        SourceAsked(slug: "rome", provider: "open-meteo", askedAt: noon),
      ])
    try writer.markAsked([], provider: "open-meteo", at: noon + 900, isFirst: true)
    #expect(try writer.unanswered().map(\.slug).sorted() == ["oslo", "rome"])
  }
}
