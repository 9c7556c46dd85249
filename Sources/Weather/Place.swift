/// A place that a service offers for a name or for coordinates: one of several that may be meant.
public struct Place: Sendable, Hashable {
  /// Its name as the service writes it, in any script.
  public var name: String
  /// First-level area (state, province), where known.
  public var admin: String?
  /// ISO 3166 alpha-2 code in upper case, where known.
  public var countryCode: String?
  /// The country's name, where known.
  public var countryName: String?
  /// Degrees north, −90...90.
  public var latitude: Double
  /// Degrees east, −180...180.
  public var longitude: Double
  /// Metres above sea level, where known.
  public var elevation: Double?
  /// IANA zone name, unchecked; nil where the service names none.
  public var timezone: String?
  /// Inhabitants, where known; never 0.
  public var population: Int?
  /// What the service calls it: at Open-Meteo the GeoNames id; nil where it has no name for it.
  public var sourceID: String?

  /// Makes a place from its parts; nothing is checked here.
  public init(
    name: String, admin: String? = nil, countryCode: String? = nil, countryName: String? = nil,
    latitude: Double, longitude: Double, elevation: Double? = nil, timezone: String? = nil,
    population: Int? = nil, sourceID: String? = nil
  ) {
    self.name = name
    self.admin = admin
    self.countryCode = countryCode
    self.countryName = countryName
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
    self.timezone = timezone
    self.population = population
    self.sourceID = sourceID
  }
}
