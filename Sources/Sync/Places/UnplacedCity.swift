public import Configuration
import Gazetteer
public import Weather

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

  /// A city that only places of similar names are known of: none is taken without the user's word.
  init(_ city: NamedCity, similar places: [Place]) {
    let shown = places.prefix(5).map(Self.describe).joined(separator: "; ")
    self.city = city
    self.candidates = Array(places.prefix(5))
    self.list = "almanacd lookup lists them"
    self.isFinal = true
    self.error = FetchError(
      .place,
      "no place is called ‘\(city.name)’ exactly; similar are \(shown)"
        + (places.count > 5 ? " and \(places.count - 5) more" : "")
        + "; give the name of one, or its coordinates")
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
        .place, "no place of the name \(name) is known\(Self.narrowed(city)); give its coordinates")
    }
  }

  /// Where it was looked for, and what was compared with that.
  private static func narrowed(_ city: NamedCity) -> String {
    guard PlaceQuery(city).isNarrowed else { return "" }
    let area = [city.admin, city.country].compactMap { $0.map { "‘\(CleanText.line($0))’" } }
    return (area.isEmpty ? "" : " in \(area.joined(separator: ", "))")
      + " (areas are compared with the search's English names, as Bavaria; countries by their code)"
  }

  /// Why, and what says more, in one line.
  public var line: String { list.map { "\(error.message); \($0)" } ?? error.message }

  private static func describe(_ place: Place) -> String {
    let area = [place.name, place.admin, place.countryName ?? place.countryCode]
    let people = place.population.map { " (\($0))" } ?? ""
    return area.compactMap(\.self).map { CleanText.line($0) }.joined(separator: ", ") + people
  }
}
