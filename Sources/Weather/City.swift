/// A place whose weather is kept: what the user calls it, and where it is.
public struct City: Sendable, Hashable {
  /// What people type: lower case ASCII letters, digits and hyphens, unique in a configuration.
  public var slug: String
  /// The name as configured, in any script.
  public var name: String
  /// ISO 3166 alpha-2 code, where known.
  public var country: String?
  /// First-level area (state, province), where known.
  public var admin: String?
  /// Degrees north, −90...90.
  public var latitude: Double
  /// Degrees east, −180...180.
  public var longitude: Double
  /// Metres above sea level, where configured.
  public var elevation: Double?
  /// IANA zone name from the configuration or remembered from a service; nil until one is known.
  public var timezone: String?
  /// IANA zone name of the nearest place in the gazetteer: it holds where a reply names none.
  public var guessedTimezone: String?

  /// Makes a city from its parts; nothing is checked here.
  public init(
    slug: String, name: String, country: String? = nil, admin: String? = nil, latitude: Double,
    longitude: Double, elevation: Double? = nil, timezone: String? = nil
  ) {
    self.slug = slug
    self.name = name
    self.country = country
    self.admin = admin
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
    self.timezone = timezone
  }

  /// The zone that its days are cut by as long as no reply names one; nil where none is known.
  public var likelyTimezone: String? { timezone ?? guessedTimezone }
  /// Whether only the gazetteer says in which zone it is.
  public var hasGuessedZone: Bool { timezone == nil && guessedTimezone != nil }

  /// The city with a zone that the store remembers, unless it has one.
  public func remembering(_ zone: String?, isGuess: Bool) -> City {
    guard timezone == nil, let zone else { return self }
    var city = self
    if isGuess { city.guessedTimezone = zone } else { city.timezone = zone }
    return city
  }
}
