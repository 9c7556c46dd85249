public import Configuration
public import FoundationEssentials
public import Gazetteer
public import HTTP
import History
import Schedule
public import Weather

/// Looks up the cities that are given by name, no more often than back-off lets it, which the store
/// keeps over restarts.
public struct PlaceSearch: Sendable {
  /// Which names are looked up.
  public enum Urgency: Sendable {
    /// Those whose time has come.
    case due
    /// Those, and the ones that waited for the network.
    case networkReturned
    /// All; only what a service asked for itself, and quotas, hold.
    case asked
  }

  /// A place that nothing has changed for is looked for again after so many seconds: services learn.
  static let finalPause = 86_400.0

  private let store: Store
  private let transport: any Transport
  private let gazetteer: Gazetteer?

  /// A search over an open store.
  public init(store: Store, transport: any Transport, gazetteer: Gazetteer?) {
    self.store = store
    self.transport = transport
    self.gazetteer = gazetteer
  }

  /// Looks up names of a configuration, and keeps what became of them.
  ///
  /// - Parameters:
  ///   - isChosen: which of them it is about; of the others nothing changes.
  ///   - known: how they stand, where the caller knows; nil reads it from the store.
  public func run(
    _ configuration: Configuration, _ urgency: Urgency, known: [UnplacedState]? = nil, now: Date,
    isChosen: (NamedCity) -> Bool = { _ in true }
  ) async -> CityResolver.Answer {
    let stored = await storedStates()
    let states = (known ?? stored).map { $0.believed(at: now) }
    let active = configuration.named.filter(\.active)
    var answer = CityResolver.Answer()
    let wanted = active.filter { city in
      isChosen(city) && (states.first { $0.isOf(city) }?.isOpen(to: urgency, at: now) ?? true)
    }
    if !wanted.isEmpty {
      answer = await resolve(
        configuration.narrowed(wanted.contains), outage: Self.hold(of: states, at: now))
    }
    let redactor = Redactor(configuration.secrets)
    let tried = answer.unplaced.map { city in
      let before = states.first { $0.isOf(city.city) }
      return UnplacedState(city, failures: before?.failures ?? 0, redactor, at: now)
    }
    answer.states =
      states.filter { state in
        active.contains { state.isOf($0) } && !wanted.contains { state.isOf($0) }
      } + tried
    if answer.states != stored { await keep(answer.states) }
    return answer
  }

  private func resolve(
    _ configuration: Configuration, outage: FetchError?
  ) async -> CityResolver.Answer {
    let names = try? await store.withWriter { writer throws(HistoryError) in try writer.slugs() }
    let service = await PlaceService(configuration, transport: transport, store: store)
    return await CityResolver(service, gazetteer: gazetteer).resolve(
      configuration, taken: names ?? [], outage: outage)
  }

  /// Why the service is not asked at all now: it said so itself, or its quota is used up.
  private static func hold(of states: [UnplacedState], at now: Date) -> FetchError? {
    let held = states.filter { $0.errorCode == .quota && $0.retryAt > now }
    guard let last = held.max(by: { $0.retryAt < $1.retryAt }) else { return nil }
    return FetchError(
      .quota, "the search asked to be left alone",
      retryAfterSeconds: last.retryAt.timeIntervalSince(now))
  }

  private func storedStates() async -> [UnplacedState] {
    let states = try? await store.withWriter { writer throws(HistoryError) in
      try writer.unplaced()
    }
    return states ?? []
  }

  /// Where it can't be kept, it is looked up sooner than it need be.
  private func keep(_ states: [UnplacedState]) async {
    _ = try? await store.withWriter { writer throws(HistoryError) in
      try writer.setUnplaced(states)
    }
  }
}

extension UnplacedState {
  /// What is to be kept of a look-up that failed, after so many that did.
  fileprivate init(_ city: UnplacedCity, failures: Int, _ redactor: Redactor, at now: Date) {
    let pause =
      city.isFinal
      ? PlaceSearch.finalPause
      : Scheduler.pauseSeconds(
        city.error, failures: failures + 1, random: Double.random(in: 0.5..<1))
    self.init(
      name: city.city.name, slug: city.city.slug, country: city.city.country,
      admin: city.city.admin, triedAt: now, retryAt: now.addingTimeInterval(pause.rounded(.up)),
      failures: failures + 1, error: city.error.redacted(by: redactor))
  }

  /// Whether it is about a city of the configuration: another country or area is another question.
  func isOf(_ city: NamedCity) -> Bool {
    name == city.name && slug == city.slug && country == city.country && admin == city.admin
  }

  fileprivate func isOpen(to urgency: PlaceSearch.Urgency, at now: Date) -> Bool {
    switch urgency {
    case .due: retryAt <= now
    case .networkReturned: retryAt <= now || errorCode.isNetwork
    case .asked: true
    }
  }

  /// A wrong clock may have stamped it: then it is as if it had been tried now and were due.
  fileprivate func believed(at now: Date) -> UnplacedState {
    guard triedAt > now.addingTimeInterval(300) else { return self }
    var state = self
    (state.triedAt, state.retryAt) = (now, now)
    return state
  }
}
