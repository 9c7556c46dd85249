import FoundationEssentials
import Weather

/// The line that `systemctl status` shows.
struct DaemonStatus: Sendable {
  /// How many cities are asked about.
  let cities: Int
  /// Why the configuration that was given last is not in force; nil when it is.
  let reloadFailure: String?
  /// The database that the configuration names, where it is not the open one.
  let otherDatabase: String?

  func text(_ scheduler: Scheduler, at now: Date) -> String {
    var parts = [reloadFailure.map { "reload failed: \($0)" }].compactMap(\.self)
    parts.append(work(scheduler, at: now))
    if let absence = scheduler.network.absence {
      parts.append("no network since \(LocalTime(absence.since, utcOffsetSeconds: 0).clock) UTC")
    }
    for (name, service) in scheduler.services.sorted(by: { $0.key < $1.key }) {
      guard let reason = service.reason else { continue }
      parts.append("\(name) failing: \(reason.failureClass.words)")
    }
    if let otherDatabase { parts.append("restart to use the database \(otherDatabase)") }
    return parts.joined(separator: "; ")
  }

  private func work(_ scheduler: Scheduler, at now: Date) -> String {
    let text = cities.counted("city", "cities")
    guard let next = scheduler.nextWake(), next > now else { return text }
    return "\(text), next at \(LocalTime(next, utcOffsetSeconds: 0).clock) UTC"
  }
}
