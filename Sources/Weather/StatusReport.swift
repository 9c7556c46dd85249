public import FoundationEssentials

/// How the fetching of one city from one service stands.
public struct SourceState: Sendable, Equatable {
  /// The slug of the city.
  public var slug: String
  /// The configured name of the service.
  public var provider: String
  /// When it was asked last.
  public var lastAttemptAt: Date?
  /// When current conditions came last.
  public var currentAt: Date?
  /// When a forecast came last.
  public var forecastAt: Date?
  /// How many attempts have failed, wholly or in part, since the last that did not.
  public var failures: Int
  /// The earliest time of the next attempt; nil when nothing holds it back.
  public var retryAt: Date?
  /// The class of the last failure; nil after a success.
  public var errorCode: FetchError.Code?
  /// The last failure in words; nil after a success.
  public var errorText: String?
  /// What the service said that spares requests.
  public var memory = SourceMemory()

  /// The state of a source that was never asked.
  public init(slug: String, provider: String) {
    self.slug = slug
    self.provider = provider
    self.failures = 0
  }
}

/// When a source may be tried again after a failure.
public struct SourceRetry: Sendable, Hashable {
  /// The slug of the city.
  public let slug: String
  /// The configured name of the service.
  public let provider: String
  /// Not before this; nil when nothing holds it back.
  public let retryAt: Date?

  /// Makes a retry from its parts.
  public init(slug: String, provider: String, retryAt: Date?) {
    self.slug = slug
    self.provider = provider
    self.retryAt = retryAt
  }
}

/// When a source was asked for the last time, and no answer came into the store.
public struct SourceAsked: Sendable, Hashable {
  /// The slug of the city.
  public let slug: String
  /// The configured name of the service.
  public let provider: String
  /// When.
  public let askedAt: Date

  /// Makes it from its parts.
  public init(slug: String, provider: String, askedAt: Date) {
    self.slug = slug
    self.provider = provider
    self.askedAt = askedAt
  }
}

/// How a whole service stands: a pause and its reason survive a restart.
public struct ServiceState: Sendable, Equatable {
  /// The configured name of the service.
  public var provider: String
  /// Until when it is not asked; nil when nothing holds it back.
  public var pausedUntil: Date?
  /// Why it is paused.
  public var reason: FetchError.Code?
  /// How many failures in a row concerned the whole service.
  public var failures: Int
  /// A mark of the key and settings that failed: a change ends the pause.
  public var fingerprint: String?

  /// The state of a service that was never paused.
  public init(provider: String) {
    self.provider = provider
    self.failures = 0
  }
}

/// One pass of `run` or `sync`.
public struct RunRecord: Sendable, Equatable {
  /// When it began.
  public var startedAt: Date
  /// When it ended; nil while it works or after it was killed.
  public var finishedAt: Date?
  /// What started it, such as `schedule`, `manual` or `due`.
  public var trigger: String
  /// How many city and service pairs succeeded.
  public var succeeded: Int
  /// How many failed.
  public var failed: Int

  /// Makes a record of a run that works.
  public init(startedAt: Date, trigger: String) {
    self.startedAt = startedAt
    self.trigger = trigger
    self.succeeded = 0
    self.failed = 0
  }
}

/// Who holds a lock.
public struct LockHolder: Sendable, Hashable {
  /// The process id; nil when it can't be told.
  public var pid: Int?
  /// The command that it runs: `run`, `sync`; nil when it can't be told.
  public var command: String?

  /// Makes a holder from its parts.
  public init(pid: Int? = nil, command: String? = nil) {
    self.pid = pid
    self.command = command
  }
}

/// One source in a status report: its state, and how long its values count as fresh.
public struct SourceStatus: Sendable, Equatable {
  /// How the fetching stands.
  public var state: SourceState
  /// The rule of staleness.
  public var freshness: Freshness
  /// The instant of its newest reading that is not of the future; nil without one.
  public var observedAt: Date?
  /// When its newest forecast was last confirmed; nil without one.
  public var confirmedAt: Date?
  /// The last eight polls, the oldest first: 1 for an answer, 0 for a failure; nil without one.
  public var reach: String?
  /// When it is asked next, as far as its interval, pauses and the service's word tell.
  public var nextAt: Date?

  /// Makes a status from its parts.
  public init(state: SourceState, freshness: Freshness) {
    self.state = state
    self.freshness = freshness
  }
}

/// How often requests to a service failed for one reason within the last day.
public struct RecentFailures: Sendable, Hashable {
  /// The configured name of the service.
  public let provider: String
  /// The class of the failure.
  public let errorCode: String
  /// How many.
  public let count: Int

  /// Makes it from its parts.
  public init(provider: String, errorCode: String, count: Int) {
    self.provider = provider
    self.errorCode = errorCode
    self.count = count
  }
}

/// How the store and the fetching stand, for `almanac status`.
public struct StatusReport: Sendable, Equatable {
  /// The sources of the active cities, in the order of the list and by rank.
  public var sources: [SourceStatus] = []
  /// The cities given by name that were not found yet, by name.
  public var unplaced: [UnplacedState] = []
  /// The services that are or were paused.
  public var services: [ServiceState] = []
  /// The absence of the network that goes on; nil while it is there.
  public var network: NetworkAbsence?
  /// What was said against this machine's clock; nil when nothing is.
  public var clock: ClockTrouble?
  /// Whether the database's disk has no room left.
  public var isDiskFull = false
  /// The last runs, newest first, at most ten.
  public var runs: [RunRecord] = []
  /// Bytes of the database with its side files.
  public var databaseBytes: Int64 = 0
  /// Bytes by which it grows in thirty days at the pace of the last day, about.
  public var monthlyGrowthBytes: Int64 = 0
  /// The instant of the oldest reading; nil without one.
  public var oldestAt: Date?
  /// The instant of the newest reading; nil without one.
  public var newestAt: Date?
  /// What failed within the last day, by service and class.
  public var recentFailures: [RecentFailures] = []
  /// Damaged files that were set aside beside the database, oldest first.
  public var setAside: [String] = []
  /// Bodies in quarantine.
  public var quarantined: Int = 0
  /// Readings of more than five minutes after now: a clock was wrong.
  public var futureRows: Int = 0
  /// How the quota of each service with limits stands, by its configured name.
  public var quotas: [String: QuotaStanding] = [:]
  /// The open gaps by reason, the longest first.
  public var gaps: [GapSum] = []
  /// Why the daemon at work still has an earlier configuration; nil when it has the last one.
  public var reload: ReloadFailure?
  /// Who holds the run lock; nil when no `run` or `sync` works.
  public var writer: LockHolder?

  /// A report without anything.
  public init() {}
}
