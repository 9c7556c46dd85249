public import FoundationEssentials

/// One service that a city is asked of, as the store remembers it.
public struct SourceRecord: Sendable, Equatable {
  /// Its number in the store that it was read from; nil for one that was made by hand.
  public var id: Int64?
  /// The configured name of the service.
  public var provider: String
  /// The shape of its replies (`open-meteo`, `dark-sky`, …), as the configuration named it.
  public var kind: String
  /// Its place in the city's list, from 0: the first is the one shown by default.
  public var rank: Int
  /// Whether the configuration still lists it for the city; its rows stay either way.
  public var active: Bool
  /// How long its values count as fresh.
  public var freshness: Freshness
  /// The point that it answered for last; nil before the first answer that names one.
  public var gridPoint: GridPoint?
  /// How far that point is from the city, in kilometres.
  public var gridDistanceKm: Double?
  /// How much higher that point lies than the city, in metres; nil where either is unknown.
  public var gridHeightDifferenceM: Double?

  /// Makes a record of a source that has not answered yet.
  public init(
    provider: String, kind: String, rank: Int, active: Bool = true, freshness: Freshness
  ) {
    self.provider = provider
    self.kind = kind
    self.rank = rank
    self.active = active
    self.freshness = freshness
  }
}

/// One city as the store knows it, with the services that it is asked of.
public struct CityRecord: Sendable, Equatable {
  /// The city, with its remembered zone.
  public var city: City
  /// Its place in the configured list, from 0.
  public var position: Int
  /// Whether the configuration still lists it.
  public var active: Bool
  /// Its services by rank, those no longer listed last.
  public var sources: [SourceRecord]
  /// The UTC offset of its clocks at the instant that the list was asked for, in seconds east; nil
  /// where the store has no offset changes of it.
  public var utcOffsetSeconds: Int?
  /// The instant of its oldest reading; nil without one.
  public var firstAt: Date?
  /// The instant of its newest reading; nil without one.
  public var lastAt: Date?
  /// How many readings it has; nil where the caller did not have them counted.
  public var observations: Int?

  /// Makes a record of a city without rows.
  public init(city: City, position: Int, active: Bool = true, sources: [SourceRecord] = []) {
    self.city = city
    self.position = position
    self.active = active
    self.sources = sources
  }
}

/// A change of a city's clocks: the UTC offset in force from an instant on.
public struct OffsetChange: Sendable, Hashable {
  /// The first instant at which it is in force.
  public var from: Date
  /// Seconds east of UTC.
  public var utcOffsetSeconds: Int

  /// Pairs an instant with the offset from then on.
  public init(from: Date, utcOffsetSeconds: Int) {
    self.from = from
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}
