import FoundationEssentials
import Weather

/// One entry of the series: an instant, and what the hours after it bring.
struct METNorwayStep {
  enum Keys: String, CodingKey {
    case time, data, instant, details, summary
    case symbolCode = "symbol_code"
    case nextHour = "next_1_hours"
    case nextSixHours = "next_6_hours"
    case nextTwelveHours = "next_12_hours"
  }

  /// What the hours after the instant bring.
  struct Period {
    let hours: Double
    let symbol: String?
    let fallen: ForecastStep.Fallen
    let probability: Double?
  }

  /// The values that are read, each with the kind of unit that it must come in.
  static let measures: [(key: String, unit: MeasureUnit)] = [
    ("air_temperature", .celsius), ("dew_point_temperature", .celsius),
    ("air_pressure_at_sea_level", .hectopascal), ("cloud_area_fraction", .percent),
    ("relative_humidity", .percent), ("wind_from_direction", .degree),
    ("wind_speed", .metrePerSecond), ("wind_speed_of_gust", .metrePerSecond),
    ("ultraviolet_index_clear_sky", .none), ("precipitation_amount", .millimetre),
    ("probability_of_precipitation", .percent),
  ]

  let time: Date
  private let temperature: Double?
  private let dewPoint: Double?
  private let humidity: Double?
  private let pressure: Double?
  private let windSpeed: Double?
  private let windGust: Double?
  private let windDirection: Double?
  private let cloudCover: Double?
  private let ultraviolet: Double?
  private let hour: Period?
  private let sixHours: Period?
  private let twelveHours: Period?

  /// Reads an entry; nil when it has no plausible time or no value.
  init?(
    _ entry: KeyedDecodingContainer<Keys>, _ units: METNorwayUnits, _ findings: inout Findings
  ) {
    findings.beginRecord()
    guard let time = entry.isoTime(.time, &findings)?.instant,
      let data = entry.object(.data, Keys.self, &findings)
    else { return nil }
    self.time = time
    let details = data.object(.instant, Keys.self, &findings)?
      .object(.details, AnyKey.self, &findings)
    func value(_ key: String, _ quantity: Quantity, _ findings: inout Findings) -> Double? {
      details?.value(key, quantity, units, &findings)
    }
    self.temperature = value("air_temperature", .temperature, &findings)
    self.dewPoint = value("dew_point_temperature", .dewPoint, &findings)
    self.humidity = value("relative_humidity", .humidity, &findings)
    self.pressure = value("air_pressure_at_sea_level", .pressure, &findings)
    self.windSpeed = value("wind_speed", .wind, &findings)
    self.windGust = value("wind_speed_of_gust", .wind, &findings)
    self.windDirection = value("wind_from_direction", .direction, &findings)
    self.cloudCover = value("cloud_area_fraction", .cloudCover, &findings)
    self.ultraviolet = value("ultraviolet_index_clear_sky", .ultraviolet, &findings)
    self.hour = Self.period(data, .nextHour, hours: 1, units, &findings)
    self.sixHours = Self.period(data, .nextSixHours, hours: 6, units, &findings)
    self.twelveHours = Self.period(data, .nextTwelveHours, hours: 12, units, &findings)
    guard findings.measurements > 0 else { return nil }
  }

  private static func period(
    _ data: KeyedDecodingContainer<Keys>, _ key: Keys, hours: Double, _ units: METNorwayUnits,
    _ findings: inout Findings
  ) -> Period? {
    guard let block = data.object(key, Keys.self, &findings) else { return nil }
    let symbol = block.object(.summary, Keys.self, &findings)?.text(.symbolCode, &findings)
    if symbol != nil { findings.found() }
    let details = block.object(.details, AnyKey.self, &findings)
    // The amount of twelve hours is not a part of the product.
    let amount =
      hours > 6
      ? nil : details?.value("precipitation_amount", .precipitation, units, &findings)
    return Period(
      hours: hours, symbol: symbol, fallen: amount.map { .amount($0) } ?? .unreadable,
      probability: details?.value(
        "probability_of_precipitation", .probability, units, &findings))
  }

  private var symbol: String? { hour?.symbol ?? sixHours?.symbol ?? twelveHours?.symbol }

  /// The entry as the present; its rain is that of the coming hour.
  func currentConditions(_ clock: PlaceClock) -> WeatherData.CurrentConditions {
    var now = WeatherData.CurrentConditions(
      observedAt: time, utcOffsetSeconds: clock.offset(at: time))
    now.temperatureC = temperature
    now.dewPointC = dewPoint
    now.humidityPct = humidity
    now.pressureHpa = pressure
    now.windSpeedMs = windSpeed
    now.windGustMs = windGust
    now.windDirectionDeg = windDirection
    now.cloudCoverPct = cloudCover
    now.uvIndex = ultraviolet
    if case .amount(let amount) = hour?.fallen {
      now.precipitationMm = amount
      now.precipitationPeriodS = 3600
    }
    now.condition = Conditions.metNorway(symbol)
    now.icon = symbol
    return now
  }

  /// The entry as a step up to the next one.
  ///
  /// Rain is that of the coming hour while there is one, then that of six hours; a period that
  /// overlaps what is counted already is passed over.
  func forecastStep(until next: Date?, rainAfter coveredUntil: inout Date) -> ForecastStep {
    let period = hour ?? sixHours
    let gap = next.map { $0.timeIntervalSince(time) / 3600 } ?? period?.hours ?? 0
    var step = ForecastStep(time: time, hours: min(gap, 6))
    (step.high, step.low) = (temperature, temperature)
    step.humidity = humidity
    step.pressure = pressure
    step.windSpeed = windSpeed
    step.windGust = windGust
    step.windDirection = windDirection
    step.cloudCover = cloudCover
    step.ultraviolet = ultraviolet
    if let period, time >= coveredUntil {
      step.fallen = period.fallen
      step.probability = period.probability
      coveredUntil = time.addingTimeInterval(period.hours * 3600)
    }
    step.condition = Conditions.metNorway(symbol)
    step.icon = symbol
    return step
  }
}

extension KeyedDecodingContainer where Key == AnyKey {
  /// A value in the unit that the reply names for it; nil where that unit is not known.
  fileprivate func value(
    _ key: String, _ quantity: Quantity, _ units: METNorwayUnits, _ findings: inout Findings
  ) -> Double? {
    units.unit(of: key).flatMap { measurement(AnyKey(key), quantity, $0, &findings) }
  }
}
