public import FoundationEssentials
import History
public import Weather

/// What became of one pass, and how it is to be judged.
public struct SyncReport: Sendable {
  /// A service that was passed over because it asked to be left alone.
  public struct Held: Sendable, Equatable {
    /// The configured name of the service.
    public let provider: String
    /// Until when.
    public let until: Date
    /// How many cities wait for it.
    public let cities: Int
  }

  /// How a pass ended; each exit status of `sync` is one of these.
  public enum Verdict: Sendable, Equatable {
    /// Every city has what was asked for, or nothing was due.
    case done
    /// Some city failed, wholly or in part.
    case partial
    /// All failed while the network was there, or of mixed causes.
    case failed
    /// All failed for want of a network, or all were held back.
    case tryLater
    /// Every service refused its key.
    case keyRefused
  }

  /// One city at one service that lacks something.
  public struct Failure: Sendable, Equatable {
    /// The configured name of the service.
    public let provider: String
    /// The slug of the city.
    public let slug: String
    /// What is missing, and why.
    public let part: FailedPart
  }

  /// Hours without a reading that were filled afterwards.
  public internal(set) var filledHours = 0
  /// What became of each job.
  public internal(set) var results: [JobResult] = []
  /// The services that were passed over.
  public let held: [Held]
  /// The cities that are given by name and were not found.
  public var unplaced: [UnplacedCity] = []

  init(held: [Held]) {
    self.held = held
  }

  /// City and service pairs that have all that was asked for.
  public var succeeded: Int { count { $0.failures.isEmpty } }
  /// City and service pairs that failed, wholly or in part.
  public var failed: Int { count { !$0.failures.isEmpty } + unplaced.count }
  /// Rows that the store gained.
  public var added: Int { results.reduce(0) { $0 + $1.stored.added } }
  /// Rows that were there already.
  public var confirmed: Int { results.reduce(0) { $0 + $1.stored.confirmed } }

  /// All that failed, in the order of services and slugs.
  public var failures: [Failure] {
    results.flatMap { result in
      result.cities.sorted { $0.key < $1.key }.flatMap { slug, outcome in
        outcome.failures.map { Failure(provider: result.provider, slug: slug, part: $0) }
      }
    }
  }

  /// What failed, the cities of one reason together: what is worth a line each.
  public var failureGroups: [FailureGroup] {
    var groups: [FailureGroup] = []
    for failure in failures {
      let message = failure.part.error.text
      if let known = groups.firstIndex(where: {
        $0.provider == failure.provider && $0.message == message
      }) {
        if !groups[known].slugs.contains(failure.slug) { groups[known].slugs.append(failure.slug) }
      } else {
        groups.append(
          FailureGroup(provider: failure.provider, message: message, slugs: [failure.slug]))
      }
    }
    return groups
  }

  /// Cities of one service that failed for one reason.
  public struct FailureGroup: Sendable, Equatable {
    /// The configured name of the service.
    public let provider: String
    /// The reason.
    public let message: String
    /// The slugs, in order.
    public internal(set) var slugs: [String]

    /// The city, where it is only one.
    public var city: String? { slugs.count == 1 ? slugs.first : nil }

    /// The reason, with the cities where there are several; long lists end in a count.
    public var text: String {
      guard slugs.count > 1 else { return message }
      let shown = slugs.prefix(5).joined(separator: ", ")
      let rest = slugs.count > 5 ? " and \(slugs.count - 5) more" : ""
      return "\(message) (\(shown)\(rest))"
    }
  }

  /// How it ended.
  public var verdict: Verdict {
    let outcomes = results.flatMap { $0.cities.values }
    let failures =
      outcomes.flatMap(\.failures).map(\.error.code) + unplaced.map(\.error.code)
    if failures.isEmpty && (held.isEmpty || !outcomes.isEmpty) {
      return held.isEmpty ? .done : .partial
    }
    if outcomes.contains(where: { !$0.succeeded.isEmpty }) { return .partial }
    return Self.verdict(ofFailures: failures)
  }

  /// How anything ended in which nothing succeeded, by what it failed at.
  public static func verdict(ofFailures failures: [FetchError.Code]) -> Verdict {
    let endings = failures.map(\.failureClass.ending)
    guard let first = endings.first else { return .tryLater }
    guard endings.allSatisfy({ $0 == first }) else { return .failed }
    switch first {
    case .noNetwork, .heldBack: return .tryLater
    case .keyRefused: return .keyRefused
    case .failed, .notWritten, .reported: return .failed
    }
  }

  private func count(_ condition: (JobResult.CityOutcome) -> Bool) -> Int {
    results.reduce(0) { $0 + $1.cities.values.count(where: condition) }
  }

  /// Lets a later attempt replace what the first one failed at.
  mutating func merge(_ later: JobResult) {
    guard let position = results.firstIndex(where: { $0.provider == later.provider }) else {
      results.append(later)
      return
    }
    results[position].merge(later)
  }
}

extension JobResult {
  /// Counts the cities that a stopped job did not reach as failed for the same reason.
  mutating func noteUntried(of job: Job) {
    guard let stopped else { return }
    for want in job.wants {
      for city in want.cities {
        var outcome = cities[city.slug, default: .init()]
        let open = want.parts.subtracting(outcome.succeeded).subtracting(outcome.failed)
        guard !open.isEmpty else { continue }
        outcome.failures.append(FailedPart(part: open, error: stopped))
        cities[city.slug] = outcome
      }
    }
  }

  /// A job for what failed and may succeed soon; nil where nothing is left to hope for.
  func retryJob(cities known: [City]) -> Job? {
    var wants: [Int: [City]] = [:]
    var seen: Set<String> = []
    for city in known where seen.insert(city.slug).inserted {
      guard let outcome = cities[city.slug] else { continue }
      let parts = outcome.failures.reduce(into: Parts()) { parts, failure in
        if failure.error.isTransient && failure.error.code != .quota {
          parts.formUnion(failure.part)
        }
      }
      if !parts.isEmpty { wants[parts.rawValue, default: []].append(city) }
    }
    guard !wants.isEmpty else { return nil }
    return Job(
      provider: provider,
      wants: wants.sorted { $0.key > $1.key }.map {
        Job.Want(parts: Parts(rawValue: $0.key), cities: $0.value)
      })
  }

  /// Takes over what a later attempt brought.
  mutating func merge(_ later: JobResult) {
    for (slug, outcome) in later.cities {
      var merged = cities[slug, default: .init()]
      merged.succeeded.formUnion(outcome.succeeded)
      let retried = outcome.succeeded.union(outcome.failed)
      merged.failures.removeAll { retried.isSuperset(of: $0.part) }
      merged.failures += outcome.failures
      merged.notBefore = outcome.notBefore ?? merged.notBefore
      cities[slug] = merged
    }
    stopped = later.stopped
    stored.added += later.stored.added
    stored.confirmed += later.stored.confirmed
  }
}
