public import Configuration
import FoundationEssentials
import Gazetteer
import History
import Schedule
import Weather

/// How the daemon stands with the cities that are given by name: looked up beside the loop, and
/// again after growing pauses where that fails.
struct Placing {
  /// When to try again; nil when nothing is waited for.
  private(set) var retryAt: Date?
  private var isUnderWay = false
  private var isOver = false
  private var failures = 0
  /// What was said of a city, so that it is said once.
  private var said: [Int: String] = [:]

  /// Starts a look-up where one is due.
  mutating func launch(
    _ session: Session, _ gazetteer: Gazetteer?, at now: Date,
    in group: inout DiscardingTaskGroup,
    report: @escaping @Sendable (CityResolver.Answer) -> Void
  ) {
    let configuration = session.assembly.configuration
    guard !isUnderWay, !isOver, configuration.named.contains(where: \.active),
      retryAt.map({ $0 <= now }) ?? true
    else { return }
    (isUnderWay, retryAt) = (true, nil)
    group.addTask { report(await session.place(gazetteer)) }
  }

  /// Takes in what came; says which cities were found and which were not.
  mutating func take(
    _ answer: CityResolver.Answer, for configuration: Configuration, at now: Date
  ) -> [(level: Log.Level, text: String)] {
    isUnderWay = false
    let isOpen = answer.unplaced.contains { !$0.isFinal }
    isOver = !isOpen
    failures += 1
    if isOpen {
      retryAt = now.addingTimeInterval(
        Backoff.standard.delaySeconds(
          afterFailures: failures, random: Double.random(in: 0.5..<1)))
    }
    var lines = answer.placed.map { (level: Log.Level.info, text: $0.whereabouts) }
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
  mutating func networkReturned(at now: Date) {
    if retryAt != nil { retryAt = now }
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

extension Session {
  /// Looks up the cities of the configuration that are given by name.
  func place(_ gazetteer: Gazetteer?) async -> CityResolver.Answer {
    let configuration = assembly.configuration
    let names = try? await store.withWriter { writer throws(HistoryError) in try writer.slugs() }
    let service = await PlaceService(configuration, transport: transport, store: store)
    return await CityResolver(service, gazetteer: gazetteer).resolve(
      configuration, taken: names ?? [])
  }
}
