public import FoundationEssentials

/// Where a row came from.
public enum Origin: String, Sendable {
  case live, backfill, `import`
}

/// What a value rests on.
public enum Basis: String, Sendable {
  case model, station, reanalysis
}

/// The grid point or station that a service answered for.
public struct GridPoint: Sendable, Hashable {
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double
  /// Metres above sea level, where the service says.
  public let elevation: Double?

  /// Makes a grid point from its parts.
  public init(latitude: Double, longitude: Double, elevation: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
  }
}

/// A value that a reply should have had and had not, or that was impossible.
public struct DecodeWarning: Sendable, Hashable {
  /// Where in the reply: `daily.data[3].humidity`.
  public let keyPath: String
  /// What was wrong: `missing`, `not a number`, `out of range (-999)`.
  public let problem: String

  /// Makes a warning from its parts.
  public init(_ keyPath: String, _ problem: String) {
    self.keyPath = keyPath
    self.problem = problem
  }
}

/// A part that was asked for and is not in a reply, with the reason.
public struct FailedPart: Sendable, Equatable {
  /// The part.
  public let part: Parts
  /// Why it is not there.
  public let error: FetchError

  /// Pairs a part with the reason.
  public init(part: Parts, error: FetchError) {
    self.part = part
    self.error = error
  }
}

/// One city's answer from one service: stored whole or not at all.
public struct CityResult: Sendable, Equatable {
  /// The city that was asked about, whatever the service calls it.
  public var city: City
  /// The configured name of the service.
  public var provider: String
  /// The parts that this result answers; another request may bring the other part.
  public var parts: Parts
  /// The values.
  public var weather: WeatherData
  /// When the reply was received.
  public var fetchedAt: Date
  /// The service's own issue time of the forecast; nil where it gives none.
  public var issuedAt: Date?
  /// The IANA zone that the service names for the place, unchecked.
  public var zone: String?
  /// What the current conditions rest on.
  public var basis: Basis
  /// How the row came to be.
  public var origin: Origin
  /// The point that the service answered for.
  public var gridPoint: GridPoint?
  /// Whether the service said that nothing changed since its last reply (304): all that it said
  /// then is confirmed.
  public var isUnchanged: Bool
  /// What is to be remembered of the reply, in place of what was; nil when that stays.
  public var memory: SourceMemory?
  /// Parts that were asked for and are not in the reply, with the reason.
  public var failedParts: [FailedPart]
  /// Values that the reply lacks or that were impossible.
  public var warnings: [DecodeWarning]

  /// Makes a result that holds nothing yet.
  public init(
    city: City, provider: String, parts: Parts, weather: WeatherData = WeatherData(),
    fetchedAt: Date, issuedAt: Date? = nil, zone: String? = nil, basis: Basis = .model,
    origin: Origin = .live, gridPoint: GridPoint? = nil
  ) {
    self.city = city
    self.provider = provider
    self.parts = parts
    self.weather = weather
    self.fetchedAt = fetchedAt
    self.issuedAt = issuedAt
    self.zone = zone
    self.basis = basis
    self.origin = origin
    self.gridPoint = gridPoint
    self.isUnchanged = false
    self.failedParts = []
    self.warnings = []
  }
}
