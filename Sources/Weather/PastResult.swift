public import FoundationEssentials

/// What one service said of a stretch of one city's past: stored whole or not at all.
public struct PastResult: Sendable, Equatable {
  /// The city that was asked about.
  public var city: City
  /// The configured name of the service.
  public var provider: String
  /// The calendar days of the city that it is about; nothing in it lies outside.
  public var dates: ClosedRange<LocalDate>
  /// Readings of many instants, in the order of time, none of the future.
  public var readings: [WeatherData.CurrentConditions] = []
  /// What whole days were, by the service itself; none that is not over.
  public var days: [WeatherData.DayConditions] = []
  /// Forecasts as they were made before their day.
  public var forecasts: [PastForecast] = []
  /// When the reply was received.
  public var fetchedAt: Date
  /// What the values rest on.
  public var basis: Basis
  /// How the rows come to be.
  public var origin: Origin = .backfill
  /// The IANA zone that the service names for the place, unchecked.
  public var zone: String?
  /// Values that were impossible.
  public var warnings: [DecodeWarning] = []

  /// Makes a result that holds nothing yet.
  public init(
    city: City, provider: String, dates: ClosedRange<LocalDate>, fetchedAt: Date, basis: Basis
  ) {
    self.city = city
    self.provider = provider
    self.dates = dates
    self.fetchedAt = fetchedAt
    self.basis = basis
  }

  /// Whether it says nothing of any day.
  public var isEmpty: Bool { readings.isEmpty && days.isEmpty && forecasts.isEmpty }
}

/// A forecast of a day as a service had made it some days before.
public struct PastForecast: Sendable, Equatable {
  /// The earliest instant at which all of it had been made: its issue, and when it could be known.
  public var knownAt: Date
  /// The day as it was forecast.
  public var day: WeatherData.DayConditions

  /// Pairs a day with the time of knowing.
  public init(knownAt: Date, day: WeatherData.DayConditions) {
    self.knownAt = knownAt
    self.day = day
  }
}
