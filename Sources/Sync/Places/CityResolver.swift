public import Configuration
import FoundationEssentials
public import Gazetteer
import Schedule
public import Weather
import Zones

/// Finds out where the cities are that are given by name only.
///
/// A service is asked, and the gazetteer where that fails or knows nothing. What was found is
/// remembered with the city, so that each is asked for once.
public struct CityResolver: Sendable {
  /// What came of it.
  public struct Answer: Sendable, Equatable {
    /// The cities that were found.
    public var placed: [ConfiguredCity] = []
    /// Those that were not, and why.
    public var unplaced: [UnplacedCity] = []
    /// How those that are not found stand, also those that were not looked up now.
    public var states: [UnplacedState] = []

    /// An answer that says nothing yet.
    public init() {}
  }

  private let service: PlaceService?
  private let gazetteer: Gazetteer?

  /// A resolver; without a service it asks the gazetteer alone.
  public init(_ service: PlaceService?, gazetteer: Gazetteer?) {
    self.service = service
    self.gazetteer = gazetteer
  }

  /// Looks up the active cities of a configuration that have no coordinates yet.
  ///
  /// - Parameters:
  ///   - taken: slugs that the store has for other cities.
  ///   - held: why the service is not to be asked; nil where it is.
  public func resolve(
    _ configuration: Configuration, taken: Set<String> = [], outage held: FetchError? = nil
  ) async -> Answer {
    var answer = Answer()
    var slugs = taken.union(configuration.cities.map(\.city.slug))
      .union(configuration.named.compactMap(\.slug))
    var outage = held
    for city in configuration.named where city.active {
      let query = PlaceQuery(city)
      var found = PlaceQuery.Choice.none
      if let service, outage == nil {
        do throws(FetchError) {
          found = try await choice(of: query, service)
        } catch {
          outage = error.code == .place ? nil : error
        }
      }
      let known = found.isClear ? .none : offline(query)
      let isOffline = known != .none
      if isOffline { found = known }
      switch found {
      case .one(let place):
        let placed = Self.place(city, at: place, taken: slugs, isOffline: isOffline)
        slugs.insert(placed.city.slug)
        answer.placed.append(placed)
      case .several(let places):
        var isKnownOffline = false
        if case .several = offline(query) { isKnownOffline = true }
        answer.unplaced.append(
          UnplacedCity(city, ambiguous: places, isKnownOffline: isKnownOffline))
      case .similar(let places):
        answer.unplaced.append(UnplacedCity(city, similar: places))
      case .none:
        answer.unplaced.append(
          UnplacedCity(city, after: outage, hasService: service != nil, gazetteer))
      }
    }
    return answer
  }

  /// What the gazetteer alone says of a query.
  public func offline(_ query: PlaceQuery) -> PlaceQuery.Choice {
    // It finds whole names only, in any language.
    query.choice(among: known(query)) { _ in true }
  }

  private func known(_ query: PlaceQuery) -> [Place] {
    let places = try? gazetteer?.places(
      named: query.name, .whole, country: query.country, limit: 100)
    return places ?? []
  }

  /// What a service says of a query.
  ///
  /// It shows names in English and finds similar ones. Whether a place bears the given name in
  /// another language the gazetteer tells, else the service is asked again in the likely ones.
  private func choice(
    of query: PlaceQuery, _ service: PlaceService
  ) async throws(FetchError) -> PlaceQuery.Choice {
    let places = try await service.places(for: query)
    let known = known(query)
    var choice = query.choice(among: places) { place in
      known.contains { PlaceQuery.isNear($0, place) }
    }
    guard case .similar(let similar) = choice else { return choice }
    for language in Language.likely(of: query.name, in: similar.compactMap(\.countryCode)) {
      let named = try await service.places(for: query, language: language)
        .filter { query.isName($0.name) }
      choice = query.choice(among: places) { place in
        named.contains { PlaceQuery.isNear($0, place) }
      }
      guard case .similar = choice else { break }
    }
    return choice
  }

  /// The city at a place, with a slug that no other has; the zone of the gazetteer is a guess.
  private static func place(
    _ city: NamedCity, at place: Place, taken: Set<String>, isOffline: Bool
  ) -> ConfiguredCity {
    let zone = place.timezone.flatMap { Zone($0) == nil ? nil : $0 }
    return city.placed(
      at: place, slug: city.slug ?? slug(for: city, at: place, taken: taken), timezone: zone,
      isGuess: isOffline)
  }

  /// From the Latin name, with area or country where another has it; else from the name's letters.
  private static func slug(
    for city: NamedCity, at place: Place, taken: Set<String>
  ) -> String {
    let latin = Slug.from(name: place.name).map { name in
      [name]
        + [place.admin, place.countryCode].compactMap { $0 }.compactMap {
          Slug.from(name: "\(name) \($0)")
        }
    }
    return latin?.first { !taken.contains($0) } ?? Slug.fallback(for: city.name)
  }
}

extension PlaceQuery.Choice {
  /// Whether it is one place, or several of exactly the name.
  fileprivate var isClear: Bool {
    switch self {
    case .one, .several: true
    case .similar, .none: false
    }
  }
}
