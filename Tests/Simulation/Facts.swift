import FoundationEssentials
import Schedule
import Weather
import Zones

/// A month as one can look at it afterwards.
struct Facts {
  /// One city at one service.
  struct Source {
    let slug: String
    let provider: String
    let schedule: Schedule
    /// Seconds by which it is asked later than the schedule says.
    let shift: Double
  }

  /// A time in which no request can be expected to be made, or to succeed.
  struct Trouble {
    let provider: String?
    let from: Double
    let to: Double
  }

  /// A service is tried again within so many seconds of the end of trouble: the cap of the back-off
  /// and some requests that take their time.
  static let aftermath = 1200.0

  let script: Script
  let exchanges: [Exchange]
  let lives: [Life]
  let incidents: [Month.Incident]
  let sources: [Source]
  let troubles: [Trouble]

  init(_ month: Month) throws {
    (script, exchanges, lives) = (month.script, month.network.exchanges, month.lives)
    incidents = month.incidents
    sources = try Self.sources(month.script)
    troubles =
      month.script.spells.filter { $0.kind != .diskFull }.map {
        Trouble(provider: $0.provider, from: $0.from, to: $0.to)
      }
      + month.incidents.filter { $0.kind != .askedFor }.map {
        Trouble(provider: nil, from: $0.from, to: $0.to)
      }
      + month.network.exchanges.compactMap { exchange in
        exchange.wantedPause.flatMap { pause in
          exchange.endedAt.map {
            Trouble(provider: exchange.provider, from: $0, to: $0 + pause)
          }
        }
      }
  }

  private static func sources(_ script: Script) throws -> [Source] {
    try script.places.flatMap { place in
      let schedule = try Schedule(parsing: place.schedule)
      return place.providers.map { provider in
        Source(
          slug: place.slug, provider: provider, schedule: schedule,
          shift: Double(
            Spread.offsetSeconds(
              installation: "simulated",
              key: provider == Script.meteo ? provider : "\(provider) \(place.slug)",
              spreadSeconds: script.spreadSeconds)))
      }
    }
  }

  /// Times are those of the script's zone.
  static let zone = Zone(Script.zone)

  /// When a source is due next after an instant, by a clock that is right.
  func due(_ source: Source, after instant: Double) -> Double {
    guard let zone = Self.zone else { return .infinity }
    let at = World.beginning.addingTimeInterval(instant - source.shift)
    return source.schedule.next(after: at, in: zone).timeIntervalSince(World.beginning)
      + source.shift
  }

  /// Whether nothing stands in the way of a service in a stretch of time, nor did just before.
  func isCalm(_ provider: String, _ from: Double, _ to: Double) -> Bool {
    !troubles.contains { trouble in
      trouble.provider ?? provider == provider && trouble.from <= to
        && trouble.to + Self.aftermath >= from
    }
  }

  /// The requests for the present of a source that were answered.
  func answers(_ source: Source) -> [Exchange] {
    exchanges.filter {
      !$0.isPast && $0.isAnswered && $0.provider == source.provider
        && $0.parts.contains(.current) && $0.slugs.contains(source.slug)
    }
  }

  /// Whether the clock was wrong, or was set, at some time of a stretch.
  func clockWasSet(_ from: Double, _ to: Double) -> Bool {
    incidents.contains { $0.kind == .clock && $0.from <= to && $0.to >= from }
  }

  /// Whether what was answered to a life at an instant must have outlived it.
  ///
  /// What comes is written within a second; a full disk lets it wait.
  func mustBeKept(_ exchange: Exchange) -> Bool {
    guard let ended = exchange.endedAt else { return false }
    let life = lives[exchange.life]
    guard let end = life.endedAt else { return true }
    return ended < end - 2 && !life.wasFull(from: ended, incidents)
  }

  static func text(_ instant: Double) -> String {
    let time = LocalTime(World.beginning.addingTimeInterval(instant), utcOffsetSeconds: 0)
    return String(time.rfc3339.prefix(19))
  }
}

extension Life {
  /// Whether the life ended while the disk was full, or before what had to wait for it was written.
  ///
  /// The script does not tell: what it lets happen while no program runs waits for the next one.
  func wasFull(from: Double, _ incidents: [Month.Incident]) -> Bool {
    guard let endedAt, !wasEndedByMistake else { return false }
    return incidents.contains {
      $0.kind == .diskFull && $0.from <= endedAt && $0.to + Facts.aftermath >= endedAt
        && $0.to >= from - 2
    }
  }
}
