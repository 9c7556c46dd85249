import FoundationEssentials
import Weather

/// Decodes a cell's forecast: half-days of seven days.
struct NWSForecastDecoder {
  /// The reading of a reply; throws only when the body is no JSON.
  func decode(_ body: Data, _ context: NWSContext) throws -> PlaceReading {
    try ReplyDecoder().decode(NWSForecastReply.self, from: body, configuration: context).reading
  }
}

/// A whole reply with `properties.periods[]`.
struct NWSForecastReply: DecodableWithConfiguration {
  let reading: PlaceReading

  private enum Keys: String, CodingKey {
    case properties, updateTime, updated, units, periods
  }

  init(from decoder: any Decoder, configuration context: NWSContext) throws {
    var findings = Findings(warnsOfMissing: false, warnsOfNull: false)
    guard let top = try? decoder.container(keyedBy: Keys.self), !top.allKeys.isEmpty,
      let properties = top.object(.properties, Keys.self, &findings)
    else {
      self.reading = .failed(Reason.unexpectedShape(decoder), .forecast, findings)
      return
    }
    guard var list = properties.list(.periods, &findings) else {
      self.reading = .failed(Reason.missing("properties.periods"), .forecast, findings)
      return
    }
    // The periods name their unit; before that was so, the reply did.
    let units = properties.text(.units, &findings)
    var periods: [NWSPeriod] = []
    while !list.isAtEnd {
      let index = list.currentIndex
      if let object = list.nextObject(NWSPeriod.Keys.self),
        let period = NWSPeriod(object, replyUnits: units, &findings)
      {
        periods.append(period)
      } else {
        findings.warn("properties.periods[\(index)]", "no time or no measurement: left out")
      }
      if list.currentIndex == index { break }
    }
    let issued = properties.isoTime(
      properties.contains(.updateTime) ? .updateTime : .updated, &findings)
    let clock = PlaceClock(
      city: context.city, replyZone: context.zone,
      replyOffset: periods.first?.start.utcOffsetSeconds, keyPath: "timeZone", &findings)
    self.reading = PlaceReading(
      days: periods.isEmpty
        ? .failure(Reason.empty("properties.periods"))
        : .success(NWSPeriod.days(periods, clock)),
      zone: context.zone, issuedAt: issued?.instant, findings: findings)
  }
}

/// Half a day: its temperature is the day's high, or the night's low.
struct NWSPeriod {
  enum Keys: String, CodingKey {
    case startTime, endTime, isDaytime, temperature, temperatureUnit, windSpeed, windGust
    case windDirection, probabilityOfPrecipitation, shortForecast, icon
    case unitCode, value, maxValue
  }

  let start: ISOTime
  private let hours: Double
  private let isDaytime: Bool
  private let temperature: Double?
  private let windSpeed: Double?
  private let windGust: Double?
  private let windDirection: Double?
  private let probability: Double?
  private let summary: String?
  private let icon: String?
  private let condition: Condition?

  /// Reads a period; nil when it has no time, is neither day nor night, or says nothing.
  init?(
    _ period: KeyedDecodingContainer<Keys>, replyUnits: String?, _ findings: inout Findings
  ) {
    findings.beginRecord()
    guard let start = period.isoTime(.startTime, &findings),
      let isDaytime = try? period.decode(Bool.self, forKey: .isDaytime)
    else { return nil }
    self.start = start
    self.isDaytime = isDaytime
    let end = period.isoTime(.endTime, &findings)?.instant
    let length = end.map { $0.timeIntervalSince(start.instant) / 3600 } ?? 12
    self.hours = (0...24).contains(length) ? length : 12
    self.temperature = Self.temperature(period, replyUnits: replyUnits, &findings)
    self.windSpeed = Self.wind(period, .windSpeed, &findings)
    self.windGust = Self.wind(period, .windGust, &findings)
    self.windDirection = period.text(.windDirection, &findings).flatMap(NWSQuantity.direction)
    self.probability = NWSQuantity.read(
      period, .probabilityOfPrecipitation, .probability, .percent, &findings)
    self.summary = period.text(.shortForecast, &findings)
    self.icon = period.text(.icon, &findings)
    self.condition = Conditions.nws(icon: icon, words: summary)
    if condition != nil || windDirection != nil { findings.found() }
    guard findings.measurements > 0 else { return nil }
  }

