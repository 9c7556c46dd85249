import History
import Synchronization
import Weather

/// What is shared by the tasks of one job: the requests that wait and what came of the others.
final class JobDesk: Sendable {
  private struct State {
    var slices: [Job.Want]
    var waiting: [Request] = []
    var result: JobResult
    var failuresInARow = 0
    var hasWarned = false
    var hasDeprecated = false
    var marked: Set<String> = []
    var isMarking = false
  }

  /// Who notes that cities are about to be asked about.
  enum Marking: Sendable {
    /// It is noted.
    case done
    /// Another task is about to.
    case byOther
    /// The caller, of these slugs.
    case todo([String], isFirst: Bool)
  }

  /// Cities that are marked at once.
  private static let markCount = 400
  /// Requests that are booked at once.
  private static let bookCount = 32

  let tally = Tally()
  private let patience: Int
  private let state: Mutex<State>

  init(provider: String, patience: Int, slices: [Job.Want]) {
    self.patience = patience
    // Kept back to front, so that the next one is taken from the end.
    self.state = Mutex(
      State(slices: slices.reversed(), result: JobResult(provider: provider)))
  }

  /// What came of the job; when nothing at all came and the network is to blame, it counts as
  /// stopped, even if it was too short to lose patience.
  var result: JobResult {
    state.withLock { state in
      var result = state.result
      let outcomes = result.cities.values
      let errors = outcomes.flatMap { $0.failures.map(\.error) }
      if result.stopped == nil, outcomes.allSatisfy({ $0.succeeded.isEmpty }),
        errors.allSatisfy(\.code.isNetwork)
      {
        result.stopped = errors.first
      }
      return result
    }
  }

  func add(_ requests: [Request]) {
    guard !requests.isEmpty else { return }
    // Kept back to front, so that the next one is taken from the end.
    state.withLock { $0.waiting.insert(contentsOf: requests.reversed(), at: 0) }
  }

  /// The next piece of the job that has no requests yet.
  func takeSlice() -> Job.Want? {
    state.withLock { $0.result.stopped == nil ? $0.slices.popLast() : nil }
  }

  /// The next request; makes those of the next piece when none wait.
  func take(making make: (Job.Want) -> [Request]) -> Request? {
    while true {
      let waiting = state.withLock { $0.result.stopped == nil ? $0.waiting.popLast() : nil }
      if let waiting { return waiting }
      guard let slice = takeSlice() else { return nil }
      add(make(slice))
    }
  }

  /// What the next requests cost, as far as they are known.
  var upcomingCost: Double {
    state.withLock { state in
      guard state.result.stopped == nil else { return 0 }
      return state.waiting.suffix(Self.bookCount - 1).reduce(0) { $0 + $1.cost }
    }
  }

  /// Whether cities are being marked.
  var isMarking: Bool { state.withLock { $0.isMarking } }

  /// Finds out who marks the cities of a request.
  func marking(for request: Request) -> Marking {
    state.withLock { state in
      let own = request.cities.map(\.slug).filter { !state.marked.contains($0) }
      guard !own.isEmpty else { return state.isMarking ? .byOther : .done }
      var slugs = own
      let isFirst = state.marked.isEmpty
      state.marked.formUnion(own)
      let rest =
        state.waiting.reversed().lazy.flatMap(\.cities)
        + state.slices.reversed().lazy.flatMap(\.cities)
      for city in rest {
        guard slugs.count < Self.markCount else { break }
        if state.marked.insert(city.slug).inserted { slugs.append(city.slug) }
      }
      state.isMarking = true
      return .todo(slugs, isFirst: isFirst)
    }
  }

  /// Notes that the cities are marked.
  func endMarking() { state.withLock { $0.isMarking = false } }

  /// The cities that were marked and not asked about after all.
  var markedInVain: Set<String> {
    state.withLock { state in state.marked.filter { state.result.cities[$0] == nil } }
  }

  /// Whether nothing was said yet of values that could not be used; true once a job.
  func isFirstWarning() -> Bool {
    state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
  }

  /// Ends the job; what was not taken yet stays untried.
  func stop(_ error: FetchError) {
    state.withLock { $0.result.stopped = $0.result.stopped ?? error }
  }

  /// Whether it is the first reply of the job that says so: one warning is enough.
  func isFirstDeprecated() -> Bool {
    state.withLock { state in
      defer { state.hasDeprecated = true }
      return !state.hasDeprecated
    }
  }

  /// Books what an outcome means for each of its cities, and whether the job goes on.
  func settle(_ outcome: FetchOutcome, _ parts: Parts) {
    state.withLock { state in
      for result in outcome.results {
        let failed = result.failedParts.reduce(into: Parts()) { $0.formUnion($1.part) }
        state.result.cities[result.city.slug, default: .init()].succeeded
          .formUnion(result.parts.subtracting(failed))
        if let memory = result.memory {
          state.result.cities[result.city.slug]?.notBefore = memory.expiresAt
        }
        state.result.cities[result.city.slug, default: .init()].failures += result.failedParts
      }
      for failure in outcome.failures {
        state.result.cities[failure.slug, default: .init()].failures
          .append(FailedPart(part: parts, error: failure.error))
      }
      judge(outcome, &state)
    }
  }

  private func judge(_ outcome: FetchOutcome, _ state: inout State) {
    guard outcome.results.isEmpty, let error = outcome.error else {
      state.failuresInARow = 0
      return
    }
    switch error.code {
    case .key, .refused, .quota, .cancelled:
      state.result.stopped = error
    case .place, .request, .tooLarge:
      // It concerns this place alone.
      break
    case .service where error.retryAfterSeconds != nil:
      // Who says how long to wait means everybody (RFC 9110, section 10.2.3).
      state.result.stopped = error
    default:
      state.failuresInARow += 1
      if state.failuresInARow >= patience { state.result.stopped = error }
    }
  }
}
