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
          found = query.choice(among: try await service.places(for: query))
        } catch {
          outage = error.code == .place ? nil : error
        }
      }
      let isOffline = found == .none
      if isOffline { found = offline(query) }
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
      case .none:
        answer.unplaced.append(
          UnplacedCity(city, after: outage, hasService: service != nil, gazetteer))
      }
    }
    return answer
  }

  /// What the gazetteer alone says of a query.
  public func offline(_ query: PlaceQuery) -> PlaceQuery.Choice {
    let places = try? gazetteer?.places(
      named: query.name, .whole, country: query.country, limit: 100)
    return query.choice(among: places ?? [])
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

/// A city that is given by name only and was not found.
public struct UnplacedCity: Sendable, Equatable {
  /// The city.
  public let city: NamedCity
  /// Why, and what to do.
  public let error: FetchError
  /// The places that it may be, the largest first; none where it is not ambiguous.
  public let candidates: [Place]
  /// Whether asking again without another configuration is of no use.
  public let isFinal: Bool
  /// What lists the candidates at length; nil where there are none.
  private let list: String?

  /// A city that several places are meant by.
  ///
  /// - Parameter isKnownOffline: whether the gazetteer says so, which `almanacd check` asks.
  public init(_ city: NamedCity, ambiguous places: [Place], isKnownOffline: Bool) {
    self.list =
      isKnownOffline
      ? "almanacd check prints them as tables" : "almanacd lookup lists them"
    let shown = places.prefix(5).map(Self.describe).joined(separator: "; ")
    self.city = city
    self.candidates = Array(places.prefix(5))
    self.isFinal = true
    self.error = FetchError(
      .place,
      "the name ‘\(city.name)’ is that of several places: \(shown)"
        + (places.count > 5 ? " and \(places.count - 5) more" : "")
        + "; add country or admin, or the coordinates of one")
  }

  /// A city that nothing is known of.
  init(_ city: NamedCity, after outage: FetchError?, hasService: Bool, _ gazetteer: Gazetteer?) {
    self.city = city
    self.list = nil
    self.candidates = []
    self.isFinal = outage == nil && hasService
    let name = "‘\(city.name)’"
    let help =
      gazetteer == nil
      ? "there is no gazetteer (\(Gazetteer.advice))" : "the gazetteer has no such place"
    if let outage {
      self.error = FetchError(
        outage.code, "\(name) can't be looked up now: \(outage.message); \(help)",
        retryAfterSeconds: outage.retryAfterSeconds)
    } else {
      self.error = FetchError(
        .place, "no place of the name \(name) is known; give its coordinates")
    }
  }

  /// Why, and what says more, in one line.
  public var line: String { list.map { "\(error.message); \($0)" } ?? error.message }

  private static func describe(_ place: Place) -> String {
    let area = [place.name, place.admin, place.countryName ?? place.countryCode]
    let people = place.population.map { " (\($0))" } ?? ""
    return area.compactMap(\.self).map { CleanText.line($0) }.joined(separator: ", ") + people
  }
}
