public import FoundationEssentials

/// One stored reading of current conditions, with where it came from.
public struct ObservationRecord: Sendable, Equatable {
  /// The slug of the city.
  public var city: String
  /// The configured name of the service.
  public var provider: String
  /// The values, with their instant and the UTC offset then in force.
  public var conditions: WeatherData.CurrentConditions
  /// When they were received last.
  public var fetchedAt: Date
  /// How the row came to be.
  public var origin: Origin
  /// What the values rest on.
  public var basis: Basis

  /// Makes a record from its parts.
  public init(
    city: String, provider: String, conditions: WeatherData.CurrentConditions, fetchedAt: Date,
    origin: Origin, basis: Basis
  ) {
    self.city = city
    self.provider = provider
    self.conditions = conditions
    self.fetchedAt = fetchedAt
    self.origin = origin
    self.basis = basis
  }
}

/// The newest readings, and how many were passed over because they claim to be of the future.
public struct CurrentReport: Sendable, Equatable {
  /// At most one for each city and service, cities in the asked order, services by rank.
  public var records: [ObservationRecord]
  /// Rows of more than five minutes after the asked instant: a clock was wrong.
  public var futureRows: Int

  /// Makes a report from its parts.
  public init(records: [ObservationRecord] = [], futureRows: Int = 0) {
    self.records = records
    self.futureRows = futureRows
  }
}

/// One revision of a forecast day, with the times of knowing.
public struct DayRecord: Sendable, Equatable {
  /// The slug of the city.
  public var city: String
  /// The configured name of the service.
  public var provider: String
  /// The values.
  public var day: WeatherData.DayConditions
  /// The service's own issue time, else the time of receipt.
  public var issuedAt: Date
  /// When this revision was received first.
  public var fetchedAt: Date
  /// When an identical answer was received last.
  public var confirmedAt: Date

  /// Makes a record from its parts.
  public init(
    city: String, provider: String, day: WeatherData.DayConditions, issuedAt: Date,
    fetchedAt: Date, confirmedAt: Date
  ) {
    self.city = city
    self.provider = provider
    self.day = day
    self.issuedAt = issuedAt
    self.fetchedAt = fetchedAt
    self.confirmedAt = confirmedAt
  }
}
