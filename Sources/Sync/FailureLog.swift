import FoundationEssentials
import Weather

/// Decides which failures are worth a line: a new one, a changed one, an old one once an hour, and
/// the end of one.
struct FailureLog: Sendable {
  struct Line: Sendable, Equatable {
    let level: Log.Level
    let service: String?
    let city: String?
    let text: String
  }

  private struct Standing {
    var code: FetchError.Code
    let since: Date
    var saidAt: Date
  }

  private var services: [String: Standing] = [:]
  private var cities: [SourceKey: Standing] = [:]

  /// Keeps everything as long ago as it was before the clock was set by so many seconds.
  mutating func clockWasSet(by seconds: Double) {
    func moved(_ standing: Standing) -> Standing {
      Standing(
        code: standing.code, since: standing.since + seconds, saidAt: standing.saidAt + seconds)
    }
    services = services.mapValues(moved)
    cities = cities.mapValues(moved)
  }

  /// The lines that a job's result calls for.
  mutating func take(_ result: JobResult, _ service: Scheduler.Service?, at now: Date) -> [Line] {
    var lines: [Line] = []
    if let error = result.stopped, error.code != .cancelled {
      if isNews(&services[result.provider], error, now) {
        lines.append(
          Line(
            level: .warning, service: result.provider, city: nil,
            text: error.text + next(service, now)))
      }
    } else if let ended = services.removeValue(forKey: result.provider) {
      lines.append(
        Line(
          level: .notice, service: result.provider, city: nil,
          text: "works again" + after(ended, now)))
    }
    for (slug, outcome) in result.cities.sorted(by: { $0.key < $1.key }) {
      if let line = line(
        for: SourceKey(slug: slug, provider: result.provider), outcome, result, now)
      {
        lines.append(line)
      }
    }
    return lines
  }

  private mutating func line(
    for key: SourceKey, _ outcome: JobResult.CityOutcome, _ result: JobResult, _ now: Date
  ) -> Line? {
    guard let error = outcome.failures.first?.error else {
      return cities.removeValue(forKey: key).map {
        Line(
          level: .notice, service: key.provider, city: key.slug,
          text: "works again" + after($0, now))
      }
    }
    // What stopped the whole job has been said of the service.
    guard error.code != result.stopped?.code, error.code != .cancelled,
      isNews(&cities[key], error, now)
    else { return nil }
    return Line(
      level: .warning, service: key.provider, city: key.slug, text: error.text)
  }

  private func isNews(_ standing: inout Standing?, _ error: FetchError, _ now: Date) -> Bool {
    guard var known = standing else {
      standing = Standing(code: error.code, since: now, saidAt: now)
      return true
    }
    defer { standing = known }
    guard known.code != error.code || now.timeIntervalSince(known.saidAt) >= 3600 else {
      return false
    }
    known.code = error.code
    known.saidAt = now
    return true
  }

  private func next(_ service: Scheduler.Service?, _ now: Date) -> String {
    guard let until = service?.pausedUntil, until > now else { return "" }
    return "; next try in \(Int(until.timeIntervalSince(now).rounded(.up))) s"
  }

  private func after(_ standing: Standing, _ now: Date) -> String {
    " after \(Int(now.timeIntervalSince(standing.since))) s"
  }
}
