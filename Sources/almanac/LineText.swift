import CommandLine
import Presentation
import Weather

extension LineTemplate {
  /// A template with the values of a line in it: text without colour or control characters.
  func filled(with line: OverviewReport.Line, in units: UnitSystem) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .letter(let letter): CleanText.line(letter.text(of: line, in: units))
      }
    }.joined()
  }
}

extension LineLetter {
  fileprivate func text(of line: OverviewReport.Line, in units: UnitSystem) -> String {
    let conditions = line.now.record.conditions
    func measurement(_ value: Double?, _ unit: MeasureUnit) -> String {
      Words.measurement(value, unit, in: units)
    }
    return switch self {
    case .name: line.now.name
    case .slug: line.now.record.city
    case .service: line.now.record.provider
    case .age: Words.age(seconds: line.now.ageSeconds, isStale: line.now.isStale)
    case .stale: line.now.isStale ? "STALE" : ""
    case .time:
      LocalTime(conditions.observedAt, utcOffsetSeconds: conditions.utcOffsetSeconds).clock
    case .sign: Words.sign(of: conditions.condition, atNight: line.isNight)
    case .condition:
      Words.condition(
        conditions.condition, code: conditions.conditionCode, icon: conditions.icon)
    case .temperature: measurement(conditions.temperatureC, .celsius)
    case .feelsLike: measurement(conditions.feelsLikeC, .celsius)
    case .change: Words.change(line.course.changeC, in: units)
    case .high: measurement(line.course.extremes.highC, .celsius)
    case .low: measurement(line.course.extremes.lowC, .celsius)
    case .wind: measurement(conditions.windSpeedMs, .metrePerSecond)
    case .gust: measurement(conditions.windGustMs, .metrePerSecond)
    case .direction: conditions.windDirectionDeg.map(Words.compass) ?? Words.unknown
    case .rain: Words.rain(conditions, in: units)
    case .humidity: measurement(conditions.humidityPct, .percent)
    case .pressure: measurement(conditions.pressureHpa, .hectopascal)
    case .cloud: measurement(conditions.cloudCoverPct, .percent)
    case .visibility: measurement(conditions.visibilityM, .metre)
    case .ultraviolet: measurement(conditions.uvIndex, .none)
    }
  }
}
