import FoundationEssentials
import Weather

/// Reads one point of a reply: `currently`, or a day.
///
/// Dark Sky gives rates, not amounts; of the days Pirate Weather (version 2) has amounts too.
struct ClearSkyPoint {
  let clock: PlaceClock
  let units: ClearSkyUnits
  /// Whether `precipAccumulation` adds rain and snow up rather than being snow; the reply then
  /// has `liquidAccumulation` and `snowAccumulation` beside it.
  let accumulationIsMixture: Bool
  /// Whether the points are of the past, where the first days of 1970 are days like others.
  var isPast = false

  enum Keys: String, CodingKey {
    case time, summary, icon, temperature, apparentTemperature, dewPoint, humidity, pressure
    case windSpeed, windGust, windBearing, cloudCover, uvIndex, visibility, precipIntensity
    case precipProbability, precipAccumulation, liquidAccumulation, snowAccumulation
    case temperatureHigh, temperatureLow, temperatureMax, temperatureMin
    case apparentTemperatureHigh, apparentTemperatureLow
    case apparentTemperatureMax, apparentTemperatureMin
    case sunriseTime, sunsetTime
  }

  typealias Container = KeyedDecodingContainer<Keys>

  /// Current conditions; a point without a time, or with nothing but one, is a failure.
  func current(
    _ point: Container, _ findings: inout Findings
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    findings.beginRecord()
    guard let time = point.instant(.time, &findings), isPlausible(time) else {
      return .failure(Reason.missing("currently.time"))
    }
    var now = WeatherData.CurrentConditions(
      observedAt: time, utcOffsetSeconds: clock.offset(at: time))
    now.temperatureC = point.measurement(
      .temperature, .temperature, units.temperature, &findings)
    now.feelsLikeC = point.measurement(
      .apparentTemperature, .feelsLike, units.temperature, &findings)
    now.dewPointC = point.measurement(.dewPoint, .dewPoint, units.temperature, &findings)
    now.humidityPct = point.measurement(.humidity, .humidity, .fraction, &findings)
    now.pressureHpa = point.measurement(.pressure, .pressure, &findings)
    now.windSpeedMs = point.measurement(.windSpeed, .wind, units.wind, &findings)
    now.windGustMs = point.measurement(.windGust, .wind, units.wind, &findings)
    now.windDirectionDeg = point.measurement(.windBearing, .direction, &findings)
    now.cloudCoverPct = point.measurement(.cloudCover, .cloudCover, .fraction, &findings)
    now.visibilityM = point.measurement(.visibility, .visibility, units.visibility, &findings)
    now.uvIndex = point.measurement(.uvIndex, .ultraviolet, &findings)
    now.precipitationRateMmH = point.measurement(
      .precipIntensity, .rate, units.rate, &findings)
    (now.condition, now.icon) = condition(point, &findings)
    now.summary = point.text(.summary, &findings)
    guard findings.measurements > 0 else { return .failure(Reason.empty("currently")) }
    return .success(now)
  }

  /// An hour of the past, with what fell in the hour that begins there; nil, with a warning, when it
  /// has no time or nothing but one.
  func hour(
    _ point: Container, _ findings: inout Findings
  ) -> WeatherData.CurrentConditions? {
    guard case .success(var hour) = current(point, &findings) else {
      findings.warn(
        KeyPathText.of(point.codingPath), "no time or no measurement: the hour is left out")
      return nil
    }
    (hour.precipitationMm, hour.snowfallCm) = amounts(point, &findings)
    if hour.precipitationMm != nil || hour.snowfallCm != nil { hour.precipitationPeriodS = 3600 }
    return hour
  }

  private func isPlausible(_ instant: Date) -> Bool {
    isPast ? PlausibleTime.isWithinArchives(instant) : PlausibleTime.holds(instant)
  }

  /// A day; nil, with a warning, when it has no time or nothing but one.
  func day(_ point: Container, _ findings: inout Findings) -> WeatherData.DayConditions? {
    findings.beginRecord()
    guard let midnight = point.instant(.time, &findings), isPlausible(midnight) else {
      findings.warn(point.path(to: .time), "missing or impossible: the day is left out")
      return nil
    }
    // Noon is within the date on both sides of a clock change; midnight by one offset is not.
    let date = clock.date(at: midnight.addingTimeInterval(12 * 3600))
    var day = WeatherData.DayConditions(
      date: date, utcOffsetSeconds: clock.offset(atStartOf: date))
    temperatures(point, &day, &findings)
    weather(point, &day, &findings)
    precipitation(point, &day, &findings)
    (day.condition, day.icon) = condition(point, &findings)
    day.summary = point.text(.summary, &findings)
    (day.sunrise, day.sunset) = PlausibleTime.sun(
      point.sunInstant(.sunriseTime, &findings), point.sunInstant(.sunsetTime, &findings), on: date,
      clock)
    day.hoursCovered = 24
    guard findings.measurements > 0 else {
      findings.warn(KeyPathText.of(point.codingPath), "no measurement: the day is left out")
      return nil
    }
    return day
  }

