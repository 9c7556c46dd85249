import FoundationEssentials
import Weather

/// The time and the order of things on a simulated machine.
///
/// Everything happens on the thread that calls `run`: the tasks of the program, the work of its
/// store, and what was put on the agenda, one after the other. Time stands still while anything is
/// ready, and then jumps to what comes next: a month has no idle second in it, and the same seed
/// always takes the same way.
///
/// Unchecked, because all of it is used from that one thread alone: tasks run on `TaskLane` and
/// the store on `StoreLane`, which hand everything to `run`.
final class World: @unchecked Sendable {
  /// What was put on the agenda, to take it off again.
  typealias Ticket = Int

  private struct Entry {
    let ticket: Ticket
    /// Seconds since the month began.
    var at: Double
    /// Whether its time stands still while the machine sleeps (CLOCK_MONOTONIC).
    let pausesInSleep: Bool
    let action: () -> Void
  }

  /// True time: seconds since the month began, which is what the servers' clocks show.
  private(set) var elapsed = 0.0
  /// By how much the machine's clock is ahead of the true time, in seconds.
  private(set) var clockOffset = 0.0
  private var bootedAt = 0.0
  private(set) var boot = 1
  /// Called after the clock was set.
  var clockWasSet: () -> Void = {}

  private var ready: [() -> Void] = []
  private var next = 0
  private var agenda: [Entry] = []
  private var lastTicket = 0
  /// The most that was ready, and on the agenda, at once.
  private(set) var peakReady = 0
  private(set) var peakAgenda = 0

  /// 2026-10-05T00:00:00Z: the clocks of Europe change in this month.
  static let beginning = Date(unixSeconds: 1_791_158_400)

  /// The true time.
  var trueTime: Date { Self.beginning.addingTimeInterval(elapsed) }
  /// The true time as a server's `Date` (RFC 9110, section 5.6.7).
  var dateHeader: String {
    let now = LocalTime(trueTime, utcOffsetSeconds: 0)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let (year, _, day) = now.date.components
    // The month that is simulated ends in November.
    let month = now.date.components.month == 10 ? "Oct" : "Nov"
    let name = days[(now.date.daysSince1970 + 4) % 7]
    return
      "\(name), \(day < 10 ? "0" : "")\(day) \(month) \(year) \(now.rfc3339.dropFirst(11).prefix(8)) GMT"
  }
  /// What the machine's clock shows.
  var wallTime: Date { Self.beginning.addingTimeInterval(elapsed + clockOffset) }
  /// Seconds since the machine was started, asleep or awake.
  var uptime: Double { elapsed - bootedAt }

  /// Lets something run when what is ready has run.
  func soon(_ action: @escaping () -> Void) {
    ready.append(action)
    peakReady = max(peakReady, ready.count - next)
  }

  /// Lets something run after so many seconds.
  @discardableResult
  func after(
    _ seconds: Double, pausesInSleep: Bool = false, _ action: @escaping () -> Void
  ) -> Ticket {
    lastTicket += 1
    let entry = Entry(
      ticket: lastTicket, at: elapsed + max(0, seconds), pausesInSleep: pausesInSleep,
      action: action)
    insert(entry)
    peakAgenda = max(peakAgenda, agenda.count)
    return entry.ticket
  }

  /// Takes something off the agenda; what is not there any more is none.
  func cancel(_ ticket: Ticket) {
    agenda.removeAll { $0.ticket == ticket }
  }

  /// Runs until nothing is ready; time stands still.
  func settle() {
    while next < ready.count {
      let action = ready[next]
      next += 1
      action()
      if next == ready.count {
        ready.removeAll(keepingCapacity: true)
        next = 0
      }
    }
  }

  /// Lives on until an instant, or until a condition holds.
  func run(until end: Double, or isOver: () -> Bool = { false }) {
    settle()
    while !isOver(), let entry = agenda.last, entry.at <= end {
      agenda.removeLast()
      elapsed = max(elapsed, entry.at)
      entry.action()
      settle()
    }
    if !isOver() { elapsed = max(elapsed, end) }
  }

  /// Sets the machine's clock to be so many seconds ahead of the true time.
  func setClock(aheadBy seconds: Double) {
    clockOffset = seconds
    clockWasSet()
  }

  /// Lets what is left of a process come to its end, in no time.
  func finish(until isOver: () -> Bool) {
    let instant = elapsed
    run(until: instant + 3600, or: isOver)
    (elapsed, agenda) = (instant, [])
  }

  /// Lets time pass in which nothing runs.
  func pass(_ seconds: Double) { elapsed += seconds }

  /// Lets the machine sleep: nothing runs, and what waits for time awake waits longer.
  func sleep(_ seconds: Double) {
    elapsed += seconds
    let entries = agenda
    agenda = []
    for var entry in entries.reversed() {
      if entry.pausesInSleep { entry.at += seconds }
      insert(entry)
    }
  }

  /// Starts the machine anew after so many seconds without it.
  func restartMachine(after seconds: Double) {
    elapsed += seconds
    bootedAt = elapsed
    boot += 1
  }

  /// Kept from the latest to the earliest; of one instant, what was put there first is last.
  private func insert(_ entry: Entry) {
    var low = 0
    var high = agenda.count
    while low < high {
      let middle = (low + high) / 2
      if agenda[middle].at > entry.at { low = middle + 1 } else { high = middle }
    }
    agenda.insert(entry, at: low)
  }
}
