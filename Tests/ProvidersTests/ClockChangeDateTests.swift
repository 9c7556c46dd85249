import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather
import Zones

@testable import Providers

/// The dates that replies get on both sides of every change of clocks from 1970 to 2037.
struct ClockChangeDateTests {
  /// A change of clocks and the days around it that last beyond noon.
  struct Work: Hashable {
    let change: ZoneFile.Change
    /// Each day by the instant at which it begins.
    let days: [Int: Int]

    init(_ change: ZoneFile.Change, _ file: ZoneFile) {
      let date = LocalTime(Date(unixSeconds: Int64(change.at)), utcOffsetSeconds: change.before)
        .date.daysSince1970
      let starts = (date...(date + 2)).map { ($0, file.start(ofDay: $0)) }
      let pairs = zip(starts, starts.dropFirst()).filter { $1.1 - $0.1 > 12 * 3600 }.map(\.0)
      self.change = change
      self.days = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The changes of each zone that no zone before it has: most are shared, each is looked at once.
  static let work: Result<[String: [Work]], any Error> = Result {
    var seen = Set<ZoneFile.Change>()
    var work: [String: [Work]] = [:]
    for name in Zone.names {
      let file = try ZoneFile(name: name)
      // The first days of 1970 mean "no time" to the decoders.
      let new = file.changes.filter {
        (10 * 86_400..<2_145_916_800).contains($0.at) && $0.before != $0.after
          && seen.insert($0).inserted
      }
      if !new.isEmpty { work[name] = new.map { Work($0, file) } }
    }
    return work
  }

  private func days(of work: [Work]) -> [(key: Int, value: Int)] {
    var days: [Int: Int] = [:]
    for item in work { days.merge(item.days) { first, _ in first } }
    return days.sorted { $0.key < $1.key }
  }

  /// What a Dark Sky-shaped reply makes of days that begin at these instants.
  private func dates(of starts: [Int], head: String) throws -> [Int] {
    let days = starts.map { #"{"time":\#($0),"temperatureHigh":1}"# }
    let text = #"{"latitude":1,"longitude":2,\#(head),"daily":{"data":["#
    let ask = Ask(.darkSky, parts: .forecast)
    return try ask.result(text + days.joined(separator: ",") + "]}}").weather.forecast
      .map(\.date.daysSince1970)
  }

  @Test("A day that is given by its first instant has its date by the zone")
  func byZone() throws {
    var wrong: [String] = []
    var count = 0
    for (zone, work) in try Self.work.get() {
      let days = days(of: work)
      let found = try dates(of: days.map(\.value), head: #""timezone":"\#(zone)","offset":0"#)
      count += days.count
      if found != days.map(\.key) { wrong.append(zone) }
    }
    #expect(wrong.isEmpty, "\(wrong.count), among them \(wrong.prefix(3))")
    #expect(count > 10_000)
  }

  @Test("And by the one offset of a reply, be it that of before or of after the change")
  func byOffset() throws {
    var wrong: [String] = []
    // An offset is no more than half a day wrong, unless a place changes its date.
    let all = try Self.work.get().values.joined().filter {
      abs($0.change.before - $0.change.after) < 11 * 3600
    }
    let offsets = Set(all.map(\.change.before) + all.map(\.change.after))
    for offset in offsets {
      let near = all.filter { $0.change.before == offset || $0.change.after == offset }
      // Days of one date begin at many instants: each of them is a day of the reply.
      let days = Set(near.flatMap(\.days).map { [$0.key, $0.value] }).sorted { $0[1] < $1[1] }
      let found = try dates(of: days.map { $0[1] }, head: #""offset":\#(Double(offset) / 3600)"#)
      if found != days.map({ $0[0] }) { wrong.append("\(offset)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count), among them \(wrong.prefix(3))")
  }

  @Test("The second before a change and the change itself have the clocks' own date and offset")
  func instants() throws {
    var wrong: [String] = []
    var city = City.berlin
    for (zone, work) in try Self.work.get() {
      city.timezone = zone
      var findings = Findings(warnsOfMissing: false, warnsOfNull: false)
      let clock = PlaceClock(
        city: city, replyZone: nil, replyOffset: nil, keyPath: "", &findings)
      for change in work.map(\.change) {
        for (instant, offset) in [(change.at - 1, change.before), (change.at, change.after)] {
          let instant = Date(unixSeconds: Int64(instant))
          let wanted = LocalTime(instant, utcOffsetSeconds: offset).date
          if clock.offset(at: instant) != offset || clock.date(at: instant) != wanted {
            wrong.append("\(zone) \(instant)")
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count), among them \(wrong.prefix(3))")
  }

  @Test("Days by the name of their date are the same whatever offset holds when they begin")
  func namedDays() throws {
    var wrong: [String] = []
    let ask = Ask(.openMeteo, parts: .forecast)
    // Zones that change at midnight, at both sides of the date line, and by a whole day.
    for name in ["America/Santiago", "Asia/Beirut", "Pacific/Apia", "Antarctica/Troll"] {
      let file = try ZoneFile(name: name)
      let changes = file.changes.filter { (10 * 86_400..<2_145_916_800).contains($0.at) }
      let days = days(of: changes.map { Work($0, file) }).map(\.key)
      let texts = days.map { "\"\(LocalDate(daysSince1970: $0))\"" }.joined(separator: ",")
      let values = days.map { "\(Double($0 % 30))" }.joined(separator: ",")
      let result = try ask.result(
        #"{"latitude":1,"longitude":2,"utc_offset_seconds":0,"timezone":"\#(name)","#
          + #""daily":{"time":[\#(texts)],"temperature_2m_max":[\#(values)]}}"#)
      for (day, found) in zip(days, result.weather.forecast) {
        let offset = file.offset(at: file.start(ofDay: day))
        if found.date.daysSince1970 != day || found.utcOffsetSeconds != offset
          || found.temperatureMaxC != Double(day % 30)
        {
          wrong.append("\(name) \(found.date)")
        }
      }
      #expect(result.weather.forecast.count == days.count)
    }
    #expect(wrong.isEmpty, "\(wrong.count), among them \(wrong.prefix(3))")
  }
}
