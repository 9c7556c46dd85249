import FoundationEssentials
import Weather
import Zones

/// The clocks of a place: by its zone where one is known, else by a fixed offset.
struct PlaceClock {
  private let zone: Zone?
  private let fixedOffset: Int

  /// The clock of a city: its own zone, else the one that the reply names, else that of the nearest
  /// place in the gazetteer, else the reply's offset.
  ///
  /// Falling back to the offset is a warning, because a single offset is wrong for half a year.
  init(
    city: City, replyZone: String?, replyOffset: Int?, keyPath: String,
    _ findings: inout Findings
  ) {
    self.fixedOffset = replyOffset ?? 0
    let names = [city.timezone, replyZone, city.guessedTimezone]
    self.zone = names.lazy.compactMap { $0.flatMap { Zone($0) } }.first
    guard zone == nil else { return }
    let name = replyZone.map { "unknown zone \(CleanText.line($0, limit: 60))" } ?? "no zone known"
    let offset = replyOffset == nil ? "UTC" : "the reply's fixed offset"
    findings.warn(keyPath, "\(name): \(offset) is used")
  }

  /// Seconds east of UTC at an instant.
  func offset(at instant: Date) -> Int { zone?.offset(at: instant).seconds ?? fixedOffset }

  /// Seconds east of UTC when a date begins.
  func offset(atStartOf date: LocalDate) -> Int {
    guard let zone else { return fixedOffset }
    return offset(
      at: zone.instant(ofLocalDay: date.daysSince1970, secondOfDay: 0).instant)
  }

  /// The date that clocks show at an instant.
  func date(at instant: Date) -> LocalDate {
    LocalTime(instant, utcOffsetSeconds: offset(at: instant)).date
  }

  /// The instant at which clocks show a date and time.
  func instant(of date: LocalDate, secondOfDay: Int) -> Date {
    guard let zone else {
      let local = date.daysSince1970 * 86_400 + secondOfDay
      return Date(unixSeconds: Int64(local - fixedOffset))
    }
    return zone.instant(ofLocalDay: date.daysSince1970, secondOfDay: secondOfDay).instant
  }
}

/// Offsets from UTC as services send them.
enum PlausibleOffset {
  /// Whole seconds of a number in seconds; nil beyond 18 hours, which no clock is off by.
  static func seconds(_ sent: Double?) -> Int? {
    guard let sent, sent.magnitude <= 18 * 3600 else { return nil }
    return Int(sent.rounded())
  }
}

/// Instants that a weather service can mean.
enum PlausibleTime {
  /// From 1940, where archives begin, to 2100; not the first days of 1970, which mean "none".
  static func holds(_ instant: Date) -> Bool {
    isWithinArchives(instant) && !isEpoch(instant)
  }

  /// The same with the first days of 1970, where a question about them was asked.
  static func isWithinArchives(_ instant: Date) -> Bool {
    (-946_771_200...4_102_444_800).contains(instant.unixSeconds)
  }

  static func isEpoch(_ instant: Date) -> Bool { abs(instant.unixSeconds) <= 2 * 86_400 }

  /// Sunrise and sunset of a day, nil where the sun does neither.
  ///
  /// Polar day and night come as 1970, as equal times, or as midnight to midnight.
  static func sun(
    _ rise: Date?, _ set: Date?, on date: LocalDate, _ clock: PlaceClock
  ) -> (rise: Date?, set: Date?) {
    if let rise, isEpoch(rise) { return (nil, nil) }
    if let set, isEpoch(set) { return (nil, nil) }
    if let rise, let set, rise == set || set.timeIntervalSince(rise) == 86_400 {
      return (nil, nil)
    }
    func near(_ instant: Date?) -> Date? {
      instant.flatMap {
        abs(clock.date(at: $0).daysSince1970 - date.daysSince1970) <= 1 ? $0 : nil
      }
    }
    return (near(rise), near(set))
  }
}
