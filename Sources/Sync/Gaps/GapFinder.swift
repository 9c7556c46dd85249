import FoundationEssentials
import History
import Schedule
import Weather

/// Finds the slots of a schedule that no reading serves, and says why.
struct GapFinder: Sendable {
  typealias Slot = ScheduledHours.Slot

  /// A stretch of slots without readings, for one reason.
  struct Found: Sendable, Equatable {
    var from: Date
    var to: Date
    var reason: GapReason
  }

  /// A request that is under way when its hour ends may still bring its reading.
  static let graceSeconds = 60.0

  let hours: ScheduledHours

  init(schedule: Schedule, rules: any ZoneRules) {
    hours = ScheduledHours(schedule: schedule, rules: rules)
  }

  /// Slots without readings as gaps: neighbours with one reason are one gap.
  static func gaps(of missing: [Slot], evidence: GapEvidence) -> [Found] {
    var gaps: [Found] = []
    for slot in missing {
      let reason = evidence.reason(of: slot)
      if let last = gaps.last, last.to == slot.from, last.reason == reason {
        gaps[gaps.count - 1].to = slot.to
      } else {
        gaps.append(Found(from: slot.from, to: slot.to, reason: reason))
      }
    }
    return gaps
  }

  /// The slots from a full hour on that have ended.
  func settled(from judgedTo: Date, now: Date) -> [Slot] {
    let latest = now.addingTimeInterval(-Self.graceSeconds)
    return hours.slots(from: judgedTo, to: latest).filter { $0.to <= latest }
  }

  /// The slots of a gap that still have no reading.
  func missing(from: Date, to: Date, covers: [ReadingSpan]) -> [Slot] {
    Self.missing(of: hours.slots(from: from, to: to), covers: covers)
  }

  /// The slots in which nothing was current.
  static func missing(of slots: [Slot], covers: [ReadingSpan]) -> [Slot] {
    var next = 0
    var end = Date.distantPast
    return slots.filter { slot in
      while next < covers.count, covers[next].from < slot.to {
        end = max(end, covers[next].to)
        next += 1
      }
      return end < slot.from
    }
  }
}
