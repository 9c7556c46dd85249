import Weather

/// What is physically possible for a kind of value, by the model's own field tables.
struct Quantity: Sendable {
  let range: ClosedRange<Double>
  /// What a value a little too large becomes: sensors give 100 to 105 % of humidity in fog.
  let ceiling: Double

  /// The value, or nil outside the range.
  func checked(_ value: Double) -> Double? {
    range.contains(value) ? min(value, ceiling) : nil
  }

  init<Owner>(_ field: Field<Owner>) {
    self.range = field.range
    self.ceiling = field.ceiling
  }

  private init(range: ClosedRange<Double>, ceiling: Double) {
    self.range = range
    self.ceiling = ceiling
  }

  private init<Owner>(_ fields: [Field<Owner>], _ stem: String) {
    // A test reads every quantity, so a stem without a field can't be; it would refuse all but 0.
    self =
      fields.first { $0.stem == stem }.map { Quantity($0) } ?? Quantity(range: 0...0, ceiling: 0)
  }

  private init(_ stem: String) { self.init(WeatherData.CurrentConditions.fields, stem) }

  static let temperature = Quantity("temperature")
  static let feelsLike = Quantity("feels_like")
  static let dewPoint = Quantity("dew_point")
  static let humidity = Quantity("humidity")
  static let pressure = Quantity("pressure")
  static let wind = Quantity("wind_speed")
  static let direction = Quantity("wind_direction")
  static let cloudCover = Quantity("cloud_cover")
  static let visibility = Quantity("visibility")
  static let ultraviolet = Quantity("uv_index")
  static let precipitation = Quantity("precipitation")
  static let period = Quantity("precipitation_period")
  static let rate = Quantity("precipitation_rate")
  static let snowfall = Quantity("snowfall")
  static let probability = Quantity(
    WeatherData.DayConditions.fields, "precipitation_probability")
}
