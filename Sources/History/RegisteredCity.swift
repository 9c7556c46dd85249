public import Weather

/// One service of a configured city.
public struct RegisteredSource: Sendable, Equatable {
  /// The configured name of the service.
  public var provider: String
  /// The shape of its replies: the raw value of `ServiceKind`.
  public var kind: String
  /// Its place in the city's list, from 0.
  public var rank: Int
  /// How often it is asked, which is also how long its values count as fresh.
  public var freshness: Freshness

  /// Makes a source from its parts.
  public init(provider: String, kind: String, rank: Int, freshness: Freshness) {
    self.provider = provider
    self.kind = kind
    self.rank = rank
    self.freshness = freshness
  }
}

/// A city of the configuration, as the store is to keep it.
public struct RegisteredCity: Sendable, Equatable {
  /// The city; without a zone, the remembered one is filled in.
  public var city: City
  /// Its place in the configured list, from 0.
  public var position: Int
  /// Whether it is fetched and shown by default.
  public var active: Bool
  /// Whether the owner says that it moved, so that new coordinates are right.
  public var moved: Bool
  /// Its services.
  public var sources: [RegisteredSource]

  /// Makes a city from its parts.
  public init(
    city: City, position: Int, active: Bool = true, moved: Bool = false,
    sources: [RegisteredSource]
  ) {
    self.city = city
    self.position = position
    self.active = active
    self.moved = moved
    self.sources = sources
  }
}
