import FoundationEssentials
import Providers
import Weather

/// The places of a geocoder fed with any bytes: each has a name and a possible position.
struct GeocoderFuzz: Fuzz {
  /// The kinds that have a geocoder, by the name of the target.
  static let targets: [(name: String, kind: ServiceKind)] = [
    ("open-meteo-geocoding", .openMeteo), ("openweathermap-geocoding", .openWeatherMap),
  ]

  private let geocoder: any Geocoder
  private let request: Request

  /// The target of a name; nil for a name that is none.
  init?(named name: String) {
    guard let target = Self.targets.first(where: { $0.name == name }) else { return nil }
    var settings = ServiceSettings(name: target.name, kind: target.kind)
    settings.key = Secret("K1")
    guard let geocoder = try? ProviderFactory.geocoder(settings: settings) else { return nil }
    self.geocoder = geocoder
    self.request = geocoder.request(for: "Lisbon", count: 5)
  }

  func run(_ body: Data) {
    for status in [200, 400] {
      let response = Response(
        request: request, status: status, body: body,
        receivedAt: Date(unixSeconds: 1_782_900_960))
      do throws(FetchError) {
        for place in try geocoder.places(in: response) { check(place) }
      } catch {
        precondition(error.message.utf8.count < 2000, "endless words")
      }
    }
  }

  private func check(_ place: Place) {
    precondition(!CleanText.line(place.name).isEmpty, "no name")
    precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "nowhere on earth")
    precondition(place.population.map { $0 > 0 } ?? true, "nobody lives there")
    precondition(place.countryCode.map { $0.utf8.count == 2 } ?? true, "no country's code")
  }
}
