import FoundationEssentials
import History
import Synchronization
import Weather
import Zones

/// The zones that services named for cities whose configuration gives none.
///
/// One service may know a city's zone and another need it: what one said completes the city for
/// all, at once, and the store remembers it.
final class ZoneBook: Sendable {
  private struct State {
    var zones: [String: String] = [:]
    var news: [String: String] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// The city with its zone, where one was learnt.
  func completed(_ city: City) -> City {
    guard city.timezone == nil, let zone = state.withLock({ $0.zones[city.slug] })
    else { return city }
    var city = city
    city.timezone = zone
    return city
  }

  /// Takes note of the zone that a reply named, if this machine knows it.
  func learn(_ result: CityResult) {
    guard result.city.timezone == nil, let name = result.zone else { return }
    let slug = result.city.slug
    guard state.withLock({ $0.zones[slug] == nil }), Zone(name) != nil else { return }
    state.withLock { state in
      state.zones[slug] = name
      state.news[slug] = name
    }
  }

  /// Lets the store remember what was learnt since the last call, with the zones' offsets.
  ///
  /// What can't be kept is forgotten, and learnt again with the next reply.
  func keepNews(in store: Store, now: Date) async throws(HistoryError) {
    let news = takeNews()
    guard !news.isEmpty else { return }
    do throws(HistoryError) {
      try await store.withWriter { writer throws(HistoryError) in
        try writer.together { () throws(HistoryError) in
          for (slug, name) in news {
            try writer.rememberZone(slug: slug, zone: name)
            try OffsetTable.keep(name, ofSlug: slug, writer, now: now)
          }
        }
      }
    } catch {
      forget(news)
      throw error
    }
  }

  /// Makes news of all that was learnt, for a database that knows nothing of it.
  func remindOfAll() {
    state.withLock { $0.news = $0.zones }
  }

  private func takeNews() -> [String: String] {
    state.withLock { state in
      defer { state.news = [:] }
      return state.news
    }
  }

  private func forget(_ news: [String: String]) {
    state.withLock { state in
      for slug in news.keys { state.zones[slug] = nil }
    }
  }
}
