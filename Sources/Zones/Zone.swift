internal import CZones
public import FoundationEssentials

/// An IANA time zone, read from the system's zone files through Howard Hinnant's date library.
///
/// The files' own list of changes ends in 2037 and the library does not extrapolate the rules
/// beyond it: later instants have the offset of the last change.
public struct Zone: Sendable, Hashable {
  /// The name that it was asked for by; a link keeps its own (`Europe/Kiev`).
  public let name: String
  /// Its place in the library's list, which is read once and lives as long as the process.
  private let index: Int32

  /// The zone or link of this name, spelled exactly.
  ///
  /// nil when there is none, when its file is damaged, or on a system without zone files. The first
  /// call in a process reads the list of names (about 2 ms), the first of a zone its file.
  public init?(_ name: String) {
    // `localtime` is a link in Debian's folder to whatever the system's zone is: no zone's name.
    guard name != "localtime" else { return nil }
    var name = name
    let index = name.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { bytes in
        bytes.baseAddress.map { almanac_zone_find($0, bytes.count) } ?? -1
      }
    }
    guard index >= 0 else { return nil }
    self.name = name
    self.index = index
  }

  /// All names of the system, links included, in alphabetical order; empty without zone files.
  public static var names: [String] {
    (0..<almanac_zone_count()).compactMap { index in
      almanac_zone_name(index).map { String(cString: $0) }
    }.filter { $0 != "localtime" }
  }

  /// The offset of the zone's clocks at an instant, and how long it holds.
  ///
  /// Takes some 30 ns: there is nothing to cache.
  public func offset(at instant: Date) -> ZoneOffset {
    var range = almanac_zone_range()
    guard almanac_zone_offset(index, Seconds.clamped(instant.timeIntervalSince1970), &range) != 0
    else { return ZoneOffset(seconds: 0, from: nil, until: nil) }
    return ZoneOffset(range)
  }

  /// The instant at which the zone's clocks show a date (days since 1970-01-01) and a time.
  ///
  /// In a skipped hour it is the first instant after it, in a repeated hour the first occurrence.
  public func instant(ofLocalDay daysSince1970: Int, secondOfDay: Int) -> LocalInstant {
    let day = Int64(max(-4_000_000, min(4_000_000, daysSince1970)))
    let local = day * 86_400 + Int64(max(-86_400, min(2 * 86_400, secondOfDay)))
    var info = almanac_zone_local()
    guard almanac_zone_of_local(index, local, &info) != 0 else {
      return LocalInstant(instant: Seconds.date(local), kind: .unique)
    }
    let first = Seconds.date(local - Int64(info.first.offset))
    switch info.kind {
    case 1: return LocalInstant(instant: Seconds.date(info.first.until), kind: .skipped)
    case 2:
      let later = Seconds.date(local - Int64(info.second.offset))
      return LocalInstant(instant: first, kind: .repeated(later: later))
    default: return LocalInstant(instant: first, kind: .unique)
    }
  }
}

/// How far a zone's clocks are from UTC, and from when until when.
public struct ZoneOffset: Sendable, Hashable {
  /// Seconds east of UTC.
  public let seconds: Int
  /// The first instant of this offset; nil when it always was so.
  public let from: Date?
  /// The instant of the next change; nil when none is known.
  public let until: Date?
}

extension ZoneOffset {
  init(_ range: almanac_zone_range) {
    self.seconds = Int(range.offset)
    self.from = range.from > -Seconds.limit ? Seconds.date(range.from) : nil
    self.until = range.until < Seconds.limit ? Seconds.date(range.until) : nil
  }
}

/// The instant of a local time, and whether the clocks show it once.
public struct LocalInstant: Sendable, Hashable {
  /// How often clocks show a local time.
  public enum Kind: Sendable, Hashable {
    /// Once: an ordinary time.
    case unique
    /// Never: clocks are put forward over it.
    case skipped
    /// Twice: clocks are put back over it.
    case repeated(later: Date)
  }

  /// The earliest instant: in a skipped time the first one after it.
  public let instant: Date
  /// How often clocks show the time.
  public let kind: Kind
}

/// Whole Unix seconds between the years −9999 and 9999, which is what the library can compute with.
enum Seconds {
  static let limit: Int64 = 253_402_300_799

  static func clamped(_ seconds: Double) -> Int64 {
    guard seconds.isFinite else { return 0 }
    return Int64(min(Double(limit), max(-Double(limit), seconds.rounded(.down))))
  }

  static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}
