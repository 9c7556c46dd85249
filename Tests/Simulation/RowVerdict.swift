import FoundationEssentials
import SQLite
import Schedule
import Weather

/// Compares the store with what the services answered: nothing lost, nothing twice, nothing
/// invented, and every hour filled that can be.
struct RowVerdict {
  let facts: Facts
  let path: String

  private struct Row: Hashable {
    let provider: String
    let reading: Exchange.Reading
  }

  private struct DayRow: Hashable {
    let provider: String
    let day: Exchange.Day
  }

  private struct Stored {
    var live: Set<Row> = []
    var past: Set<Row> = []
    var days: Set<DayRow> = []
    /// From when to when each reading was known to be current, by source.
    var spans: [String: [(from: Int64, to: Int64)]] = [:]
  }

  func problems() throws -> [String] {
    let stored = try self.stored()
    return present(stored) + days(stored) + past(stored) + gaps(stored)
  }

  private func stored() throws -> Stored {
    var stored = Stored()
    let connection = try Connection(path: path, mode: .readOnly(parameters: []))
    try connection.prepare(
      "SELECT city, provider, observed_at, temperature_c, origin, fetched_at FROM observations"
    ).each { row in
      let reading = Exchange.Reading(
        slug: row.text(0) ?? "", observedAt: row.int64(2) ?? 0,
        tenths: Int(((row.double(3) ?? 999) * 10).rounded()))
      let provider = row.text(1) ?? ""
      let isLive = row.text(4) == "live"
      if isLive {
        stored.live.insert(Row(provider: provider, reading: reading))
      } else {
        stored.past.insert(Row(provider: provider, reading: reading))
      }
      stored.spans["\(reading.slug) \(provider)", default: []].append(
        (
          reading.observedAt,
          isLive ? max(reading.observedAt, row.int64(5) ?? 0) : reading.observedAt
        ))
    }
    try connection.prepare(
      "SELECT city, provider, date, temperature_high_c FROM forecasts"
    ).each { row in
      stored.days.insert(
        DayRow(
          provider: row.text(1) ?? "",
          day: Exchange.Day(
            slug: row.text(0) ?? "", date: row.text(2) ?? "",
            tenths: Int(((row.double(3) ?? 999) * 10).rounded()))))
    }
    return stored
  }

  private func present(_ stored: Stored) -> [String] {
    let answered = facts.exchanges.filter { $0.isAnswered && !$0.isPast }
    let wanted = Set(answered.filter(facts.mustBeKept).flatMap(rows))
    let known = Set(answered.flatMap(rows))
    return wanted.subtracting(stored.live).map { "lost: \(text($0))" }.sorted()
      + stored.live.subtracting(known).map { "from nowhere: \(text($0))" }.sorted()
  }

  private func days(_ stored: Stored) -> [String] {
    let answered = facts.exchanges.filter { $0.isAnswered && !$0.isPast }
    func rows(_ exchange: Exchange) -> [DayRow] {
      exchange.days.map { DayRow(provider: exchange.provider, day: $0) }
    }
    // By a clock that was set back, a later reply may seem to have come in the same second: then it
    // takes the place of the earlier one.
    var latest: [String: Int] = [:]
    for exchange in answered { latest[Self.receipt(exchange)] = exchange.number }
    let wanted = Set(
      answered.filter {
        facts.mustBeKept($0)
          && (!facts.clockWasSet($0.sentAt, .infinity) || latest[Self.receipt($0)] == $0.number)
      }.flatMap(rows))
    let known = Set(answered.flatMap(rows))
    return wanted.subtracting(stored.days).map { "lost: forecast \($0)" }.sorted()
      + stored.days.subtracting(known).map { "forecast from nowhere: \($0)" }.sorted()
  }

  private func past(_ stored: Stored) -> [String] {
    let answered = facts.exchanges.filter { $0.isAnswered && $0.isPast }
    let known = Set(answered.flatMap(rows))
    let live = Set(
      stored.live.map { "\($0.provider) \($0.reading.slug) \($0.reading.observedAt / 3600)" })
    let needless = stored.past.filter { row in
      let instant = Double(row.reading.observedAt) - Self.start
      // By a wrong clock an hour may seem over that is not.
      guard !facts.clockWasSet(instant - 3600, instant + 3600) else { return false }
      return live.contains("\(row.provider) \(row.reading.slug) \(row.reading.observedAt / 3600)")
    }
    return stored.past.subtracting(known).map { "of the past, from nowhere: \(text($0))" }.sorted()
      + needless.map { "filled without need: \(text($0))" }.sorted()
  }

  /// The second of a receipt, by the machine's clock, at a service.
  private static func receipt(_ exchange: Exchange) -> String {
    "\(exchange.provider) \(exchange.endedWall ?? 0)"
  }

  private func rows(_ exchange: Exchange) -> [Row] {
    exchange.readings.map { Row(provider: exchange.provider, reading: $0) }
  }

  /// Every hour of a schedule has a reading in the end, where the service ever had one.
  private func gaps(_ stored: Stored) -> [String] {
    let service = ScriptedService(seed: facts.script.seed)
    guard facts.script.limits[Script.meteo] == nil else { return [] }
    return facts.sources.filter { $0.provider == Script.meteo }.flatMap { source in
      let spans = stored.spans["\(source.slug) \(source.provider)"] ?? []
      return slots(source).filter { slot in
        !service.isUnknown(slot.from, source.slug)
          && !spans.contains { $0.from < slot.to && $0.to >= slot.from }
      }.map { "no reading of \(source.slug) at \(Facts.text(Double($0.from) - Self.start))" }
    }
  }

  private static let start = World.beginning.timeIntervalSince1970

  /// The hours in which a schedule wants a reading, each with the end of its turn.
  private func slots(_ source: Facts.Source) -> [(from: Int64, to: Int64)] {
    let plain = Facts.Source(
      slug: source.slug, provider: source.provider, schedule: source.schedule, shift: 0)
    var hours: [Int64] = []
    // From the second hour on, since when the source is watched, to some hours before the end.
    var next = facts.due(plain, after: 3600 - 1)
    while next < Script.length - 4 * 3600 {
      let hour = Int64(next / 3600) * 3600
      hours.append(hour)
      next = facts.due(plain, after: Double(hour) + 3599)
    }
    return zip(hours, hours.dropFirst()).map { from, to in
      (from + Int64(Self.start), to + Int64(Self.start))
    }
  }

  private func text(_ row: Row) -> String {
    let instant = Double(row.reading.observedAt) - Self.start
    return "\(row.reading.slug) of \(row.provider) at \(Facts.text(instant)), "
      + ScriptedService.text(row.reading.tenths)
  }
}
