import FoundationEssentials
import History
import Weather

/// What the scheduling loop knows of gaps between two events.
///
/// Nothing wakes for it: gaps are judged with the first result of each hour, and filled once the
/// service has answered its schedule.
struct GapDesk: Sendable {
  private(set) var spans: [GapSpan] = []
  let livedSince: Date
  private var watch: WakeWatch
  private var judgedHour: Date?
  private var answering: Set<String> = []
  /// The services whose gaps are to be filled, and those at which that is under way: one that takes
  /// its time delays no other.
  private var wanted: Set<String> = []
  private var filling: Set<String> = []

  /// - Parameter pauses: services that an earlier process left paused.
  init(now: Date, elapsed: Duration, pauses: [String: Scheduler.Service]) {
    livedSince = now
    watch = WakeWatch(wall: now, elapsed: elapsed)
    for (provider, service) in pauses { note(service, of: provider, from: .distantPast) }
  }

  /// Notes what the timer was set to.
  mutating func sleep(until instant: Date?) { watch.sleep(until: instant) }

  /// Notes that the loop woke, and what it missed; returns whether the machine or the program was
  /// asleep.
  @discardableResult
  mutating func wake(at now: Date, elapsed: Duration) -> Bool {
    guard let span = watch.wake(wall: now, elapsed: elapsed) else { return false }
    spans.append(span)
    return span.reason == .asleep
  }

  /// By how many seconds the clock was set before the loop woke; 0 where it was not.
  var clockStep: Double { watch.clockStep }

  /// Whether the clock was set since the last waking.
  func isClockSet(at now: Date, elapsed: Duration) -> Bool {
    watch.isClockSet(wall: now, elapsed: elapsed)
  }

  /// Notes that the network is away, and has been to now; most cities are not even asked about.
  mutating func note(_ network: NetworkState, at now: Date) {
    guard let since = network.absence?.since else { return }
    if let place = spans.lastIndex(where: { $0.reason == .offline && $0.from == since }) {
      spans[place].to = now
    } else {
      spans.append(GapSpan(from: since, to: now, reason: .offline))
    }
  }

  /// Notes that the database could not be written from an instant on; the hour is judged later.
  mutating func noteUnwritable(from: Date, to: Date) {
    judgedHour = nil
    if let last = spans.indices.last, spans[last].reason == .disk {
      spans[last].to = to
    } else {
      spans.append(GapSpan(from: from, to: to, reason: .disk))
    }
  }

  /// Takes in a result and the standing that the service has after it.
  mutating func take(_ result: JobResult, _ service: Scheduler.Service?, at now: Date) {
    let isAnswering =
      result.stopped == nil && result.cities.values.contains { !$0.succeeded.isEmpty }
    if !isAnswering {
      answering.remove(result.provider)
    } else if answering.insert(result.provider).inserted {
      wanted.insert(result.provider)
    }
    if let service { note(service, of: result.provider, from: now) }
  }

  /// Pauses for the network are as short as what fails before and after them.
  private mutating func note(
    _ service: Scheduler.Service, of provider: String, from: Date
  ) {
    guard let until = service.pausedUntil, let code = service.reason else { return }
    switch code {
    case .quota, .key, .refused:
      spans.append(
        GapSpan(provider: provider, from: from, to: until, reason: GapReason(code)))
    default: break
    }
  }

  /// Whether an hour has ended that was not judged yet; it counts as judged from now on.
  mutating func takeJudging(at now: Date) -> Bool {
    let hour = ScheduledHours.hour(of: now.addingTimeInterval(-GapFinder.graceSeconds))
    guard hour != judgedHour else { return false }
    judgedHour = hour
    return true
  }

  /// Takes in that gaps were judged: what was noticed long before is no longer needed.
  mutating func judged(at now: Date) {
    spans.removeAll { $0.to < now.addingTimeInterval(-Self.memorySeconds) }
    wanted.formUnion(answering)
  }

  /// The longest of usual schedules has ended by then.
  private static let memorySeconds = 2 * 86_400.0

  /// The services that may be asked for the past now; empty when it is not the time.
  mutating func takeFilling() -> [String] {
    let ready = wanted.intersection(answering).subtracting(filling)
    wanted.subtract(ready)
    filling.formUnion(ready)
    return ready.sorted()
  }

  /// Takes in that the filling at a service ended.
  mutating func filled(_ provider: String) { filling.remove(provider) }
}
