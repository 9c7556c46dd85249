import FoundationEssentials
import Glibc
import SQLite
import Testing
import Weather

@testable import History

@Suite(.serialized)
struct PulledPlugTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test(
    "What was reported as stored is there after a sudden end, and whole",
    arguments: [3000, 11_000, 25_000, 60_000] as [UInt32])
  func sudden(microseconds: UInt32) async throws {
    try fixture.filled { _ in }
    // The alarm's default action ends the process between any two instructions.
    await #expect(processExitsWith: .signal(SIGALRM)) {
      [path = fixture.path as String, microseconds = microseconds as UInt32] in
      let writer = try HistoryWriter.open(path: path, now: StoreFixture.now).writer
      let note = Glibc.open(path + ".stored", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      signal(SIGALRM, SIG_DFL)
      ualarm(microseconds, 0)
      for place in 1...Int64.max {
        _ = try writer.store([PulledPlugTests.both(place)], run: nil)
        var stored = place
        pwrite(note, &stored, 8, 0)
      }
    }
    let note = Files.beginning(of: fixture.path + ".stored", count: 8)
    let reported = note.reversed().reduce(0) { $0 << 8 | Int($1) }
    let (writer, report) = try HistoryWriter.open(
      path: fixture.path, now: StoreFixture.now, checking: true)
    #expect(report == OpeningReport())
    try writer.close()
    let readings = try fixture.readings().count
    #expect(readings >= reported)
    let days = try fixture.forecast(from: "1970-01-02", days: readings + 1)
    #expect(days.count == readings, "a reading without its forecast, or the reverse")
  }

  /// A result of a reading and a forecast day, each of its own number.
  private static func both(_ place: Int64) -> FetchOutcome {
    var outcome = StoreFixture.reading(1, at: place * 60)
    outcome.results[0].parts = .all
    outcome.results[0].weather.forecast = [
      WeatherData.DayConditions(
        date: LocalDate(daysSince1970: Int(place)), utcOffsetSeconds: 0)
    ]
    return outcome
  }
}