  /// High and low of day and following night, and the extremes of the calendar day.
  ///
  /// Before 2017 there were only the extremes: where a day has one kind, both pairs hold it.
  private func temperatures(
    _ point: Container, _ day: inout WeatherData.DayConditions, _ findings: inout Findings
  ) {
    func read(_ key: Keys, _ quantity: Quantity, _ findings: inout Findings) -> Double? {
      point.measurement(key, quantity, units.temperature, &findings)
    }
    day.temperatureHighC = read(.temperatureHigh, .temperature, &findings)
    day.temperatureLowC = read(.temperatureLow, .temperature, &findings)
    day.temperatureMaxC = read(.temperatureMax, .temperature, &findings)
    day.temperatureMinC = read(.temperatureMin, .temperature, &findings)
    if lacks(day.temperatureHighC, .temperatureHigh, day.temperatureLowC, .temperatureLow) {
      (day.temperatureHighC, day.temperatureLowC) = (day.temperatureMaxC, day.temperatureMinC)
    } else if lacks(day.temperatureMaxC, .temperatureMax, day.temperatureMinC, .temperatureMin) {
      (day.temperatureMaxC, day.temperatureMinC) = (day.temperatureHighC, day.temperatureLowC)
    }
    day.feelsLikeHighC = read(.apparentTemperatureHigh, .feelsLike, &findings)
    day.feelsLikeLowC = read(.apparentTemperatureLow, .feelsLike, &findings)
    if lacks(
      day.feelsLikeHighC, .apparentTemperatureHigh, day.feelsLikeLowC, .apparentTemperatureLow)
    {
      day.feelsLikeHighC = read(.apparentTemperatureMax, .feelsLike, &findings)
      day.feelsLikeLowC = read(.apparentTemperatureMin, .feelsLike, &findings)
    }
    /// Whether a day has neither key: one that is there without a value is another matter.
    func lacks(_ first: Double?, _ firstKey: Keys, _ second: Double?, _ secondKey: Keys) -> Bool {
      first == nil && second == nil && !point.contains(firstKey) && !point.contains(secondKey)
    }
  }

  private func weather(
    _ point: Container, _ day: inout WeatherData.DayConditions, _ findings: inout Findings
  ) {
    day.windSpeedMeanMs = point.measurement(.windSpeed, .wind, units.wind, &findings)
    day.windGustMs = point.measurement(.windGust, .wind, units.wind, &findings)
    day.windDirectionDeg = point.measurement(.windBearing, .direction, &findings)
    day.humidityPct = point.measurement(.humidity, .humidity, .fraction, &findings)
    day.pressureHpa = point.measurement(.pressure, .pressure, &findings)
    day.cloudCoverPct = point.measurement(.cloudCover, .cloudCover, .fraction, &findings)
    day.uvIndex = point.measurement(.uvIndex, .ultraviolet, &findings)
  }

  private func precipitation(
    _ point: Container, _ day: inout WeatherData.DayConditions, _ findings: inout Findings
  ) {
    day.precipitationRateMmH = point.measurement(
      .precipIntensity, .rate, units.rate, &findings)
    day.precipitationProbabilityPct = point.measurement(
      .precipProbability, .probability, .fraction, &findings)
    (day.precipitationMm, day.snowfallCm) = amounts(point, &findings)
  }

  /// The amounts of liquid and of snow, where the reply has such.
  private func amounts(
    _ point: Container, _ findings: inout Findings
  ) -> (liquid: Double?, snow: Double?) {
    if accumulationIsMixture || point.contains(.liquidAccumulation) {
      let liquid = point.measurement(
        .liquidAccumulation, .precipitation, units.liquid, &findings)
      return (liquid, point.measurement(.snowAccumulation, .snowfall, units.snow, &findings))
    }
    guard point.contains(.precipAccumulation) else { return (nil, nil) }
    return (nil, point.measurement(.precipAccumulation, .snowfall, units.snow, &findings))
  }

  private func condition(
    _ point: Container, _ findings: inout Findings
  ) -> (Condition?, String?) {
    let icon = point.text(.icon, &findings)
    let condition = Conditions.clearSky(icon)
    if condition != nil { findings.found() }
    return (condition, icon)
  }
}
