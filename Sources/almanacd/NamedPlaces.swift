import Configuration
import Gazetteer
import Sync
import Weather
import Zones

/// What can be said offline of the cities that are given by name.
struct NamedPlaces {
  /// Those that the gazetteer has several places for.
  private(set) var ambiguous: [UnplacedCity] = []
  /// The cities at some place, so that what they ask of services can be counted.
  private(set) var provisional: [ConfiguredCity] = []
  /// The cities where the gazetteer has them.
  private(set) var likely: [ConfiguredCity] = []
  /// What is known of each, by its slug among the provisional ones.
  private(set) var heads: [String: String] = [:]

  init(_ configuration: Configuration, _ gazetteer: Gazetteer?) {
    let resolver = CityResolver(nil, gazetteer: gazetteer)
    let zone = Zone("UTC")?.name
    for city in configuration.named where city.active {
      let slug = city.slug ?? "city-of-line-\(city.line)"
      // No service counts one place other than another.
      let somewhere = Place(name: city.name, latitude: 0, longitude: 0)
      provisional.append(city.placed(at: somewhere, slug: slug, timezone: zone))
      let head = "city \(city.slug.map { "\($0): " } ?? "")\(CleanText.line(city.name)) "
      switch resolver.offline(PlaceQuery(city)) {
      case .one(let place):
        likely.append(city.placed(at: place, slug: slug, timezone: zone))
        let area = [place.admin, place.countryName].compactMap(\.self).joined(separator: ", ")
        heads[slug] =
          head + "(will be looked up on the first sync; by the gazetteer "
          + "\(URLText.coordinate(place.latitude)),\(URLText.coordinate(place.longitude)), "
          + "\(CleanText.line(area)))"
      case .several(let places):
        heads[slug] = head + "(the name of several places)"
        ambiguous.append(UnplacedCity(city, ambiguous: places, isKnownOffline: true))
      case .none, .similar: heads[slug] = head + "(will be looked up on the first sync)"
      }
    }
  }

}

/// What is wrong with a city that was not found, with tables to choose from.
struct UnplacedText {
  private let city: UnplacedCity
  private let path: String
  private let hasTables: Bool

  /// - Parameter hasTables: whether tables can follow; otherwise the sentence says where they are.
  init(_ city: UnplacedCity, in configuration: Configuration, hasTables: Bool) {
    self.city = city
    self.path = configuration.path
    self.hasTables = hasTables
  }

  /// The sentence, with the place in the file.
  var sentence: String {
    "\(path):\(city.city.line): \(hasTables ? city.error.message : city.line)"
  }

  /// The tables, ready for the configuration; empty where nothing is to be chosen.
  var tables: String {
    guard hasTables else { return "" }
    return city.candidates.map { "\n" + CityTable.text(for: $0, timezone: $0.timezone) }.joined()
  }

  /// Says it on standard error.
  func complain() {
    Output.complain(sentence)
    if !tables.isEmpty { Output.note(tables) }
  }
}
