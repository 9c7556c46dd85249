import FoundationEssentials
import Schedule
import Weather

/// The hours in which a schedule wants a reading.
///
/// Of a schedule of an hour or less that is every hour, of any other the hours of its times. Each
/// lasts as a slot until the next one, so that a reading in between serves it too. Hours are those
/// of UTC, which is when services with a past have values.
struct ScheduledHours: Sendable {
  /// An hour that wants a reading, and the end of the time in which one serves it.
  struct Slot: Sendable, Hashable {
    let from: Date
    let to: Date
  }

  let schedule: Schedule
  let rules: any ZoneRules

  static let hourSeconds = 3600.0

  /// The beginning of the hour of an instant.
  static func hour(of instant: Date) -> Date {
    Date(
      timeIntervalSince1970: (instant.timeIntervalSince1970 / hourSeconds).rounded(.down)
        * hourSeconds)
  }

  /// The slots that begin at or after a full hour and before an instant, in order.
  func slots(from: Date, to: Date) -> [Slot] {
    var slots: [Slot] = []
    var start = first(from: from)
    while start < to {
      let next = first(from: start.addingTimeInterval(Self.hourSeconds))
      slots.append(Slot(from: start, to: next))
      start = next
    }
    return slots
  }

  /// The first hour with a time of the schedule in it, from a full hour on.
  private func first(from hour: Date) -> Date {
    Self.hour(of: schedule.next(after: hour.addingTimeInterval(-1), in: rules))
  }
}
