import FoundationEssentials
import Schedule

/// A zone of hard-coded changes: each holds from its instant on.
struct TestZone: ZoneRules {
  let first: Int
  let changes: [(instant: Int, offset: Int)]

  func period(at instant: Date) -> OffsetPeriod {
    let index = changes.firstIndex { Double($0.instant) > instant.timeIntervalSince1970 }
    let next = index ?? changes.count
    return OffsetPeriod(
      utcOffsetSeconds: next == 0 ? first : changes[next - 1].offset,
      end: index.map { Date(timeIntervalSince1970: Double(changes[$0].instant)) })
  }

  /// Europe/Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
  static let berlin = TestZone(
    first: 3600,
    changes: [(instant("2026-03-29T01:00"), 7200), (instant("2026-10-25T01:00"), 3600)])

  /// Pacific/Apia at the end of 2011: Friday 30 December does not exist there.
  static let apia = TestZone(
    first: -36_000, changes: [(instant("2011-12-30T10:00"), 50_400)])

  /// America/Havana in 2026: 8 March 00:00 → 01:00, 1 November 01:00 → 00:00.
  static let havana = TestZone(
    first: -18_000,
    changes: [(instant("2026-03-08T05:00"), -14_400), (instant("2026-11-01T05:00"), -18_000)])
}

/// Seconds since 1970 of `YYYY-MM-DDTHH:MM` in UTC.
func instant(_ text: String) -> Int {
  let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  let parts = DateComponents(
    year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
    second: numbers.count > 5 ? numbers[5] : 0)
  return calendar.date(from: parts).map { Int($0.timeIntervalSince1970) } ?? 0
}

func date(_ text: String) -> Date { Date(timeIntervalSince1970: Double(instant(text))) }

/// The next firings of a schedule, as instants.
func firings(_ text: String, from: String, count: Int, in zone: some ZoneRules) throws -> [Date] {
  let schedule = try Schedule(parsing: text)
  var result: [Date] = []
  for _ in 0..<count {
    result.append(schedule.next(after: result.last ?? date(from), in: zone))
  }
  return result
}
