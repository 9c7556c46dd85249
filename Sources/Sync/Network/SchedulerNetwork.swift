public import FoundationEssentials
import Weather

/// What the coming and going of the network leads to.
extension Scheduler {
  /// Tries at once whatever may have failed for want of a network, because a link or a route came,
  /// or the machine woke.
  public mutating func networkReturned(at now: Date) {
    network.hint(at: now)
    if network.phase == .there { liftNetworkPauses(at: now) }
  }

  private mutating func liftNetworkPauses(at now: Date) {
    for (name, service) in services where service.reason?.isNetwork == true {
      services[name]?.pausedUntil = nil
      services[name]?.failures = 0
      // What may be the service's own fault is tried with one city.
      if service.reason?.saysNoNetwork == true { services[name]?.reason = nil }
    }
  }

  /// Keeps everything as long ago, and as far ahead, as it was before the clock was set by so many
  /// seconds, so that nothing waits for a clock that was set back to catch up.
  ///
  /// What was not due does not become due by it, unless the new clock shows that it was missed.
  public mutating func clockWasSet(by seconds: Double, at now: Date) {
    network.clockWasSet(by: seconds)
    returningUntil = returningUntil.map { $0 + seconds }
    for (name, service) in services {
      services[name]?.pausedUntil = service.pausedUntil.map { $0 + seconds }
    }
    for position in entries.indices {
      let before = entries[position]
      let source = before.source.movedWithClock(by: seconds)
      let set = Source.ClockSet(seconds: seconds, now: now, rules: rules)
      entries[position].source = source
      entries[position].currentDue = source.due(
        source.currentDue(in: rules), before: before.currentDue,
        past: .init(last: source.lastCurrent, served: before.currentServed), after: set)
      entries[position].forecastDue = source.due(
        source.forecastDue(in: rules), before: before.forecastDue,
        past: .init(last: source.lastForecast, served: before.forecastServed), after: set)
    }
  }

  /// Whether the network's absence, rather than the service, is why nothing came.
  func isExcused(_ evidence: NetworkState.Evidence) -> Bool {
    switch evidence {
    case .there, .nothing: false
    case .away: network.phase != .there
    case .unclear: network.isAway
    }
  }

  /// Draws what follows from the network being there: a service that alone found none is to blame
  /// itself; after an absence all is asked for that was missed.
  mutating func conclude(_ before: NetworkState, but provider: String, at now: Date) {
    guard network.phase == .there else { return }
    if before.isAway { return comeBack(at: now) }
    for name in services.keys where name != provider {
      if case .away(let error) = network.sighting(of: name) { pause(name, because: error, at: now) }
    }
  }

  /// Spreads what was missed over a short time, always in the same order: not all installations
  /// of a region come back in the same second.
  private mutating func comeBack(at now: Date) {
    liftNetworkPauses(at: now)
    returningUntil = returnSeconds > 0 ? now.addingTimeInterval(Double(returnSeconds)) : nil
    for position in entries.indices where !local.contains(entries[position].source.provider) {
      let shift = entries[position].source.shiftSeconds % max(1, returnSeconds)
      let due = now.addingTimeInterval(Double(shift))
      entries[position].trials = 0
      if entries[position].currentDue < due, entries[position].currentDue <= now {
        entries[position].currentDue = due
      }
      if entries[position].forecastDue < due, entries[position].forecastDue <= now {
        entries[position].forecastDue = due
      }
    }
  }

  /// Whether cities are still asked about that were missed while the network was away.
  public func isReturning(at now: Date) -> Bool { returningUntil.map { $0 > now } ?? false }

  /// Ends a doubt by what is known: nobody else will be asked in this pass.
  mutating func endDoubt(at now: Date) {
    let before = network
    network.judge(isComplete: true, random: random(), at: now)
    if before.isDoubted { conclude(before, but: "", at: now) }
  }

  /// Whether no other service can be asked about the network, or is being asked.
  func isNobodyLeft(at now: Date) -> Bool {
    for (name, service) in services where !local.contains(name) && service.isBusy { return false }
    guard network.isDoubted else { return true }
    return !entries.contains { entry in
      network.awaits(entry.source.provider) && !local.contains(entry.source.provider)
        && isFree(entry, at: now) && !isPaused(entry.source.provider, at: now)
    }
  }
}
