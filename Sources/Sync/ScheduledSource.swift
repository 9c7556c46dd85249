public import FoundationEssentials
public import Schedule
public import Weather

extension Scheduler {
  /// One city at one service, as configured and with what is remembered of it.
  public struct Source: Sendable {
    /// The city.
    public let city: City
    /// The configured name of the service.
    public let provider: String
    /// When it is asked.
    public let schedule: Schedule
    /// Seconds by which this installation asks later than the schedule says.
    public let shiftSeconds: Int
    /// The least seconds between two forecasts; nil where they come with every reply anyway.
    public let forecastEverySeconds: Int?
    /// When each part last came; nil for never.
    public var lastCurrent: Date?
    /// When the forecast last came; nil for never.
    public var lastForecast: Date?
    /// How often in a row it failed.
    public var failures: Int
    /// Not before this, after a failure.
    public var retryAt: Date?
    /// Not before this, whatever is due, because the service said so with its last reply.
    public var notBefore: Date?

    /// When it was asked, if the program ended before the answer was stored; nil otherwise.
    public var unansweredSince: Date?

    /// Makes a source from its parts.
    public init(
      city: City, provider: String, schedule: Schedule, shiftSeconds: Int,
      forecastEverySeconds: Int?, lastCurrent: Date? = nil, lastForecast: Date? = nil,
      failures: Int = 0, retryAt: Date? = nil, notBefore: Date? = nil
    ) {
      self.city = city
      self.provider = provider
      self.schedule = schedule
      self.shiftSeconds = shiftSeconds
      self.forecastEverySeconds = forecastEverySeconds
      self.lastCurrent = lastCurrent
      self.lastForecast = lastForecast
      self.failures = failures
      self.retryAt = retryAt
      self.notBefore = notBefore
    }
  }

  /// A service's standing: paused until when, why, and how often in a row it failed as a whole.
  public struct Service: Sendable, Equatable {
    /// Nothing is sent before this.
    public var pausedUntil: Date?
    /// Why it is paused.
    public var reason: FetchError.Code?
    /// How often in a row a whole job failed.
    public var failures = 0
    /// Whether a job is under way.
    var isBusy = false

    /// A service in good standing.
    public init(pausedUntil: Date? = nil, reason: FetchError.Code? = nil, failures: Int = 0) {
      self.pausedUntil = pausedUntil
      self.reason = reason
      self.failures = failures
    }
  }
}

extension Scheduler.Source {
  /// When current conditions are due.
  func currentDue(in rules: any ZoneRules) -> Date {
    let due = ownCurrentDue(in: rules)
    return max(due, unansweredDue(in: rules) ?? due)
  }

  private func ownCurrentDue(in rules: any ZoneRules) -> Date {
    guard let last = lastCurrent else { return retryAt ?? .distantPast }
    if failures > 0, let retryAt { return retryAt }
    return next(after: last, in: rules)
  }

  /// When the forecast is due.
  func forecastDue(in rules: any ZoneRules) -> Date {
    let due = ownForecastDue(in: rules)
    return max(due, unansweredDue(in: rules) ?? due)
  }

  private func ownForecastDue(in rules: any ZoneRules) -> Date {
    guard let last = lastForecast else { return retryAt ?? .distantPast }
    guard let every = forecastEverySeconds else { return next(after: last, in: rules) }
    // A reply comes a little after its time: without slack each forecast would slip by a round.
    let slack = min(300, every / 4)
    return next(after: last.addingTimeInterval(Double(every - slack)), in: rules)
  }

  /// When a source is asked again whose answer was lost because the program ended: at its next
  /// time, or after a quarter of an hour where that is sooner.
  ///
  /// A program that is restarted again and again must not ask more than one that runs through.
  private func unansweredDue(in rules: any ZoneRules) -> Date? {
    unansweredSince.map { asked in
      min(next(after: asked, in: rules), asked.addingTimeInterval(900))
    }
  }

  /// The first time of the schedule, moved by the spread, after an instant.
  func next(after instant: Date, in rules: any ZoneRules) -> Date {
    let shift = Double(shiftSeconds)
    return schedule.next(after: instant.addingTimeInterval(-shift), in: rules)
      .addingTimeInterval(shift)
  }

  /// What is remembered, as long ago as before on a clock that was set by so many seconds.
  func movedWithClock(by seconds: Double) -> Scheduler.Source {
    var moved = self
    moved.lastCurrent = lastCurrent.map { $0 + seconds }
    moved.lastForecast = lastForecast.map { $0 + seconds }
    moved.retryAt = retryAt.map { $0 + seconds }
    moved.notBefore = notBefore.map { $0 + seconds }
    moved.unansweredSince = unansweredSince.map { $0 + seconds }
    return moved
  }
}
