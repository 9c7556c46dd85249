public import FoundationEssentials
public import Weather
public import Zones

/// A row of a file in canonical units, not yet at its place.
public struct ImportedRow: Sendable {
  /// Where it stands in the file.
  public let place: ImportPlace
  /// What the file calls the city; nil where it doesn't say.
  public internal(set) var city: String?
  /// The service that the row is from; nil where the file doesn't say.
  public internal(set) var provider: String?
  /// When it was received; nil where the file doesn't say.
  public internal(set) var fetchedAt: Date?
  /// What it rests on; nil where the file doesn't say.
  public internal(set) var basis: Basis?
  var time: StatedTime?
  /// What the file has where no time could be read; nil where it has nothing.
  var unreadTime: String?
  var offset: Int?
  /// The values; their instant and offset are those of `placed`.
  var conditions = WeatherData.CurrentConditions(
    observedAt: Date(unixSeconds: 0), utcOffsetSeconds: 0)
  var hasValue = false

  init(place: ImportPlace) {
    self.place = place
  }

  /// What is wrong with a row's time at a city.
  public enum TimeProblem: Error, Sendable, Equatable {
    /// The row is lost; why.
    case row(String)
    /// Without the city's zone nothing can be said.
    case needsZone
  }

  /// The earliest time that is taken: before it nobody measured (1700-01-01).
  static let earliest: Int64 = -8_520_336_000

  /// The conditions at their instant, with the offset of the city's clocks then.
  ///
  /// - Parameters:
  ///   - zone: the city's zone; without one the row must state its offset.
  ///   - now: five minutes after it, a time is of the future and refused.
  public func placed(
    in zone: Zone?, now: Date
  ) throws(TimeProblem) -> WeatherData.CurrentConditions {
    let (instant, stated) = try instant(in: zone)
    guard instant >= Self.earliest else { throw .row("no time of a measurement") }
    guard instant <= now.unixSeconds + 300 else { throw .row("a time of the future") }
    var conditions = conditions
    conditions.observedAt = Date(unixSeconds: instant)
    guard let offset = zone?.offset(at: conditions.observedAt).seconds ?? stated ?? offset else {
      throw .needsZone
    }
    conditions.utcOffsetSeconds = offset
    return conditions
  }

  private func instant(in zone: Zone?) throws(TimeProblem) -> (Int64, Int?) {
    switch time {
    case nil: throw .row("no time")
    case .instant(let seconds, let offset): return (seconds, offset)
    case .local(let date, let secondOfDay):
      guard let zone else { throw .needsZone }
      let local = zone.instant(ofLocalDay: date.daysSince1970, secondOfDay: secondOfDay)
      switch local.kind {
      case .unique: return (local.instant.unixSeconds, nil)
      case .skipped:
        throw .row("clocks in \(zone.name) never showed this time")
      case .repeated:
        throw .row(
          "clocks in \(zone.name) showed this time twice; write it with its offset, or in UTC")
      }
    }
  }
}
