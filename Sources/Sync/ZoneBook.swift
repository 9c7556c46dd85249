import FoundationEssentials
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

  /// The zones that were learnt since the last call, by slug.
  func takeNews() -> [String: String] {
    state.withLock { state in
      defer { state.news = [:] }
      return state.news
    }
  }

  /// Takes back news that could not be kept.
  func forget(_ news: [String: String]) {
    state.withLock { state in
      for slug in news.keys { state.zones[slug] = nil }
    }
  }
}
