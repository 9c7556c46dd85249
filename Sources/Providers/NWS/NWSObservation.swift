import FoundationEssentials
import Weather

/// Decodes observations: a feature, or a collection of the last ones.
struct NWSObservationDecoder {
  /// The reading of a reply; throws only when the body is no JSON.
  func decode(_ body: Data, _ context: NWSContext) throws -> PlaceReading {
    try ReplyDecoder().decode(NWSObservationReply.self, from: body, configuration: context).reading
  }
}

/// A whole reply of `observations/latest` or `observations`.
struct NWSObservationReply: DecodableWithConfiguration {
  /// Of a list of observations, only those of so many seconds before the receipt count.
  private static let usableSeconds = 2.0 * 3600

  let reading: PlaceReading

  private enum Keys: String, CodingKey {
    case features, geometry, properties, coordinates
  }

  init(from decoder: any Decoder, configuration context: NWSContext) throws {
    var findings = Findings(warnsOfMissing: false, warnsOfNull: false)
    guard let top = try? decoder.container(keyedBy: Keys.self), !top.allKeys.isEmpty,
      top.contains(.features) || top.contains(.properties)
    else {
      self.reading = .failed(Reason.unexpectedShape(decoder), .current, findings)
      return
    }
    guard var list = top.list(.features, &findings) else {
      self.reading = Self.reading(top, context, findings)
      return
    }
    var fallback: PlaceReading?
    while !list.isAtEnd {
      let index = list.currentIndex
      if let feature = list.nextObject(Keys.self) {
        let reading = Self.reading(feature, context, Findings.silent)
        if reading.isUsable(by: context.newestBy, within: Self.usableSeconds) {
          self.reading = reading
          return
        }
        fallback = fallback ?? reading
      }
      if list.currentIndex == index { break }
    }
    self.reading =
      fallback ?? .failed(Reason.empty("features"), .current, findings)
  }

  private static func reading(
    _ feature: KeyedDecodingContainer<Keys>, _ context: NWSContext, _ findings: Findings
  ) -> PlaceReading {
    var findings = findings
    guard let properties = feature.object(.properties, NWSObservation.Keys.self, &findings) else {
      return .failed(Reason.missing("properties"), .current, findings)
    }
    let point = GeoJSON.point(
      feature.object(.geometry, Keys.self, &findings)?.list(.coordinates, &findings)?.leaves())
    let current = NWSObservation.read(properties, context, &findings)
    return PlaceReading(
      current: current, zone: context.zone, gridPoint: point, basis: .station,
      findings: findings)
  }
}

extension PlaceReading {
  /// Whether it has a temperature and is new enough.
  fileprivate func isUsable(by receipt: Date, within seconds: Double) -> Bool {
    guard case .success(let conditions) = current, conditions.temperatureC != nil else {
      return false
    }
    return receipt.timeIntervalSince(conditions.observedAt) <= seconds
  }
}

extension Findings {
  fileprivate static let silent = Findings(warnsOfMissing: false, warnsOfNull: false)
}

/// What a station measured at its own instant.
enum NWSObservation {
  enum Keys: String, CodingKey {
    case timestamp, textDescription, icon, temperature, dewpoint, windDirection, windSpeed
    case windGust, seaLevelPressure, visibility, precipitationLastHour, relativeHumidity
    case windChill, heatIndex
  }

  /// Current conditions; an observation without a time, or with nothing but one, is a failure.
  static func read(
    _ properties: KeyedDecodingContainer<Keys>, _ context: NWSContext,
    _ findings: inout Findings
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    findings.beginRecord()
    guard let time = properties.isoTime(.timestamp, &findings) else {
      return .failure(Reason.missing("properties.timestamp"))
    }
    let clock = PlaceClock(
      city: context.city, replyZone: context.zone, replyOffset: time.utcOffsetSeconds,
      keyPath: "timeZone", &findings)
    var now = WeatherData.CurrentConditions(
      observedAt: time.instant, utcOffsetSeconds: clock.offset(at: time.instant))
    func value(
      _ key: Keys, _ quantity: Quantity, _ unit: MeasureUnit, _ findings: inout Findings
    ) -> Double? {
      NWSQuantity.read(properties, key, quantity, unit, &findings)
    }
    now.temperatureC = value(.temperature, .temperature, .celsius, &findings)
    now.feelsLikeC =
      value(.windChill, .feelsLike, .celsius, &findings)
      ?? value(.heatIndex, .feelsLike, .celsius, &findings)
    now.dewPointC = value(.dewpoint, .dewPoint, .celsius, &findings)
    now.humidityPct = value(.relativeHumidity, .humidity, .percent, &findings)
    // Station pressure (`barometricPressure`) is not that of the sea.
    now.pressureHpa = value(.seaLevelPressure, .pressure, .hectopascal, &findings)
    now.windSpeedMs = value(.windSpeed, .wind, .metrePerSecond, &findings)
    now.windGustMs = value(.windGust, .wind, .metrePerSecond, &findings)
    now.windDirectionDeg = value(.windDirection, .direction, .degree, &findings)
    now.visibilityM = value(.visibility, .visibility, .metre, &findings)
    now.precipitationMm = value(.precipitationLastHour, .precipitation, .millimetre, &findings)
    if now.precipitationMm != nil { now.precipitationPeriodS = 3600 }
    now.icon = properties.text(.icon, &findings)
    now.summary = properties.text(.textDescription, &findings)
    now.condition = Conditions.nws(icon: now.icon, words: now.summary)
    if now.condition != nil { findings.found() }
    guard findings.measurements > 0 else { return .failure(Reason.empty("properties")) }
    return .success(now)
  }
}
