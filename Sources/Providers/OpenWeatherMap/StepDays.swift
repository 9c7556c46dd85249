import FoundationEssentials
import Glibc
import Weather

/// Days summed from steps of three hours, each counted to the local date on which its `dt` falls.
enum StepDays {
  /// The days in their order; hours covered are three a step.
  static func summed(_ steps: [WeatherEntry], _ clock: PlaceClock) -> [WeatherData.DayConditions] {
    var days: [(date: LocalDate, steps: [WeatherEntry])] = []
    var last: Date?
    for step in steps.sorted(by: { $0.time < $1.time }) where step.time != last {
      last = step.time
      let date = clock.date(at: step.time)
      if days.last?.date == date {
        days[days.count - 1].steps.append(step)
      } else {
        days.append((date, [step]))
      }
    }
    return days.map { summed($0.steps, on: $0.date, clock) }
  }

  /// Sets the sunrise and sunset that the reply has, which are those of one day.
  static func setSun(
    _ rise: Date?, _ set: Date?, in days: inout [WeatherData.DayConditions], _ clock: PlaceClock
  ) {
    guard let instant = rise ?? set, PlausibleTime.holds(instant) else { return }
    let date = clock.date(at: instant)
    guard let index = days.firstIndex(where: { $0.date == date }) else { return }
    (days[index].sunrise, days[index].sunset) = PlausibleTime.sun(rise, set, on: date, clock)
  }

  private static func summed(
    _ steps: [WeatherEntry], on date: LocalDate, _ clock: PlaceClock
  ) -> WeatherData.DayConditions {
    var day = WeatherData.DayConditions(
      date: date, utcOffsetSeconds: clock.offset(atStartOf: date))
    day.temperatureHighC = steps.compactMap(\.temperatures.high).max()
    day.temperatureLowC = steps.compactMap(\.temperatures.low).min()
    (day.temperatureMaxC, day.temperatureMinC) = (day.temperatureHighC, day.temperatureLowC)
    day.feelsLikeHighC = steps.compactMap(\.temperatures.feelsLike).max()
    day.feelsLikeLowC = steps.compactMap(\.temperatures.feelsLike).min()
    day.precipitationMm = sum(steps)
    day.precipitationProbabilityPct = steps.compactMap(\.probability).max()
    day.windSpeedMaxMs = steps.compactMap(\.windSpeed).max()
    day.windGustMs = steps.compactMap(\.windGust).max()
    day.windDirectionDeg = meanDirection(steps)
    day.humidityPct = mean(steps.compactMap(\.temperatures.humidity))
    day.pressureHpa = mean(steps.compactMap(\.temperatures.pressure))
    day.cloudCoverPct = mean(steps.compactMap(\.cloudCover))
    setCondition(of: steps, in: &day)
    day.hoursCovered = min(24, Double(steps.count) * 3)
    return day
  }

  /// The most severe condition with its code, words and icon; the first of equals.
  private static func setCondition(
    of steps: [WeatherEntry], in day: inout WeatherData.DayConditions
  ) {
    var worst: (severity: Int, condition: WeatherCondition)?
    for step in steps {
      guard let severity = Conditions.openWeatherMap(step.condition.code)?.severity,
        severity > worst?.severity ?? -1
      else { continue }
      worst = (severity, step.condition)
    }
    day.condition = Conditions.openWeatherMap(worst?.condition.code)
    day.conditionCode = worst?.condition.code
    day.summary = worst?.condition.words
    day.icon = worst?.condition.icon
  }

  private static func sum(_ steps: [WeatherEntry]) -> Double? {
    let amounts = steps.compactMap(\.fallen.millimetres)
    return amounts.isEmpty ? nil : Canonical.rounded(amounts.reduce(0, +))
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : Canonical.rounded(values.reduce(0, +) / Double(values.count))
  }

  /// The direction of the mean wind vector; nil in a calm, or where the winds cancel out.
  private static func meanDirection(_ steps: [WeatherEntry]) -> Double? {
    var east = 0.0, north = 0.0
    for step in steps {
      guard let speed = step.windSpeed, let degrees = step.windDirection else { continue }
      east += speed * sin(degrees * .pi / 180)
      north += speed * cos(degrees * .pi / 180)
    }
    guard east.magnitude + north.magnitude > 1e-6 else { return nil }
    let degrees = atan2(east, north) * 180 / .pi
    return Canonical.rounded(degrees < 0 ? degrees + 360 : degrees)
  }
}
