import FoundationEssentials
import Glibc
import Weather

/// Days summed from steps, each counted to the local date on which it begins.
enum StepDays {
  /// The days in their order.
  static func summed(_ steps: [ForecastStep], _ clock: PlaceClock) -> [WeatherData.DayConditions] {
    var days: [(date: LocalDate, steps: [ForecastStep])] = []
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
    _ steps: [ForecastStep], on date: LocalDate, _ clock: PlaceClock
  ) -> WeatherData.DayConditions {
    var day = WeatherData.DayConditions(
      date: date, utcOffsetSeconds: clock.offset(atStartOf: date))
    day.temperatureHighC = steps.compactMap(\.high).max()
    day.temperatureLowC = steps.compactMap(\.low).min()
    (day.temperatureMaxC, day.temperatureMinC) = (day.temperatureHighC, day.temperatureLowC)
    day.feelsLikeHighC = steps.compactMap(\.feelsLike).max()
    day.feelsLikeLowC = steps.compactMap(\.feelsLike).min()
    day.precipitationMm = sum(steps)
    day.precipitationProbabilityPct = steps.compactMap(\.probability).max()
    day.windSpeedMaxMs = steps.compactMap(\.windSpeed).max()
    day.windGustMs = steps.compactMap(\.windGust).max()
    day.windDirectionDeg = meanDirection(steps)
    day.humidityPct = mean(of: \.humidity, steps)
    day.pressureHpa = mean(of: \.pressure, steps)
    day.cloudCoverPct = mean(of: \.cloudCover, steps)
    day.uvIndex = steps.compactMap(\.ultraviolet).max()
    setCondition(of: steps, in: &day)
    day.hoursCovered = min(24, steps.reduce(0) { $0 + $1.hours })
    return day
  }

  /// The most severe condition with its code, words and icon; the first of equals.
  private static func setCondition(
    of steps: [ForecastStep], in day: inout WeatherData.DayConditions
  ) {
    var worst: (severity: Int, step: ForecastStep)?
    for step in steps {
      guard let severity = step.condition?.severity, severity > worst?.severity ?? -1
      else { continue }
      worst = (severity, step)
    }
    day.condition = worst?.step.condition
    day.conditionCode = worst?.step.code
    day.summary = worst?.step.words
    day.icon = worst?.step.icon
  }

  /// The sum of what fell; nil when no step says anything, or one that can't be read.
  private static func sum(_ steps: [ForecastStep]) -> Double? {
    var sum: Double?
    for step in steps {
      switch step.fallen {
      case .unsaid: break
      case .unreadable: return nil
      case .amount(let amount): sum = (sum ?? 0) + amount
      }
    }
    return sum.map(Canonical.rounded)
  }

  /// The mean over time: where steps of an hour give way to longer ones, these count for more.
  private static func mean(
    of path: KeyPath<ForecastStep, Double?>, _ steps: [ForecastStep]
  ) -> Double? {
    var sum = 0.0, weights = 0.0
    for step in steps {
      guard let value = step[keyPath: path] else { continue }
      sum += value * step.weight
      weights += step.weight
    }
    return weights > 0 ? Canonical.rounded(sum / weights) : nil
  }

  /// The direction of the mean wind vector; nil in a calm, or where the winds cancel out.
  private static func meanDirection(_ steps: [ForecastStep]) -> Double? {
    var east = 0.0, north = 0.0
    for step in steps {
      guard let speed = step.windSpeed, let degrees = step.windDirection else { continue }
      east += step.weight * speed * sin(degrees * .pi / 180)
      north += step.weight * speed * cos(degrees * .pi / 180)
    }
    guard east.magnitude + north.magnitude > 1e-6 else { return nil }
    let degrees = atan2(east, north) * 180 / .pi
    return Canonical.rounded(degrees < 0 ? degrees + 360 : degrees)
  }
}
