public import FoundationEssentials

/// What a service said about one place: the present and the days to come, in canonical units.
///
/// Each service's decoder makes it; nothing here knows the shape of any service's JSON.
public struct WeatherData: Sendable, Equatable {
  /// The current conditions; nil when the reply had none.
  public var currently: CurrentConditions?
  /// The days of the reply in their order, past ones too.
  public var forecast: [DayConditions]

  /// Makes the data from its two parts.
  public init(currently: CurrentConditions? = nil, forecast: [DayConditions] = []) {
    self.currently = currently
    self.forecast = forecast
  }
}

extension WeatherData {
  /// The weather at one instant.
  ///
  /// nil is "not known", never 0.
  public struct CurrentConditions: Sendable, Equatable {
    /// The instant that the values are of, by the service.
    public var observedAt: Date
    /// Seconds east of UTC of the place's clocks at that instant.
    public var utcOffsetSeconds: Int

    /// Air temperature 2 m above ground, °C.
    public var temperatureC: Double?
    /// What it feels like, °C, by the service's own formula.
    public var feelsLikeC: Double?
    /// Dew point 2 m above ground, °C.
    public var dewPointC: Double?
    /// Relative humidity, 0...100 %.
    public var humidityPct: Double?
    /// Pressure reduced to sea level, hPa; station pressure never takes its place.
    public var pressureHpa: Double?
    /// Wind speed 10 m above ground, m/s.
    public var windSpeedMs: Double?
    /// Gust 10 m above ground, m/s.
    public var windGustMs: Double?
    /// Where the wind comes from, 0...360°.
    public var windDirectionDeg: Double?
    /// Sky covered by cloud, 0...100 %.
    public var cloudCoverPct: Double?
    /// Visibility, m; several services cap it at 10 or 16 km.
    public var visibilityM: Double?
    /// UV index.
    public var uvIndex: Double?
    /// Liquid precipitation, mm, of the `precipitationPeriodS` before `observedAt`.
    public var precipitationMm: Double?
    /// Length of the time that `precipitationMm` is of, s.
    public var precipitationPeriodS: Double?
    /// Rate of precipitation, mm/h, from services that give a rate.
    public var precipitationRateMmH: Double?
    /// Fresh snow, cm of depth, of the same period.
    public var snowfallCm: Double?

    /// The kind of weather; nil when the service gave no code.
    public var condition: Condition?
    /// The service's own numeric code.
    public var conditionCode: Int?
    /// The service's own words.
    public var summary: String?
    /// The service's own icon name or symbol code.
    public var icon: String?

    /// Conditions of an instant of which nothing is known yet.
    public init(observedAt: Date, utcOffsetSeconds: Int) {
      self.observedAt = observedAt
      self.utcOffsetSeconds = utcOffsetSeconds
    }
  }

  /// The weather of one local calendar day.
  ///
  /// nil is "not known", never 0.
  public struct DayConditions: Sendable, Equatable {
    /// The calendar day of the place.
    public var date: LocalDate
    /// Seconds east of UTC of the place's clocks when that day begins.
    public var utcOffsetSeconds: Int

    /// The service's own high, °C (Dark Sky: of the daytime).
    public var temperatureHighC: Double?
    /// The service's own low, °C (Dark Sky: of the following night).
    public var temperatureLowC: Double?
    /// Maximum of the calendar day, °C.
    public var temperatureMaxC: Double?
    /// Minimum of the calendar day, °C.
    public var temperatureMinC: Double?
    /// Mean of the calendar day, °C.
    public var temperatureMeanC: Double?
    /// Highest feels-like temperature, °C.
    public var feelsLikeHighC: Double?
    /// Lowest feels-like temperature, °C.
    public var feelsLikeLowC: Double?
    /// Liquid precipitation of the day, mm.
    public var precipitationMm: Double?
    /// Mean rate of precipitation, mm/h, from services that give a rate.
    public var precipitationRateMmH: Double?
    /// Probability of precipitation, 0...100 %.
    public var precipitationProbabilityPct: Double?
    /// Fresh snow, cm of depth.
    public var snowfallCm: Double?
    /// Largest wind speed 10 m above ground, m/s.
    public var windSpeedMaxMs: Double?
    /// Mean wind speed 10 m above ground, m/s.
    public var windSpeedMeanMs: Double?
    /// Largest gust, m/s.
    public var windGustMs: Double?
    /// Main direction that the wind comes from, 0...360°.
    public var windDirectionDeg: Double?
    /// Mean relative humidity, 0...100 %.
    public var humidityPct: Double?
    /// Mean pressure at sea level, hPa.
    public var pressureHpa: Double?
    /// Mean cloud cover, 0...100 %.
    public var cloudCoverPct: Double?
    /// Largest UV index.
    public var uvIndex: Double?
    /// Sunrise; nil in polar day and night.
    public var sunrise: Date?
    /// Sunset; nil in polar day and night.
    public var sunset: Date?

    /// The kind of weather; nil when the service gave no code.
    public var condition: Condition?
    /// The service's own numeric code.
    public var conditionCode: Int?
    /// The service's own words.
    public var summary: String?
    /// The service's own icon name or symbol code.
    public var icon: String?
    /// Hours of the date that the values are of: 24 for a service's own day value.
    public var hoursCovered: Double?

    /// A day of which nothing is known yet.
    public init(date: LocalDate, utcOffsetSeconds: Int) {
      self.date = date
      self.utcOffsetSeconds = utcOffsetSeconds
    }
  }
}
