public import Configuration
import FoundationEssentials
import Gazetteer
import Weather

/// How the daemon stands with the cities that are given by name: looked up beside the loop, and
/// again after growing pauses where that fails.
struct Placing {
  /// When to try again; nil when nothing is waited for.
  private(set) var retryAt: Date?
  private var isUnderWay = false
  private var isOver = false
  private var urgency = PlaceSearch.Urgency.due
  /// How the cities stand that were not found; nil before the first look-up.
  private var states: [UnplacedState]?
  /// What was said of a city, so that it is said once.
  private var said: [Int: String] = [:]

  /// Starts a look-up where one is due.
  mutating func launch(
    _ session: Session, _ gazetteer: Gazetteer?, at now: Date,
    in group: inout DiscardingTaskGroup,
    report: @escaping @Sendable (CityResolver.Answer) -> Void
  ) {
    let configuration = session.assembly.configuration
    // The first time also without any, so that what the store knows of earlier ones goes.
    guard !isUnderWay, !isOver, states == nil || configuration.named.contains(where: \.active),
      retryAt.map({ $0 <= now }) ?? true
    else { return }
    let search = PlaceSearch(
      store: session.store, transport: session.transport, gazetteer: gazetteer)
    let urgency = urgency, states = states
    (isUnderWay, retryAt, self.urgency) = (true, nil, .due)
    group.addTask {
      report(await search.run(configuration, urgency, known: states, now: now))
    }
  }

  /// Takes in what came; says which cities were found and which were not.
  mutating func take(
    _ answer: CityResolver.Answer, for configuration: Configuration
  ) -> [(level: Log.Level, text: String)] {
    isUnderWay = false
    var lines = answer.placed.map { (level: Log.Level.info, text: $0.whereabouts) }
    // What an earlier program has asked for is not asked for again yet, but not forgotten either.
    for city in configuration.named where states == nil {
      guard !answer.unplaced.contains(where: { $0.city == city }),
        let state = answer.states.first(where: { $0.isOf(city) })
      else { continue }
      let time = LocalTime(state.retryAt, utcOffsetSeconds: 0)
      lines.append(
        (
          .warning,
          "\(configuration.path):\(city.line): \(state.errorText) (looked up again "
            + "\(time.date) \(time.clock) UTC)"
        ))
    }
    states = answer.states
    isOver = answer.states.isEmpty
    // What has become urgent meanwhile is not put off again.
    if retryAt == nil { retryAt = answer.states.map(\.retryAt).min() }
    for city in answer.unplaced where said[city.city.line] != city.error.message {
      said[city.city.line] = city.error.message
      lines.append(
        (
          city.isFinal ? .error : .warning,
          "\(configuration.path):\(city.city.line): \(city.line)"
        ))
    }
    return lines
  }

  /// Tries at once, where something waits for the network.
  mutating func networkReturned(at now: Date) { hurry(.networkReturned, at: now) }

  /// Looks all up that were not found, as somebody asks.
  mutating func makeAllDue(at now: Date) { hurry(.asked, at: now) }

  private mutating func hurry(_ urgency: PlaceSearch.Urgency, at now: Date) {
    guard !isOver else { return }
    if urgency == .asked || self.urgency == .due { self.urgency = urgency }
    retryAt = now
  }

  /// Looks nothing up before another configuration comes.
  mutating func giveUp() { (isOver, retryAt) = (true, nil) }
}

extension ConfiguredCity {
  /// A sentence that says where a city was found.
  public var whereabouts: String {
    let area = [city.admin, city.country].compactMap(\.self).joined(separator: ", ")
    return "\(city.slug): \(CleanText.line(city.name)) is at \(URLText.coordinate(city.latitude)),"
      + "\(URLText.coordinate(city.longitude))" + (area.isEmpty ? "" : " (\(CleanText.line(area)))")
  }
}
