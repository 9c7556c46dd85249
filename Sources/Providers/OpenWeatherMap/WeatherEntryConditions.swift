import Weather

extension WeatherEntry {
  /// The entry as the present.
  func currentConditions(_ clock: PlaceClock) -> WeatherData.CurrentConditions {
    var now = WeatherData.CurrentConditions(
      observedAt: time, utcOffsetSeconds: clock.offset(at: time))
    now.temperatureC = temperatures.value
    now.feelsLikeC = temperatures.feelsLike
    now.dewPointC = temperatures.dewPoint
    now.humidityPct = temperatures.humidity
    now.pressureHpa = temperatures.pressure
    now.windSpeedMs = windSpeed
    now.windGustMs = windGust
    now.windDirectionDeg = windDirection
    now.cloudCoverPct = cloudCover
    now.visibilityM = visibility
    now.uvIndex = ultraviolet
    now.precipitationMm = fallen.millimetres
    now.precipitationPeriodS = fallen.periodSeconds
    now.condition = Conditions.openWeatherMap(condition.code)
    now.conditionCode = condition.code
    now.summary = condition.words
    now.icon = condition.icon
    return now
  }

  /// The entry as a day: its date is that of `dt`, which is about noon there.
  func dayConditions(_ clock: PlaceClock) -> WeatherData.DayConditions {
    let date = clock.date(at: time)
    var day = WeatherData.DayConditions(
      date: date, utcOffsetSeconds: clock.offset(atStartOf: date))
    (day.temperatureHighC, day.temperatureLowC) = (temperatures.high, temperatures.low)
    (day.temperatureMaxC, day.temperatureMinC) = (temperatures.high, temperatures.low)
    day.precipitationMm = fallen.millimetres
    day.precipitationProbabilityPct = probability
    day.windSpeedMaxMs = windSpeed
    day.windGustMs = windGust
    day.windDirectionDeg = windDirection
    day.humidityPct = temperatures.humidity
    day.pressureHpa = temperatures.pressure
    day.cloudCoverPct = cloudCover
    day.uvIndex = ultraviolet
    (day.sunrise, day.sunset) = PlausibleTime.sun(sunrise, sunset, on: date, clock)
    day.condition = Conditions.openWeatherMap(condition.code)
    day.conditionCode = condition.code
    day.summary = summary ?? condition.words
    day.icon = condition.icon
    day.hoursCovered = 24
    return day
  }

  /// The entry as a step of three hours.
  var step: ForecastStep {
    var step = ForecastStep(time: time, hours: 3)
    (step.high, step.low) = (temperatures.high, temperatures.low)
    step.feelsLike = temperatures.feelsLike
    step.humidity = temperatures.humidity
    step.pressure = temperatures.pressure
    step.windSpeed = windSpeed
    step.windGust = windGust
    step.windDirection = windDirection
    step.cloudCover = cloudCover
    step.probability = probability
    step.fallen = fallen.millimetres.map { .amount($0) } ?? .unreadable
    step.condition = Conditions.openWeatherMap(condition.code)
    step.code = condition.code
    step.words = condition.words
    step.icon = condition.icon
    return step
  }
}
