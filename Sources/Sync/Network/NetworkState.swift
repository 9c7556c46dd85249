import FoundationEssentials
import Schedule
public import Weather

/// Whether the network is there, as far as the answers of services tell: a value.
///
/// It is away when every service that was tried says so. One service alone that says so is doubted
/// first: the others are asked about a city each, and where one of them answers, it is to blame by
/// itself. While the network is away no service is blamed for anything.
public struct NetworkState: Sendable, Equatable {
  /// What one job says of the network.
  enum Evidence: Sendable, Equatable {
    /// A service answered, whatever it said.
    case there
    /// No route, no name, or a login page in its place.
    case away(FetchError)
    /// Time-outs, broken connections, refused handshakes: it may be either.
    case unclear
    /// It never came to a request.
    case nothing
  }

  enum Phase: Sendable, Equatable {
    case there
    case doubted(since: Date)
    case away
  }

  private(set) var phase = Phase.there
  /// The absence that goes on, as it is kept over restarts; nil while the network is there.
  public private(set) var absence: NetworkAbsence?
  /// What each service said since the doubt began.
  private var sightings: [String: Evidence] = [:]
  /// Rounds of probes in a row that failed for another reason than want of a network.
  private var otherRounds = 0
  private var isRoundAway = false
  private var probedAt: Date?
  /// While others take long to answer: how often the doubted service was tried, and when next.
  private var doubtRounds = 0
  private(set) var doubtRetryAt: Date?

  /// After so many such rounds the network counts as there: names resolve and routes exist.
  static let otherRoundsLimit = 3
  /// What brings the next probe forward does so at most every so many seconds.
  static let leastPauseSeconds = 5.0

  /// A network that is there, or the absence that an earlier process has left.
  public init(absence: NetworkAbsence? = nil) {
    self.absence = absence
    phase = absence == nil ? .there : .away
  }

  /// Whether every service that was tried found no network.
  public var isAway: Bool { phase == .away }

  /// Whether it is being found out.
  var isDoubted: Bool {
    if case .doubted = phase { return true }
    return false
  }

  /// Whether a service is still to be asked before a conclusion is drawn.
  func awaits(_ provider: String) -> Bool { phase != .there && sightings[provider] == nil }

  /// Whether services may be probed now.
  func mayProbe(at now: Date) -> Bool { absence.map { $0.probeAt <= now } ?? false }

  /// Notes what a job says.
  mutating func note(
    _ evidence: Evidence, of provider: String, random: Double, at now: Date
  ) {
    if case .away(let error) = evidence {
      if phase == .there { (phase, sightings, doubtRounds) = (.doubted(since: now), [:], 0) }
      doubtRounds += 1
      doubtRetryAt = now.addingTimeInterval(
        Backoff.standard.delaySeconds(afterFailures: doubtRounds, random: random))
      absence?.attempts += 1
      absence?.reason = error.code
      absence?.message = error.message
      isRoundAway = true
    }
    guard phase != .there else { return }
    sightings[provider] = evidence
    probedAt = now
  }

  /// What a service said last, since the doubt began.
  func sighting(of provider: String) -> Evidence? { sightings[provider] }

  /// Draws the conclusion once all that were asked have answered.
  ///
  /// - Parameter isComplete: whether nobody else can be asked, or is being asked.
  mutating func judge(isComplete: Bool, random: Double, at now: Date) {
    guard phase != .there else { return }
    if sightings.values.contains(.there) { return settle() }
    guard isComplete else { return }
    switch phase {
    case .there: break
    case .doubted(let since): judgeDoubt(since: since, random, at: now)
    case .away: endRound(random, at: now)
    }
  }

  private mutating func judgeDoubt(since: Date, _ random: Double, at now: Date) {
    let errors = sightings.values.compactMap { evidence -> FetchError? in
      if case .away(let error) = evidence { return error }
      return nil
    }
    guard let first = errors.first, !sightings.values.contains(.unclear) else { return settle() }
    phase = .away
    absence = NetworkAbsence(
      since: since, reason: first.code, message: first.message, rounds: 0,
      attempts: errors.count, probeAt: now)
    endRound(random, at: now)
  }

  /// Sets the time of the next probes, or ends the absence where something else is wrong.
  private mutating func endRound(_ random: Double, at now: Date) {
    otherRounds = isRoundAway || !sightings.values.contains(.unclear) ? 0 : otherRounds + 1
    guard otherRounds < Self.otherRoundsLimit else { return settle() }
    (isRoundAway, sightings) = (false, [:])
    guard var absence else { return }
    absence.rounds += 1
    absence.probeAt = now.addingTimeInterval(
      Backoff.standard.delaySeconds(afterFailures: absence.rounds, random: random))
    self.absence = absence
  }

  private mutating func settle() {
    phase = .there
    (absence, otherRounds, isRoundAway) = (nil, 0, false)
  }

  /// Brings the next probe forward, because a link or route came or the machine woke.
  mutating func hint(at now: Date) {
    guard var absence else { return }
    absence.rounds = 0
    let earliest = probedAt.map { $0.addingTimeInterval(Self.leastPauseSeconds) } ?? now
    absence.probeAt = min(absence.probeAt, max(now, earliest))
    self.absence = absence
  }

  /// Probes at once, because somebody asked for it.
  mutating func probeNow(at now: Date) { absence?.probeAt = now }

  /// Moves what is remembered with a clock that was set by so many seconds.
  mutating func clockWasSet(by seconds: Double) {
    absence?.since += seconds
    absence?.probeAt += seconds
    if let probedAt { self.probedAt = probedAt + seconds }
    if let doubtRetryAt { self.doubtRetryAt = doubtRetryAt + seconds }
    if case .doubted(let since) = phase { phase = .doubted(since: since + seconds) }
  }
}

extension NetworkState.Evidence {
  /// What the errors of a job and its successes say.
  init(_ result: JobResult) {
    let outcomes = result.cities.values
    let errors = outcomes.flatMap { $0.failures.map(\.error) } + [result.stopped].compactMap(\.self)
    if outcomes.contains(where: { !$0.succeeded.isEmpty }) || errors.contains(where: \.isAnswer) {
      self = .there
    } else if errors.contains(where: { [.connection, .timeout, .tls].contains($0.code) }) {
      self = .unclear
    } else if let first = errors.first, errors.allSatisfy(\.code.saysNoNetwork) {
      self = .away(first)
    } else {
      self = .nothing
    }
  }
}

extension FetchError {
  /// Whether the service itself has spoken.
  fileprivate var isAnswer: Bool {
    code == .tooLarge || (status != nil && !code.saysNoNetwork)
  }
}

extension FetchError.Code {
  /// Whether it means that there is no way to any service: no route, no name, a login page.
  var saysNoNetwork: Bool { [.offline, .dns, .captive].contains(self) }
}
