import FoundationEssentials
import History
import Weather
import Zones

/// The offset changes of a zone that the store keeps, so that readers need no zone database.
enum OffsetTable {
  /// How far ahead readers can tell local time, in seconds: two years.
  static let horizonSeconds = 2.0 * 366 * 86_400

  /// Keeps the changes of a city's zone, from its oldest row on.
  static func keep(
    _ name: String, ofSlug slug: String, _ writer: HistoryWriter, now: Date
  ) throws(HistoryError) {
    guard let zone = Zone(name) else { return }
    let oldest = try writer.oldestInstant(slug: slug) ?? now
    try writer.setOffsets(slug: slug, changes(of: zone, from: oldest, now: now))
  }

  /// The changes from an instant to two years after now; the first one holds at the instant.
  static func changes(of zone: Zone, from oldest: Date, now: Date) -> [OffsetChange] {
    let end = now.addingTimeInterval(horizonSeconds)
    var changes: [OffsetChange] = []
    var instant = min(oldest, now)
    while instant < end {
      let offset = zone.offset(at: instant)
      if changes.last?.utcOffsetSeconds != offset.seconds {
        changes.append(OffsetChange(from: instant, utcOffsetSeconds: offset.seconds))
      }
      guard let until = offset.until, until > instant else { break }
      instant = until
    }
    return changes
  }
}