  /// A number with a unit of its own beside it, or a value with its unit inside.
  private static func temperature(
    _ period: KeyedDecodingContainer<Keys>, replyUnits: String?, _ findings: inout Findings
  ) -> Double? {
    if (try? period.nestedContainer(keyedBy: Keys.self, forKey: .temperature)) != nil {
      return NWSQuantity.read(period, .temperature, .temperature, .celsius, &findings)
    }
    guard period.contains(.temperature), !period.isNull(.temperature) else { return nil }
    let byReply: String? = replyUnits.map { $0 == "si" ? "C" : "F" }
    guard let word = period.text(.temperatureUnit, &findings) ?? byReply,
      let unit = WireUnit.named(word, for: .celsius)
    else {
      findings.warn(period.path(to: .temperatureUnit), "unknown unit")
      return nil
    }
    return period.measurement(.temperature, .temperature, unit, &findings)
  }

  /// Words such as `5 to 10 mph`, or a value with its unit inside, of which the largest counts.
  private static func wind(
    _ period: KeyedDecodingContainer<Keys>, _ key: Keys, _ findings: inout Findings
  ) -> Double? {
    guard period.contains(key), !period.isNull(key) else { return nil }
    if let object = try? period.nestedContainer(keyedBy: Keys.self, forKey: key) {
      guard object.contains(.maxValue), !object.isNull(.maxValue) else {
        return NWSQuantity.read(period, key, .wind, .metrePerSecond, &findings)
      }
      let code = object.text(.unitCode, &findings) ?? ""
      return WireUnit.named(NWSQuantity.word(code), for: .metrePerSecond).flatMap {
        object.measurement(.maxValue, .wind, $0, &findings)
      }
    }
    guard let text = period.text(key, &findings) else { return nil }
    guard let speed = NWSQuantity.wind(text) else {
      findings.warn(period.path(to: key), "no wind speed: \(CleanText.line(text, limit: 30))")
      return nil
    }
    findings.found()
    return speed
  }

  /// The date whose day or night it is: the small hours are the end of the night before.
  private var date: LocalDate {
    !isDaytime && start.hour < 12 ? start.date.adding(days: -1) : start.date
  }

  /// The days in their order, each of a daytime period and the night that begins on its date.
  static func days(_ periods: [NWSPeriod], _ clock: PlaceClock) -> [WeatherData.DayConditions] {
    let byDate = Dictionary(grouping: periods, by: \.date)
    return byDate.sorted { $0.key < $1.key }.map { date, halves in
      var day = WeatherData.DayConditions(
        date: date, utcOffsetSeconds: clock.offset(atStartOf: date))
      let daytime = halves.filter(\.isDaytime), nights = halves.filter { !$0.isDaytime }
      day.temperatureHighC = daytime.compactMap(\.temperature).max()
      day.temperatureLowC = nights.compactMap(\.temperature).min()
      (day.temperatureMaxC, day.temperatureMinC) = (day.temperatureHighC, day.temperatureLowC)
      day.precipitationProbabilityPct = halves.compactMap(\.probability).max()
      day.windSpeedMaxMs = halves.compactMap(\.windSpeed).max()
      day.windGustMs = halves.compactMap(\.windGust).max()
      let main = daytime.first ?? nights.first
      day.windDirectionDeg = main?.windDirection
      (day.condition, day.summary, day.icon) = (main?.condition, main?.summary, main?.icon)
      day.hoursCovered = min(24, halves.reduce(0) { $0 + $1.hours })
      return day
    }
  }
}
