import FoundationEssentials
import History
import Synchronization
import Weather

/// Outcomes on their way to the store, as many as may wait in memory.
///
/// Beyond the limit the oldest forecasts go first, because newer ones take their place; then
/// replies that could not be decoded, then what is known of failures, and readings last of all:
/// nobody gives them again.
struct Outbox {
  /// An outcome and the job that wants to know what the store did with it.
  struct Delivery {
    var outcome: FetchOutcome
    let tally: Tally
    private(set) var weight: Int

    init(_ outcome: FetchOutcome, _ tally: Tally) {
      self.outcome = outcome
      self.tally = tally
      weight = outcome.weight
    }

    /// Takes something out of it; tells how much lighter it became.
    mutating func lighten(_ change: (inout FetchOutcome) -> Void) -> Int {
      change(&outcome)
      defer { weight = outcome.weight }
      return weight - outcome.weight
    }
  }

  /// What was given up for want of room.
  struct Loss: Sendable, Equatable {
    /// Forecasts, one a city.
    var forecasts = 0
    /// Readings.
    var readings = 0
    /// Records of failures, and replies that could not be decoded.
    var records = 0

    var isNothing: Bool { self == Loss() }
  }

  /// Rows that may wait: about 20 MB.
  static let limit = 50_000
  /// Rows that are written in one transaction when many wait: a disk that has only a little room
  /// takes what fits.
  static let chunk = 5_000
  /// Results after which it is worth a transaction of their own.
  static let batchSize = 200

  private let limit: Int
  private(set) var waiting: [Delivery] = []
  private(set) var loss = Loss()
  private var weight = 0
  private var results = 0

  init(limit: Int = Outbox.limit) {
    self.limit = limit
  }

  /// Takes an outcome in; true when enough wait to be written at once.
  mutating func add(_ outcome: FetchOutcome, tally: Tally) -> Bool {
    let delivery = Delivery(outcome, tally)
    waiting.append(delivery)
    weight += delivery.weight
    let before = results / Self.batchSize
    results += outcome.results.count
    trim()
    return results / Self.batchSize > before
  }

  /// The oldest, of one transaction; nothing when nothing waits.
  mutating func take() -> [Delivery] {
    var count = 0, taken = 0
    while count < waiting.count, taken < Self.chunk {
      taken += waiting[count].weight
      count += 1
    }
    defer {
      waiting.removeFirst(count)
      weight -= taken
      if waiting.isEmpty { results = 0 }
    }
    return Array(waiting.prefix(count))
  }

  /// Takes back what could not be written, as the oldest.
  mutating func putBack(_ deliveries: [Delivery]) {
    waiting.insert(contentsOf: deliveries, at: 0)
    weight += deliveries.reduce(0) { $0 + $1.weight }
    trim()
  }

  /// Makes room for a tenth when it has run out, so that it is not sought for each outcome anew.
  private mutating func trim() {
    guard weight > limit else { return }
    let target = limit / 10 * 9
    lighten(to: target) { outcome, loss in loss.forecasts += outcome.dropForecasts() }
    lighten(to: target) { outcome, loss in
      guard outcome.quarantine != nil else { return }
      outcome.quarantine = nil
      loss.records += 1
    }
    remove(to: target) { $0.readings == 0 }
    remove(to: target) { _ in true }
  }

  private mutating func lighten(
    to target: Int, _ change: (inout FetchOutcome, inout Loss) -> Void
  ) {
    for index in waiting.indices where weight > target {
      weight -= waiting[index].lighten { change(&$0, &loss) }
    }
  }

  private mutating func remove(to target: Int, where condition: (FetchOutcome) -> Bool) {
    guard weight > target else { return }
    waiting.removeAll { delivery in
      guard weight > target, condition(delivery.outcome) else { return false }
      weight -= delivery.weight
      loss.readings += delivery.outcome.readings
      if delivery.outcome.readings == 0 { loss.records += 1 }
      return true
    }
  }
}

/// Counts what the store did with one job's outcomes.
final class Tally: Sendable {
  private let counts = Mutex(StoredCounts())

  var total: StoredCounts { counts.withLock { $0 } }

  func add(_ more: StoredCounts) {
    counts.withLock {
      $0.added += more.added
      $0.confirmed += more.confirmed
    }
  }
}

extension FetchOutcome {
  /// What it takes of the memory, in rows of about 400 bytes.
  fileprivate var weight: Int {
    let rows = results.reduce(0) {
      $0 + 1 + ($1.weather.currently == nil ? 0 : 1) + $1.weather.forecast.count
    }
    return 1 + rows + failures.count + (quarantine?.body.count ?? 0) / 400
  }

  /// How many readings it brings.
  fileprivate var readings: Int { results.count { $0.weather.currently != nil } }

  /// Takes the forecasts out, as if they had not come; tells how many there were.
  fileprivate mutating func dropForecasts() -> Int {
    var dropped = 0
    for index in results.indices where !results[index].weather.forecast.isEmpty {
      results[index].weather.forecast = []
      results[index].parts.remove(.forecast)
      // Else a service that says that nothing changed would confirm what is not there.
      results[index].memory = nil
      dropped += 1
    }
    results.removeAll { $0.parts.isEmpty }
    return dropped
  }
}
