/// One numeric column of the model: its name, unit, range, and where a value keeps it.
///
/// The two tables below are the one list that decoding checks, the store binds, queries read and
/// presentation converts by.
public struct Field<Owner>: Sendable {
  /// The column's name without its unit: `wind_speed_max`.
  public let stem: String
  /// The canonical unit.
  public let unit: MeasureUnit
  /// What is physically possible; a value outside is no value.
  public let range: ClosedRange<Double>
  /// Where the value lies in memory, in bytes from the owner's beginning.
  ///
  /// Known to the compiler, whereas the key path is made at run time.
  public let offset: Int?
  private let makePath: @Sendable () -> any WritableKeyPath<Owner, Double?> & Sendable

  /// Where the value is.
  public var path: any WritableKeyPath<Owner, Double?> & Sendable { makePath() }

  /// What a possible value that is a little too large becomes: sensors give 100 to 105 % of humidity
  /// in fog.
  public var ceiling: Double { stem == "humidity" ? 100 : range.upperBound }

  /// The value, or nil where it is physically impossible.
  public func checked(_ value: Double) -> Double? {
    range.contains(value) ? Swift.min(value, ceiling) : nil
  }

  /// The column's name in the store and in machine formats: `wind_speed_max_ms`.
  public var column: String { column(in: .si) }

  /// The column's name where values are shown in another unit system: `wind_speed_max_mph`.
  public func column(in system: UnitSystem) -> String {
    let suffix = unit.shown(in: system).suffix
    return suffix.isEmpty ? stem : "\(stem)_\(suffix)"
  }

  @inline(__always)
  init(
    _ stem: String, _ unit: MeasureUnit, _ range: ClosedRange<Double>,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Owner, Double?> & Sendable
  ) {
    self.stem = stem
    self.unit = unit
    self.range = range
    self.offset = MemoryLayout<Owner>.offset(of: path())
    self.makePath = path
  }
}

/// Physical limits; outside lie sentinels (−999), lost units and broken sensors.
///
/// Temperature and wind go a little past the WMO records (−89.2 °C, 56.7 °C; 113 m/s gust);
/// pressure past 870 and 1084 hPa.
private enum Limit {
  static let temperature = -95.0...65.0
  static let feelsLike = -130.0...100.0
  static let percent = 0.0...100.0
  static let humidity = 0.0...105.0
  static let pressure = 850.0...1100.0
  static let wind = 0.0...115.0
  static let direction = 0.0...360.0
  static let visibility = 0.0...1_000_000.0
  static let ultraviolet = 0.0...50.0
  static let rain = 0.0...2000.0
  static let rate = 0.0...2500.0
  static let snow = 0.0...1000.0
}

extension WeatherData.CurrentConditions {
  /// The numeric columns of current conditions, in the order of the store.
  public static let fields: [Field<Self>] = [
    Field("temperature", .celsius, Limit.temperature, \.temperatureC),
    Field("feels_like", .celsius, Limit.feelsLike, \.feelsLikeC),
    Field("dew_point", .celsius, Limit.temperature, \.dewPointC),
    Field("humidity", .percent, Limit.humidity, \.humidityPct),
    Field("pressure", .hectopascal, Limit.pressure, \.pressureHpa),
    Field("wind_speed", .metrePerSecond, Limit.wind, \.windSpeedMs),
    Field("wind_gust", .metrePerSecond, Limit.wind, \.windGustMs),
    Field("wind_direction", .degree, Limit.direction, \.windDirectionDeg),
    Field("cloud_cover", .percent, Limit.percent, \.cloudCoverPct),
    Field("visibility", .metre, Limit.visibility, \.visibilityM),
    Field("uv_index", .none, Limit.ultraviolet, \.uvIndex),
    Field("precipitation", .millimetre, Limit.rain, \.precipitationMm),
    Field("precipitation_period", .second, 1...86_400, \.precipitationPeriodS),
    Field("precipitation_rate", .millimetrePerHour, Limit.rate, \.precipitationRateMmH),
    Field("snowfall", .centimetre, Limit.snow, \.snowfallCm),
  ]
}

extension WeatherData.DayConditions {
  /// The numeric columns of a day, in the order of the store.
  public static let fields: [Field<Self>] = [
    Field("temperature_high", .celsius, Limit.temperature, \.temperatureHighC),
    Field("temperature_low", .celsius, Limit.temperature, \.temperatureLowC),
    Field("temperature_max", .celsius, Limit.temperature, \.temperatureMaxC),
    Field("temperature_min", .celsius, Limit.temperature, \.temperatureMinC),
    Field("temperature_mean", .celsius, Limit.temperature, \.temperatureMeanC),
    Field("feels_like_high", .celsius, Limit.feelsLike, \.feelsLikeHighC),
    Field("feels_like_low", .celsius, Limit.feelsLike, \.feelsLikeLowC),
    Field("precipitation", .millimetre, Limit.rain, \.precipitationMm),
    Field("precipitation_rate", .millimetrePerHour, Limit.rate, \.precipitationRateMmH),
    Field("precipitation_probability", .percent, Limit.percent, \.precipitationProbabilityPct),
    Field("snowfall", .centimetre, Limit.snow, \.snowfallCm),
    Field("wind_speed_max", .metrePerSecond, Limit.wind, \.windSpeedMaxMs),
    Field("wind_speed_mean", .metrePerSecond, Limit.wind, \.windSpeedMeanMs),
    Field("wind_gust", .metrePerSecond, Limit.wind, \.windGustMs),
    Field("wind_direction", .degree, Limit.direction, \.windDirectionDeg),
    Field("humidity", .percent, Limit.humidity, \.humidityPct),
    Field("pressure", .hectopascal, Limit.pressure, \.pressureHpa),
    Field("cloud_cover", .percent, Limit.percent, \.cloudCoverPct),
    Field("uv_index", .none, Limit.ultraviolet, \.uvIndex),
  ]
}
