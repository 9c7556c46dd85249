import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

struct RevisionTests {
  let fixture: StoreFixture
  let day: Int64 = 86_400
  let sixth: Int64 = 1_780_704_000

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("A late arrival of an older issue is kept and does not become current")
  func lateArrival() throws {
    try fixture.filled { writer in
      let outcomes = [
        forecast(20, at: sixth), forecast(22, at: sixth + day),
        forecast(22, at: sixth + day + 3600),
        forecast(19, at: sixth + day + 7200, issuedAt: sixth),
      ]
      for outcome in outcomes { _ = try writer.store([outcome], run: nil) }
    }
    let current = try #require(try fixture.forecast(from: "2026-06-10").first)
    #expect(current.day.temperatureHighC == 22)
    #expect(current.fetchedAt.unixSeconds == sixth + day)
    #expect(current.confirmedAt.unixSeconds == sixth + day + 3600)
    #expect(try revisions() == [20, 22, 19])
  }

  @Test("An evening's partial day never replaces a whole one")
  func partialDay() throws {
    try fixture.filled { writer in
      _ = try writer.store([forecast(20, at: sixth, hours: 24)], run: nil)
      _ = try writer.store([forecast(14, at: sixth + day, hours: 6)], run: nil)
    }
    #expect(try fixture.forecast(from: "2026-06-10").first?.day.temperatureHighC == 20)
    #expect(try revisions() == [20, 14])
  }

  @Test("A revision that came before the clock was set back stays beside one of the same second")
  func clockSetBack() throws {
    try fixture.filled { writer in
      let outcomes = [
        forecast(20, at: sixth), forecast(20, at: sixth + 3600), forecast(22, at: sixth),
        forecast(22, at: sixth + 60), forecast(23, at: sixth + 1), forecast(23, at: sixth + 120),
      ]
      let counts = try outcomes.map { try writer.store([$0], run: nil)[0] }
      #expect(counts.map(\.added) == [1, 0, 1, 0, 1, 0])
    }
    #expect(try revisions() == [20, 22, 23])
  }

  @Test("Of two that came in the same second the later one stays")
  func sameSecond() throws {
    try fixture.filled { writer in
      _ = try writer.store([forecast(20, at: sixth)], run: nil)
      _ = try writer.store([forecast(22, at: sixth)], run: nil)
    }
    #expect(try revisions() == [22])
  }

  @Test("Only a changed value makes a revision, also one that went missing")
  func changedToNull() throws {
    try fixture.filled { writer in
      _ = try writer.store([forecast(20, at: sixth)], run: nil)
      #expect(try writer.store([forecast(nil, at: sixth + 60)], run: nil)[0].added == 1)
      #expect(try writer.store([forecast(nil, at: sixth + 120)], run: nil)[0].confirmed == 1)
    }
    #expect(try revisions() == [20, nil])
  }

  @Test("The view of the current revision agrees with the reader")
  func viewAgrees() throws {
    try lateArrival()
    let connection = try Connection(
      path: fixture.path, mode: .readOnly(parameters: ["immutable=1"]))
    let high = try connection.prepare(
      "SELECT temperature_high_c, date, city FROM daily_forecast WHERE city = 'lisbon'"
    ).all { "\($0.double(0) ?? -1) \($0.text(1) ?? "") \($0.text(2) ?? "")" }
    #expect(high == ["22.0 2026-06-10 lisbon"])
  }

  private func forecast(
    _ high: Double?, at: Int64, issuedAt: Int64? = nil, hours: Double? = 24
  ) -> FetchOutcome {
    StoreFixture.forecast(
      [high], from: "2026-06-10", fetchedAt: at, issuedAt: issuedAt, hours: hours)
  }

  private func revisions() throws -> [Double?] {
    let connection = try Connection(
      path: fixture.path, mode: .readOnly(parameters: ["immutable=1"]))
    return try connection.prepare(
      "SELECT temperature_high_c FROM forecasts WHERE date = '2026-06-10' ORDER BY fetched_at"
    ).all { $0.double(0) }
  }
}
