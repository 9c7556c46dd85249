import Configuration
import Gazetteer
import Sync
import Weather

/// What can be said offline of the cities that are given by name.
struct NamedPlaces {
  /// Those that the gazetteer has several places for.
  private(set) var ambiguous: [UnplacedCity] = []
  private var lines: [String] = []

  init(_ configuration: Configuration, _ gazetteer: Gazetteer?) {
    let resolver = CityResolver(nil, gazetteer: gazetteer)
    for city in configuration.named where city.active {
      let head = "city \(city.slug.map { "\($0): " } ?? "")\(CleanText.line(city.name)) "
      switch resolver.offline(PlaceQuery(city)) {
      case .one(let place):
        let area = [place.admin, place.countryName].compactMap(\.self).joined(separator: ", ")
        lines.append(
          head + "(will be looked up on the first sync; by the gazetteer "
            + "\(URLText.coordinate(place.latitude)),\(URLText.coordinate(place.longitude)), "
            + "\(CleanText.line(area)))")
      case .several(let places): ambiguous.append(UnplacedCity(city, ambiguous: places))
      case .none: lines.append(head + "(will be looked up on the first sync)")
      }
    }
  }

  /// A line for each that is not ambiguous.
  var text: String { lines.map { $0 + "\n" }.joined() }
}

/// What is wrong with a city that was not found, with tables to choose from.
struct UnplacedText {
  private let city: UnplacedCity
  private let path: String

  init(_ city: UnplacedCity, in configuration: Configuration) {
    self.city = city
    self.path = configuration.path
  }

  /// The sentence, with the place in the file.
  var sentence: String { "\(path):\(city.city.line): \(city.error.message)" }

  /// The tables, ready for the configuration; empty where nothing is to be chosen.
  var tables: String {
    city.candidates.map { "\n" + CityTable.text(for: $0, timezone: $0.timezone) }.joined()
  }

  /// Says it on standard error.
  func complain() {
    Output.complain(sentence)
    if !tables.isEmpty { Output.note(tables) }
  }
}
