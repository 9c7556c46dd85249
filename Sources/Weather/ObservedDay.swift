public import FoundationEssentials

/// What one local day was: of a service's readings, or as the service itself has it.
public struct ObservedDay: Sendable, Equatable {
  /// The least share of a day that readings must speak for to say what it was, in %.
  ///
  /// With less, the missing hours may have had the high, the low or the rain.
  public static let leastCoveragePct = 80.0

  /// The slug of the city.
  public var city: String
  /// The configured name of the service.
  public var provider: String
  /// The values; high and low are those of the calendar day.
  public var day: WeatherData.DayConditions
  /// What the values rest on: of several kinds of readings the weakest; nil where it is not kept.
  public var basis: Basis?
  /// How many readings they are of; nil where the service itself gave the day.
  public var readings: Int?
  /// The share of the day that those readings speak for, 0...100 %; nil without readings.
  public var coveragePct: Double?
  /// When the service gave the day; nil of readings.
  public var fetchedAt: Date?

  /// Makes a day from its parts.
  public init(
    city: String, provider: String, day: WeatherData.DayConditions, basis: Basis?,
    readings: Int? = nil, coveragePct: Double? = nil, fetchedAt: Date? = nil
  ) {
    self.city = city
    self.provider = provider
    self.day = day
    self.basis = basis
    self.readings = readings
    self.coveragePct = coveragePct
    self.fetchedAt = fetchedAt
  }

  /// Whether the values speak for enough of the day.
  public var isWhole: Bool { (coveragePct ?? 100) >= Self.leastCoveragePct }
}
