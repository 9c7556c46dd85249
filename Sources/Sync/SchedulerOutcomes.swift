public import FoundationEssentials
import Schedule
import Weather

/// What the outcome of a job leads to.
extension Scheduler {
  /// Takes in what became of a job.
  public mutating func finish(_ result: JobResult, at now: Date) {
    services[result.provider]?.isBusy = false
    for position in entries.indices where entries[position].source.provider == result.provider {
      entries[position].isBusy = false
    }
    let before = network
    let evidence = local.contains(result.provider) ? .nothing : NetworkState.Evidence(result)
    if !local.contains(result.provider) {
      network.note(evidence, of: result.provider, random: random(), at: now)
      network.judge(isComplete: isNobodyLeft(at: now), random: random(), at: now)
    }
    if before.isDoubted || before.isAway { conclude(before, but: result.provider, at: now) }
    settle(result, isExcused: isExcused(evidence), at: now)
  }

  private mutating func settle(_ result: JobResult, isExcused: Bool, at now: Date) {
    for (slug, outcome) in result.cities {
      guard let position = index[SourceKey(slug: slug, provider: result.provider)] else { continue }
      if isExcused {
        entries[position].source.unansweredSince = nil
      } else {
        entries[position] = settled(entries[position], outcome, stopped: result.stopped, at: now)
      }
    }
    guard !isExcused else { return }
    guard let error = result.stopped else {
      services[result.provider]?.pausedUntil = nil
      services[result.provider]?.reason = nil
      services[result.provider]?.failures = 0
      return
    }
    pause(result.provider, because: error, at: now)
  }

  private func settled(
    _ before: Entry, _ outcome: JobResult.CityOutcome, stopped: FetchError?, at now: Date
  ) -> Entry {
    var entry = before
    if !outcome.succeeded.isEmpty { entry.trials = 0 }
    if outcome.succeeded.contains(.current) {
      (entry.source.lastCurrent, entry.currentServed) = (now, now)
    }
    if outcome.succeeded.contains(.forecast) {
      (entry.source.lastForecast, entry.forecastServed) = (now, now)
    }
    if !outcome.succeeded.isEmpty { entry.source.notBefore = outcome.notBefore }
    // What the whole service refused stays due: the service's pause holds it.
    let own = outcome.failures.filter {
      !$0.error.concernsService && $0.error.code != stopped?.code
    }
    if !own.isEmpty {
      entry.source.failures += 1
    } else if outcome.failures.isEmpty {
      entry.source.failures = 0
    }
    entry.source.retryAt = nil
    entry.source.unansweredSince = nil
    let scheduled = entry.source.next(after: now, in: rules)
    if outcome.succeeded.contains(.current) { entry.currentDue = scheduled }
    if outcome.succeeded.contains(.forecast) {
      entry.forecastDue = entry.source.forecastDue(in: rules)
    }
    for failure in own {
      let due =
        retryTime(failure.error, failures: entry.source.failures, at: now) ?? scheduled
      if failure.part.contains(.current) { entry.currentDue = due }
      if failure.part.contains(.forecast) { entry.forecastDue = due }
      entry.source.retryAt = due
    }
    return entry
  }

  /// When to try again after a failure that may pass; nil when the schedule's next time will do.
  private func retryTime(_ error: FetchError, failures: Int, at now: Date) -> Date? {
    guard error.isTransient else { return nil }
    return now.addingTimeInterval(
      max(
        Backoff.standard.delaySeconds(afterFailures: failures, random: random()),
        error.retryAfterSeconds ?? 0))
  }

  mutating func pause(_ provider: String, because error: FetchError, at now: Date) {
    // What was not sent, because of what the service had said before, is no failure more.
    if error.status == nil, error.code != .quota, let left = error.retryAfterSeconds {
      services[provider]?.reason = error.code
      services[provider]?.pausedUntil = now.addingTimeInterval(left)
      return
    }
    let failures = (services[provider]?.failures ?? 0) + 1
    let pause = Self.pauseSeconds(error, failures: failures, random: random())
    services[provider]?.failures = failures
    services[provider]?.reason = error.code
    services[provider]?.pausedUntil = now.addingTimeInterval(pause)
  }

  /// The services that are paused, by name, and the seconds that are left.
  func pauses(at now: Date) -> [(name: String, seconds: Int)] {
    services.sorted { $0.key < $1.key }.compactMap { name, service in
      guard let until = service.pausedUntil, until > now else { return nil }
      return (name, Int(until.timeIntervalSince(now).rounded(.up)))
    }
  }

  /// How long a service is left alone: an hour for a refused key or contact, what it asks for with
  /// 429 (a minute and doubling where it does not say), else the back-off.
  static func pauseSeconds(_ error: FetchError, failures: Int, random: Double) -> Double {
    switch error.code {
    case .key, .refused: ServicePlea.refusalSeconds
    case .quota:
      // Who always says "at once" is not asked at once for ever.
      error.retryAfterSeconds.map {
        max($0, Backoff.standard.delaySeconds(afterFailures: failures - 1, random: random))
      } ?? Backoff.rateLimited.delaySeconds(afterFailures: failures, random: random)
    default:
      max(
        error.retryAfterSeconds ?? 0,
        Backoff.standard.delaySeconds(afterFailures: failures, random: random))
    }
  }
}
