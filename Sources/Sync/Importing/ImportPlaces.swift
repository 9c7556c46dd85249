public import Configuration
import FoundationEssentials
import History
import Import
public import Weather
import Zones

/// The cities that rows can go to: those of the configuration and of the database.
public struct ImportPlaces: Sendable {
  /// A city with the zone that is known of it.
  struct Place: Sendable {
    let registered: RegisteredCity
    let zone: Zone?

    var slug: String { registered.city.slug }
  }

  private let places: [Place]
  /// Those of the configuration that are given by name and that the database does not know yet.
  private let named: [NamedCity]

  /// The cities of both; the configuration's word on a zone comes first.
  public init(_ configuration: Configuration, stored: [CityRecord]) {
    var places: [Place] = []
    for (position, configured) in configuration.cities.enumerated() {
      let known = stored.first { $0.city.slug == configured.city.slug }
      let zone = configured.city.timezone ?? known?.city.timezone ?? configured.city.guessedTimezone
      places.append(
        Place(
          registered: RegisteredCity(
            city: configured.city, position: position, active: configured.active, sources: []),
          zone: zone.flatMap { Zone($0) }))
    }
    for record in stored where !places.contains(where: { $0.slug == record.city.slug }) {
      places.append(
        Place(
          registered: RegisteredCity(
            city: record.city, position: record.position, active: record.active, sources: []),
          zone: record.city.timezone.flatMap { Zone($0) }))
    }
    self.places = places
    self.named = configuration.named.filter { city in
      !stored.contains { $0.city.slug == city.slug || $0.city.name == city.name }
    }
  }

  /// The city of a slug, or of a name as it is written; nil where there is none.
  func find(_ word: String) -> Place? {
    places.first { $0.slug == word } ?? places.first { $0.registered.city.name == word }
  }

  /// All slugs, for an error: `there are lisbon, oslo`.
  public var list: String {
    var parts: [String] = []
    if !places.isEmpty { parts.append("there are \(Self.some(places.map(\.slug)))") }
    if !named.isEmpty {
      let names = named.map { $0.slug ?? CleanText.line($0.name) }
      parts.append("not looked up yet, which almanacd sync does: \(Self.some(names))")
    }
    if parts.isEmpty { return "there are none yet: add a [[city]] to the configuration" }
    return parts.joined(separator: "; ")
  }

  private static func some(_ names: [String]) -> String {
    names.prefix(30).joined(separator: ", ") + (names.count > 30 ? ", …" : "")
  }

  /// The error of a word that is no city.
  func unknown(_ word: String) -> ImportError {
    let quoted = "‘\(CleanText.line(word, limit: 80))’"
    guard named.contains(where: { $0.slug == word || $0.name == word }) else {
      return ImportError(.usage, "no city \(quoted); \(list)")
    }
    return ImportError(
      .usage,
      "the city \(quoted) is in the configuration by its name only, and its place is not known "
        + "yet: run almanacd sync, which looks it up, then import again")
  }
}
