public import Weather

/// A service that knows places, as pure functions: names or coordinates to requests, replies to
/// places.
///
/// A request costs one, and is to be booked as any other of the service.
public protocol Geocoder: Sendable {
  /// The settings that it was made of.
  var settings: ServiceSettings { get }
  /// The most places of one reply.
  var maximumCount: Int { get }
  /// The words that the licence of the places wants beside them.
  var credit: String { get }

  /// The request for the places of a name; `count` is cut to what the service allows.
  func request(for name: String, count: Int) -> Request

  /// The same with the names of the reply in a language (ISO 639-1); nil when the service has none.
  func request(for name: String, count: Int, language: String) -> Request?

  /// The request for the places near a point in degrees; nil when the service can't tell.
  func request(latitude: Double, longitude: Double, count: Int) -> Request?

  /// The places of a reply, the best first; empty when nothing matches.
  ///
  /// An entry without a name or a possible position is left out. Throws for an error reply, and
  /// when there is not one entry that can be used although there are some.
  func places(in response: Response) throws(FetchError) -> [Place]
}

extension Geocoder {
  /// None: most services show the name that they like best.
  public func request(for name: String, count: Int, language: String) -> Request? { nil }
}

extension ProviderFactory {
  /// The geocoder of a configured service; nil when its kind has none.
  public static func geocoder(
    settings: ServiceSettings
  ) throws(ProviderError) -> (any Geocoder)? {
    switch settings.kind {
    case .openMeteo:
      return OpenMeteoGeocoder(
        settings: settings,
        placement: try placement(settings, query: "apikey", header: "X-Api-Key"))
    case .openWeatherMap:
      try checkKey(of: settings)
      return OpenWeatherMapGeocoder(
        settings: settings, placement: try placement(settings, query: "appid", header: "X-Api-Key"))
    case .darkSky, .pirateWeather, .metNorway, .nws, .file: return nil
    }
  }
}
