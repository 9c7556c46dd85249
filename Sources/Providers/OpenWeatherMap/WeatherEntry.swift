import FoundationEssentials
import Weather

/// One entry of any reply: the present, a step of three hours, or a day.
///
/// 2.5 nests (`main.temp`, `wind.speed`), One Call and `forecast/daily` are flat (`temp`,
/// `wind_speed` or `speed`); each is read from where it is.
struct WeatherEntry {
  enum Kind {
    case moment, step, day
  }

  let time: Date
  let temperatures: TemperatureData
  let condition: WeatherCondition
  let fallen: FallenAmount
  let windSpeed: Double?
  let windGust: Double?
  let windDirection: Double?
  let cloudCover: Double?
  let visibility: Double?
  let ultraviolet: Double?
  let probability: Double?
  let sunrise: Date?
  let sunset: Date?
  let summary: String?
  let hasMeasurement: Bool

  /// Reads an entry; nil when it has no plausible time.
  init?(_ entry: WeatherContainer, _ kind: Kind, _ findings: inout Findings) {
    findings.beginRecord()
    guard let time = entry.instant(.dt, &findings), PlausibleTime.holds(time) else { return nil }
    self.time = time
    self.temperatures = TemperatureData(entry, kind, &findings)
    self.condition = WeatherCondition(entry, &findings)
    self.fallen = FallenAmount(entry, kind, &findings)
    let wind = entry.object(.wind, WeatherKey.self, &findings)
    func windValue(
      _ nested: WeatherKey, _ flat: WeatherKey, _ quantity: Quantity, _ findings: inout Findings
    ) -> Double? {
      if let wind { return wind.measurement(nested, quantity, &findings) }
      // `forecast/daily` has the nested names without the object around them.
      return entry.measurement(entry.contains(flat) ? flat : nested, quantity, &findings)
    }
    self.windSpeed = windValue(.speed, .windSpeed, .wind, &findings)
    self.windGust = windValue(.gust, .windGust, .wind, &findings)
    self.windDirection = windValue(.deg, .windDegrees, .direction, &findings)
    self.cloudCover = Self.clouds(entry, &findings)
    self.visibility = entry.measurement(.visibility, .visibility, &findings)
    self.ultraviolet = entry.measurement(.uvi, .ultraviolet, &findings)
    self.probability = entry.measurement(.pop, .probability, .fraction, &findings)
    self.sunrise = kind == .day ? entry.sunInstant(.sunrise, &findings) : nil
    self.sunset = kind == .day ? entry.sunInstant(.sunset, &findings) : nil
    self.summary = kind == .day ? entry.text(.summary, &findings) : nil
    self.hasMeasurement = findings.measurements > 0
  }

  private static func clouds(_ entry: WeatherContainer, _ findings: inout Findings) -> Double? {
    if let clouds = try? entry.nestedContainer(keyedBy: WeatherKey.self, forKey: .clouds) {
      return clouds.measurement(.all, .cloudCover, &findings)
    }
    return entry.measurement(.clouds, .cloudCover, &findings)
  }
}

/// The first entry of `weather`: the service's code, words and icon.
struct WeatherCondition {
  let code: Int?
  let words: String?
  let icon: String?

  /// Reads it; all nil where the list is missing or empty.
  init(_ entry: WeatherContainer, _ findings: inout Findings) {
    var list = entry.list(.weather, &findings)
    guard list?.isAtEnd == false, let first = list?.nextObject(WeatherKey.self) else {
      (self.code, self.words, self.icon) = (nil, nil, nil)
      return
    }
    self.code = first.code(.id, &findings)
    self.words = first.text(.description, &findings)
    self.icon = first.text(.icon, &findings)
  }
}

/// Temperatures, humidity and pressure, from `main`, from a day's `temp`, or from the entry itself.
struct TemperatureData {
  let value: Double?
  let feelsLike: Double?
  let dewPoint: Double?
  let high: Double?
  let low: Double?
  let humidity: Double?
  let pressure: Double?

  /// Reads them.
  ///
  /// `temp_min` and `temp_max` are the spread over a city at that moment: of use in steps only.
  init(_ entry: WeatherContainer, _ kind: WeatherEntry.Kind, _ findings: inout Findings) {
    let main = entry.object(.main, WeatherKey.self, &findings) ?? entry
    func temperature(_ container: WeatherContainer?, _ key: WeatherKey) -> Double? {
      container?.measurement(key, .temperature, &findings)
    }
    switch kind {
    case .day:
      let day = entry.object(.temp, WeatherKey.self, &findings)
      (self.high, self.low) = (temperature(day, .max), temperature(day, .min))
      (self.value, self.feelsLike) = (nil, nil)
    case .step:
      let value = temperature(main, .temp)
      self.value = value
      self.high = temperature(main, .tempMax) ?? value
      self.low = temperature(main, .tempMin) ?? value
      self.feelsLike = main.measurement(.feelsLike, .feelsLike, &findings)
    case .moment:
      self.value = temperature(main, .temp)
      (self.high, self.low) = (nil, nil)
      self.feelsLike = main.measurement(.feelsLike, .feelsLike, &findings)
    }
    self.dewPoint = main.measurement(.dewPoint, .dewPoint, &findings)
    self.humidity = main.measurement(.humidity, .humidity, &findings)
    self.pressure =
      main.measurement(.seaLevel, .pressure, &findings)
      ?? main.measurement(.pressure, .pressure, &findings)
  }
}
